import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { Figure, ShownProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { useWord } from './use-word.ts'

const badWords: ReadonlySet<string> = new Set(['failed'])
const warnWords: ReadonlySet<string> = new Set(['partial'])

/** Newest first. */
export function RowList({ component, figure, isLive }: ShownProps & { readonly figure: Figure }) {
  const text = useText().show
  const word = useWord()
  const { number, shortTime } = useFormat()
  const isRuns = figure.name === 'newest.runs'
  return (
    <div className="db-scroll">
      <table className="db-table">
        <thead>
          <tr>
            <th scope="col" className="db-when">
              {text.time}
            </th>
            <th scope="col">{text.name}</th>
            <th scope="col" className={isRuns ? 'db-brief' : ''}>
              {text.state}
            </th>
            {isRuns && (
              <th scope="col" className="db-end db-brief">
                {text.value}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {figure.rows.slice(0, component.options.limit).map(row => (
            <tr key={row.id}>
              <td className="db-when">{shortTime(row.at)}</td>
              <td title={row.name}>
                {isLive && row.owner_id !== null ? (
                  <Link to={strategyDetail.href({ params: { id: row.owner_id }, search: { tab: 'runs' } })}>
                    {row.name}
                  </Link>
                ) : (
                  row.name
                )}
              </td>
              <td
                className={badWords.has(row.key) ? 'db-bad' : warnWords.has(row.key) ? 'db-warn' : ''}
                title={row.text || undefined}
              >
                {row.text || word(row.key)}
              </td>
              {isRuns && <td className="db-end">{number(row.value)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
