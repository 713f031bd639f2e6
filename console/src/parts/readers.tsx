import { Tag } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../lib/format.ts'
import './parts.css'
import { useReaderText } from './use-reader-text.ts'

type Texts = ReturnType<typeof useReaderText>

/** What reads a value, as far as the link to it needs. */
export interface Reader {
  readonly kind: keyof Texts['kinds']
  readonly object_id: string
  /** '': it is somebody else's, and not shared. */
  readonly name: string
  readonly strategy_id: string | null
  readonly use: keyof Texts['uses']
}

/** An object with the ways in which it reads. */
export interface ReaderRow extends Omit<Reader, 'use'> {
  readonly strategy_name: string
  readonly is_sure: boolean
  /** 1: it reads the value itself; more: through others. */
  readonly step: number
  readonly readings: readonly { readonly use: Reader['use']; readonly reads: string }[]
}

type Entry = Omit<ReaderRow, 'readings'> & ReaderRow['readings'][number]

/** Each object once, with all its ways. Nearest first, as they come. */
export const gatherReaders = (entries: readonly Entry[]): ReaderRow[] =>
  [...Map.groupBy(entries, ({ kind, object_id: id }) => `${kind} ${id}`).values()].flatMap(all => {
    const [first] = all
    const readings = all.map(({ use, reads }) => ({ use, reads }))
    return first ? [{ ...first, is_sure: all.some(each => each.is_sure), readings }] : []
  })

export interface ReadersProps {
  readonly rows: readonly ReaderRow[]
  /** undefined: there is no place where the viewer can see it. */
  linkOf(reader: Reader): string | undefined
}

const kinds = ['strategy', 'report', 'share', 'gateway', 'asset', 'reconciliation', 'dashboard'] as const
/** More of a kind are folded. */
const SHOWN = 10

/** Objects by their kind, each a link to where it can be changed. */
export function Readers({ rows, linkOf }: ReadersProps) {
  const text = useReaderText()
  const { number } = useFormat()
  return kinds.flatMap(kind => {
    const found = rows.filter(row => row.kind === kind)
    const [shown, rest] = [found.slice(0, SHOWN), found.slice(SHOWN)]
    if (found.length === 0) return []
    return (
      <section key={kind} className="part-readers" aria-label={text.kinds[kind]}>
        <strong>
          {text.kinds[kind]} <span className="sl-muted">{number(found.length)}</span>
        </strong>
        <ReaderItems rows={shown} linkOf={linkOf} />
        {rest.length > 0 && (
          <details>
            <summary>{text.more(number(rest.length))}</summary>
            <ReaderItems rows={rest} linkOf={linkOf} />
          </details>
        )}
      </section>
    )
  })
}

function ReaderItems({ rows, linkOf }: ReadersProps) {
  const text = useReaderText()
  const { list } = useFormat()
  const nameOf = ({ kind, name, strategy_name: strategy }: ReaderRow): string => {
    const told = name === '' ? text.others : name
    return kind === 'strategy' || strategy === '' ? told : text.of(told, strategy)
  }
  return (
    <ul>
      {rows.map(row => {
        const [first] = row.readings
        const to = first && linkOf({ ...row, use: first.use })
        const readings = new Set(row.readings.map(({ use, reads }) => text.reading(text.uses[use], reads)))
        return (
          <li key={`${row.kind} ${row.object_id}`}>
            {to === undefined ? nameOf(row) : <Link to={to}>{nameOf(row)}</Link>}{' '}
            <span className="sl-muted">{list([...readings])}</span> {row.step > 1 && <Tag>{text.through}</Tag>}
            {!row.is_sure && <Tag color="warning">{text.perhaps}</Tag>}
          </li>
        )
      })}
    </ul>
  )
}
