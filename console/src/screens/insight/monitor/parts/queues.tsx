import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { processDetail } from '../../../connect/process/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { Monitor } from '../types.ts'
import { useText } from '../use-text.ts'

/** What a source says of its lag is asked for every few minutes. */
const LAG_MS = 15 * 60_000

/** Pools with what waits in them, and how far those are behind who follow a source. */
export function Queues({ reading, isOld }: { readonly reading: Monitor; readonly isOld: boolean }) {
  const text = useText().queues
  const { number, bytes, duration } = useFormat()
  const { pools, followers, at } = reading
  const old = isOld ? 'mo-is-old' : ''
  const tell = (row: Monitor['followers'][number]): string => {
    const parts = [
      row.seconds === null ? null : duration(row.seconds * 1000),
      row.records === null ? null : text.records(number(row.records)),
      row.behind_bytes === null ? null : bytes(row.behind_bytes),
    ].filter(part => part !== null)
    return parts.length === 0 ? text.unknown : parts.join(' · ')
  }
  return (
    <div className="mo-halves">
      {pools !== null && (
        <Section title={text.pools} text={text.poolsText}>
          <ul className={`mo-lines ${old}`}>
            {pools.map(({ id, name, state, places, running, queued, workers }) => (
              <li key={id}>
                <Link lang="" to={processDetail.href({ search: { id } })}>
                  {name}
                </Link>
                <span className="mo-number">{text.pool(number(running), number(places), number(queued))}</span>
                {state !== 'running' && <span className="mo-bad">{text.states[state]}</span>}
                {workers === 0 && <span className="mo-bad">{text.noWorker}</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={text.followers} text={text.followersText}>
        {followers.length === 0 && <Empty isSmall title={text.none} />}
        <ul className={`mo-lines ${old}`}>
          {followers.map(row => {
            const isLagOld = row.asked_at === null || Date.parse(at) - Date.parse(row.asked_at) > LAG_MS
            return (
              <li key={row.id} className={isLagOld ? 'mo-is-old' : undefined}>
                <Link lang="" to={strategyDetail.href({ params: { id: row.strategy_id } })}>
                  {row.strategy_name}
                </Link>
                {row.state === 'lost' ? (
                  <span className="mo-bad">{text.lost}</span>
                ) : (
                  <span className="mo-number">
                    {tell(row)}{' '}
                    <span className="mo-under">{row.asked_at && <RelativeTime value={row.asked_at} />}</span>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </Section>
    </div>
  )
}
