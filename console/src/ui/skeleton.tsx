import { useUiText } from './use-text.ts'

export interface SkeletonProps {
  readonly rows: number
  /** A wider gap at the top for a heading. */
  readonly hasTitle?: boolean
}

/** Grey lines in the place of what is being loaded. */
export function Skeleton({ rows, hasTitle = false }: SkeletonProps) {
  const text = useUiText()
  return (
    <div className="sl-skeleton" role="status" aria-label={text.loading}>
      {hasTitle && <i className="sl-skeleton-title" />}
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <i key={index} />
      ))}
    </div>
  )
}
