interface PictureProps {
  readonly name: string
  readonly src: string | null
  /** Pixels. */
  readonly size: number
}

/** The user's picture, or the first letter of the name. */
export function Picture({ name, src, size }: PictureProps) {
  const style = { width: size, height: size, fontSize: size * 0.42 }
  if (src !== null) return <img src={src} alt="" className="ac-picture" style={style} />
  return (
    <span className="ac-picture" aria-hidden="true" style={style}>
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
