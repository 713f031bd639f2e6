import { errorDataStates, sumStanding } from '@sluice/contract'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { strategyDetail } from '../pages.ts'
import { useListText } from '../texts/use-list-text.ts'
import type { StrategyDay } from '../types.ts'

export interface TodayFiguresProps {
  readonly day: StrategyDay | undefined
  readonly from: string
}

/** Records that changed today, those among them that went wrong; each opens the list it counts. */
export function TodayFigures({ day, from }: TodayFiguresProps) {
  const text = useListText()
  const format = useFormat()
  if (!day) return <span className="sl-muted">–</span>
  const { counts, is_more } = day
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const bad = sumStanding(counts, errorDataStates)
  if (all === 0) return format.number(0)
  const open = (status: readonly number[]) =>
    strategyDetail.href({ params: { id: day.id }, search: { tab: 'data', from, status: status.map(String) } })
  return (
    <span className="st-today">
      <Link to={open([])} aria-label={text.changedToday(is_more ? text.overTenThousand : format.number(all))}>
        {is_more ? text.overTenThousand : format.number(all)}
      </Link>
      {bad > 0 && !is_more && (
        <Link className="sl-figure-bad" to={open(errorDataStates)} aria-label={text.wrongToday(format.number(bad))}>
          {text.wrong(format.number(bad))}
        </Link>
      )}
    </span>
  )
}
