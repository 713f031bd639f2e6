import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Hour } from '../overview.ts'
import { useText } from '../use-text.ts'
import { HourlyChart } from './hourly-chart.tsx'

interface HourlySectionProps {
  readonly hours: readonly Hour[] | undefined
  /** Error data there is now: many tries that failed have ended well since. */
  readonly errors: number | undefined
  readonly rejected: number | undefined
}

/** What the last day wrote, hour by hour. */
export function HourlySection({ hours, errors, rejected }: HourlySectionProps) {
  const text = useText()
  const { number } = useFormat()
  const written = hours?.reduce((sum, hour) => sum + hour.written, 0) ?? 0
  const failed = hours?.reduce((sum, hour) => sum + hour.failed, 0) ?? 0
  const isEmpty = hours !== undefined && written + failed === 0
  return (
    <Section
      title={text.hourly}
      extra={
        <span className="wp-legend">
          <i className="wp-key-written" /> {text.written} {hours && number(written)}
          <i className="wp-key-failed" /> {text.failed} {hours && number(failed)}
          {failed > 0 && errors !== undefined && <> · {text.failedHint(number(errors), number(rejected))}</>}
        </span>
      }
    >
      <div className="wp-chart-place">
        {isEmpty && <Empty isSmall title={text.hourlyEmpty} />}
        {hours && !isEmpty && <HourlyChart hours={hours} />}
      </div>
    </Section>
  )
}
