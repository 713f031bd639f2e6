import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useWidth } from '../../../../lib/width.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useText } from '../use-text.ts'

interface Hour {
  readonly at: string
  readonly written: number
  readonly failed: number
}

const POLL_MS = 60_000
const HEIGHT = 132
const BASE = HEIGHT - 20
const LABEL_WIDTH = 56

/** Records written and failed in each of the last 24 hours. */
export function Throughput({ poolId }: { readonly poolId: string }) {
  const text = useText()
  const { number } = useFormat()
  const { data, error, refetch } = useQuery({
    ...api.process.throughput.query({ params: { id: poolId } }),
    refetchInterval: POLL_MS,
  })
  const hours = data?.content ?? []
  const sum = (pick: (hour: Hour) => number): number => hours.reduce((total, hour) => total + pick(hour), 0)
  const [written, failed] = [sum(hour => hour.written), sum(hour => hour.failed)]
  return (
    <Section
      title={text.throughput}
      extra={
        <span>
          <i className="pr-key pr-key-written" />
          {text.written} {number(written)}
          <i className="pr-key pr-key-failed" />
          {text.failedRecords} {number(failed)}
        </span>
      }
    >
      {error && !data && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={3} />}
      {data && written + failed === 0 && <Empty isSmall title={text.throughputEmpty} />}
      {written + failed > 0 && <Bars hours={hours} />}
    </Section>
  )
}

function Bars({ hours }: { readonly hours: readonly Hour[] }) {
  const text = useText()
  const format = useFormat()
  const [width, ref] = useWidth()
  const top = Math.max(1, ...hours.map(hour => hour.written + hour.failed))
  const step = width / Math.max(1, hours.length)
  const scale = (BASE - 8) / top
  const labelEvery = Math.max(1, Math.ceil(LABEL_WIDTH / Math.max(1, step)))
  return (
    <div ref={ref} className="pr-chart">
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={text.throughput}>
          <line x1={0} x2={width} y1={BASE} y2={BASE} />
          {hours.map((hour, index) => {
            const [x, written, failed] = [index * step + step * 0.15, hour.written * scale, hour.failed * scale]
            const bar = { x, width: step * 0.7, rx: 2 }
            return (
              <g key={hour.at}>
                <title>{`${format.shortTime(hour.at)} ${text.written} ${format.number(hour.written)} ${text.failedRecords} ${format.number(hour.failed)}`}</title>
                <rect x={index * step} y={0} width={step} height={BASE} fill="transparent" />
                <rect {...bar} y={BASE - written} height={written} className="pr-written" />
                <rect {...bar} y={BASE - written - failed} height={failed} className="pr-failed" />
                {index % labelEvery === 0 && (
                  <text x={index * step} y={HEIGHT - 5}>
                    {format.shortTime(hour.at).slice(-5)}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
