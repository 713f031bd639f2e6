import type { RunState } from '@sluice/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { strategyDetail } from '../pages.ts'
import { TagList } from '../parts/tag-list.tsx'
import { useListText } from '../texts/use-list-text.ts'
import type { StrategyRow } from '../types.ts'
import { DayChart } from './day-chart.tsx'
import { TodayFigures } from './today-figures.tsx'
import type { Days } from './use-days.ts'
import '../strategy.css'

export interface StrategyCardsProps {
  readonly rows: readonly StrategyRow[]
  readonly days: Days
  readonly empty: ReactNode
  /** Start, stop, run now. */
  actions(row: StrategyRow): ReactNode
}

/** The same strategies as cards: more of each, fewer at once. */
export function StrategyCards({ rows, days, empty, actions }: StrategyCardsProps) {
  const text = useListText()
  const format = useFormat()
  if (rows.length === 0) return empty
  return (
    <ul className="st-cards" aria-label={text.label}>
      {rows.map(row => (
        <li key={row.id}>
          <article className="st-card" aria-label={row.name}>
            <div className="st-card-head">
              <Link to={strategyDetail.href({ params: { id: row.id } })}>{row.name}</Link>
              <StateTag kind="strategy" state={row.status} />
            </div>
            <p className="st-card-flow">
              <PlatformIcon icon={row.source.platform_icon} size={20} /> {row.source.connector_name} →{' '}
              <PlatformIcon icon={row.target.platform_icon} size={20} /> {row.target.connector_name}
            </p>
            {row.tags.length > 0 && <TagList tags={row.tags} />}
            <div className="st-card-day">
              <DayChart day={days.of(row.id)} />
              <TodayFigures day={days.of(row.id)} from={days.from} />
            </div>
            <dl className="st-card-figures">
              <div>
                <dt className="st-card-term">{text.columns.total}</dt>
                <dd className="st-card-value">{format.number(row.total)}</dd>
              </div>
              <div>
                <dt className="st-card-term">{text.columns.waiting}</dt>
                <dd className="st-card-value">{format.number(row.waiting)}</dd>
              </div>
              <div>
                <dt className="st-card-term">{text.columns.errors}</dt>
                <dd className={`st-card-value ${row.errors + row.rejected > 0 ? 'sl-figure-bad' : ''}`}>
                  {format.number(row.errors)}
                  {row.rejected > 0 && <small> {text.rejected(format.number(row.rejected))}</small>}
                </dd>
              </div>
            </dl>
            <p className="sl-muted">
              {row.last_run_state !== null && <StateTag kind="run" state={row.last_run_state as RunState} />}{' '}
              {row.last_run_at !== null && (
                <>
                  <RelativeTime value={row.last_run_at} />
                  {(row.next_run_at !== null || row.owner) && ' · '}
                </>
              )}
              {[
                row.next_run_at !== null && `${text.columns.nextRun} ${format.shortTime(row.next_run_at)}`,
                row.owner?.name,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <div>{actions(row)}</div>
          </article>
        </li>
      ))}
    </ul>
  )
}
