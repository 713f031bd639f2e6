import { Alert } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { StorageOverview } from '../types.ts'
import { useText } from '../use-text.ts'

/** What the clean-up does now, what it did last, and when it comes again. */
export function MaintenanceSection({ overview }: { readonly overview: StorageOverview | undefined }) {
  const text = useText().maintenance
  const format = useFormat()
  const describe = useResultText()
  if (!overview) return <Skeleton rows={2} />
  const { step, finished_at, next_at, failure } = overview.maintenance
  const steps: Readonly<Record<string, string>> = text.steps
  const facts = [
    [text.now, step === null ? text.idle : (steps[step] ?? step)],
    [text.last, format.time(finished_at)],
    [text.next, format.time(next_at)],
    [text.result, describe(overview.maintenance.result)],
  ]
  return (
    <Section title={text.title} text={text.text}>
      {failure && <Alert type="warning" showIcon title={`${text.failed}: ${failure.message}`} />}
      <dl className="so-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function useResultText(): (result: StorageOverview['maintenance']['result']) => string {
  const text = useText().maintenance
  const { number } = useFormat()
  return result => {
    if (!result) return '–'
    const rows = result.logs + result.runs + result.rejected + result.attempts
    const busy = result.busy > 0 ? ` ${text.busy}` : ''
    if (result.pages + result.days + rows === 0) return text.nothing + busy
    const counts = {
      pages: number(result.pages),
      days: number(result.days),
      archived: number(result.archivedPages),
      rows: number(rows),
    }
    return text.parts(counts) + busy
  }
}
