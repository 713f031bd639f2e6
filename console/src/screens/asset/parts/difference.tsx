import { diffLines } from '../model.ts'

export interface DifferenceProps {
  readonly label: string
  /** What is said when nothing differs. */
  readonly same: string
  readonly before: unknown
  readonly after: unknown
}

const signs = { same: ' ', added: '+', removed: '-' } as const

/** Two contents line by line, with what went and what came. */
export function Difference({ label, same, before, after }: DifferenceProps) {
  const lines = diffLines(JSON.stringify(before, null, 2), JSON.stringify(after, null, 2))
  if (lines.every(line => line.kind === 'same')) return <p>{same}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="as-diff" aria-label={label} tabIndex={0}>
      {lines.map((line, at) => (
        // Lines have no identity of their own, and the list never changes in place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className={`as-diff-${line.kind}`}>{`${signs[line.kind]} ${line.text}`}</div>
      ))}
    </section>
  )
}
