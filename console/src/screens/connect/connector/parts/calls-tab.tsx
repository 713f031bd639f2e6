import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useEnvText } from '../use-env-text.ts'

/** Calls to the far system: how many, how many failed, how long nineteen of twenty took at most. */
export function CallsTab({ connectorId }: { readonly connectorId: string }) {
  const text = useEnvText().calls
  const { number, time, duration } = useFormat()
  const { data, error, refetch } = useQuery(api.connectorEnv.calls.query({ params: { id: connectorId } }))
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} />
  const { today, week, hours } = data.content
  if (week.calls === 0)
    return (
      <Section>
        <Empty isSmall title={text.empty} text={text.emptyText} />
      </Section>
    )
  const tone = (failures: number) => (failures > 0 ? { tone: 'bad' as const } : {})
  const p95 = (ms: number | null) => (ms === null ? '–' : duration(ms))
  return (
    <>
      <div className="cn-figures">
        <Figure label={text.today} value={number(today.calls)} hint={`${text.p95} ${p95(today.p95_ms)}`} />
        <Figure label={text.todayFailed} value={number(today.failures)} {...tone(today.failures)} />
        <Figure label={text.week} value={number(week.calls)} hint={`${text.p95} ${p95(week.p95_ms)}`} />
        <Figure label={text.weekFailed} value={number(week.failures)} {...tone(week.failures)} />
      </div>
      <Section title={text.hours} isFlush>
        <table className="cn-hours">
          <thead>
            <tr>
              <th scope="col">{text.hour}</th>
              <th scope="col">{text.count}</th>
              <th scope="col">{text.failed}</th>
              <th scope="col">{text.p95}</th>
            </tr>
          </thead>
          <tbody>
            {hours.toReversed().map(hour => (
              <tr key={hour.hour}>
                <td>{time(hour.hour)}</td>
                <td>{number(hour.calls)}</td>
                <td>{number(hour.failures)}</td>
                <td>{p95(hour.p95_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  )
}
