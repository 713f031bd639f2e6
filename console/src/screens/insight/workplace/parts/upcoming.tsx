import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { Board } from '../overview.ts'
import { useText } from '../use-text.ts'

const DAY_MS = 86_400_000
const NAMED = 5

/** What runs next: the day as a line with its runs on it, and the nearest by name. */
export function Upcoming({ board }: { readonly board: Board }) {
  const text = useText().board
  const { number, shortTime } = useFormat()
  const { upcoming, upcoming_total: total } = board
  const from = Date.parse(board.at)
  const marks = [0, 6, 12, 18, 24].map(hour => ({ hour, at: new Date(from + hour * 3_600_000).toISOString() }))
  return (
    <Section title={`${text.upcoming} · ${number(total)}`}>
      {upcoming.length === 0 && <p className="sl-muted wp-none">{text.upcomingNone}</p>}
      {upcoming.length > 0 && (
        <>
          <div className="wp-line" aria-hidden>
            {upcoming.map(({ strategy_id: id, name, at }) => (
              <i
                key={id}
                title={`${shortTime(at)} · ${name}`}
                style={{
                  insetInlineStart: `${Math.min(100, Math.max(0, ((Date.parse(at) - from) / DAY_MS) * 100))}%`,
                }}
              />
            ))}
          </div>
          <div className="wp-line-marks" aria-hidden>
            {marks.map(({ hour, at }) => (
              <span key={hour}>{hour === 0 ? text.now : shortTime(at)}</span>
            ))}
          </div>
          <ol className="wp-small-list">
            {upcoming.slice(0, NAMED).map(({ strategy_id: id, name, at }) => (
              <li key={id}>
                <Link to={strategyDetail.href({ params: { id }, search: { tab: 'schedule' } })} lang="" dir="auto">
                  {name}
                </Link>
                <RelativeTime value={at} />
              </li>
            ))}
          </ol>
          {total > NAMED && (
            <Link className="wp-rest" to="/strategy/index?status=running&sort=next_run_at">
              {text.upcomingMore(number(total - NAMED))}
            </Link>
          )}
        </>
      )}
    </Section>
  )
}
