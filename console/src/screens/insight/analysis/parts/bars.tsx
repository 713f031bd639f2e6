import { Link } from 'react-router'
import type { Part } from '../types.ts'
import { useText } from '../use-text.ts'

interface BarsProps {
  readonly label: string
  readonly parts: readonly Part[]
  /** undefined: it has no list of its own. */
  linkOf(part: Part): string | undefined
  nameOf(part: Part): string
  format(value: number): string
}

/** Rows with the length of their value: read by their words, so no colour is needed. */
export function Bars({ label, parts, linkOf, nameOf, format }: BarsProps) {
  const text = useText()
  const top = Math.max(1, ...parts.map(({ value }) => value))
  if (parts.length === 0) return <p className="an-none">{text.nothing}</p>
  return (
    <ol className="an-bars" aria-label={label}>
      {parts.map((part, at) => {
        const to = linkOf(part)
        const name = nameOf(part)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have no id
          <li key={`${part.id} ${at}`}>
            <span className="an-bar-name" title={name}>
              {to === undefined ? name : <Link to={to}>{name}</Link>}
            </span>
            <span className="an-bar-value">{format(part.value)}</span>
            <i style={{ width: `${(part.value / top) * 100}%` }} aria-hidden />
          </li>
        )
      })}
    </ol>
  )
}
