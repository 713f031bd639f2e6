const DARK_INK = '#141414'
const LIGHT_INK = '#ffffff'

export interface PlatformIconProps {
  readonly icon: { readonly text: string; readonly color: string }
  /** Edge in pixels; default 24. */
  readonly size?: number
}

/** A platform's letters on its colour. Decoration: its name always stands beside it. */
export function PlatformIcon({ icon, size = 24 }: PlatformIconProps) {
  const style = {
    width: size,
    height: size,
    borderRadius: Math.round(size / 4),
    fontSize: Math.round(size * 0.46),
    background: icon.color,
    color: pickInk(icon.color),
  }
  return (
    <span className="sl-icon" style={style} aria-hidden="true">
      {icon.text}
    </span>
  )
}

/** The ink that reads better on a colour, by WCAG relative luminance. */
export function pickInk(color: string): string {
  const channels = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map(share =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // Where white reaches 3 : 1 on large bold letters it is kept, as logos are drawn; beyond, dark reads better.
  return luminance > 0.3 ? DARK_INK : LIGHT_INK
}
