import { diffLines } from './diff-lines.ts'
import './parts.css'

export interface DifferenceProps {
  readonly label: string
  /** What is said when nothing differs. */
  readonly same: string
  /** null: there was none, so that all of it has come. */
  readonly before: unknown
  readonly after: unknown
}

const signs = { same: ' ', added: '+', removed: '-' } as const

/** Two contents line by line, with what went and what came. */
export function Difference({ label, same, before, after }: DifferenceProps) {
  const text = JSON.stringify(after, null, 2)
  const lines =
    before === null
      ? text.split('\n').map(line => ({ kind: 'added' as const, text: line }))
      : diffLines(JSON.stringify(before, null, 2), text)
  if (lines.every(line => line.kind === 'same')) return <p>{same}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="part-diff" aria-label={label} tabIndex={0}>
      {lines.map((line, at) => (
        // Lines have no identity of their own, and the list never changes in place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className={`part-diff-${line.kind}`}>{`${signs[line.kind]} ${line.text}`}</div>
      ))}
    </section>
  )
}
