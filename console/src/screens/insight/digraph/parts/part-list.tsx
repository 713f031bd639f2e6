import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { linkOfPart } from '../figure-links.ts'
import type { Figure, ShownProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { useWord } from './use-word.ts'

interface PartListProps extends ShownProps {
  readonly figure: Figure
  /** Plain lines instead of bars. */
  readonly isTable?: boolean
}

/** Parts of a figure, largest first, each with a bar and the way to what it is about. */
export function PartList({ component, figure, isLive, isTable = false }: PartListProps) {
  const text = useText().show
  const word = useWord()
  const { number } = useFormat()
  const parts = figure.parts.slice(0, component.options.limit)
  const most = Math.max(1, ...parts.map(part => part.value))
  return (
    <div className="db-scroll">
      <table className={isTable ? 'db-table' : 'db-ranking'}>
        <thead>
          <tr>
            <th scope="col">{isTable ? text.name : <span className="sl-hidden">{text.name}</span>}</th>
            <th scope="col" className="db-end">
              {isTable ? text.value : <span className="sl-hidden">{text.value}</span>}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, label, value }, at) => {
            const to = isLive ? linkOfPart(figure, key) : undefined
            const name = label || word(key)
            return (
              <tr key={key}>
                <td title={name}>
                  {!isTable && <span className="db-rank">{at + 1}</span>}
                  {to === undefined ? name : <Link to={to}>{name}</Link>}
                  {!isTable && (
                    <span className="db-bar" aria-hidden="true">
                      <i style={{ width: `${(value / most) * 100}%` }} />
                    </span>
                  )}
                </td>
                <td className="db-end">{number(value)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
