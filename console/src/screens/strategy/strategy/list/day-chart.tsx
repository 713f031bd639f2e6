import { useFormat } from '../../../../lib/format.ts'
import { useListText } from '../texts/use-list-text.ts'
import type { StrategyDay } from '../types.ts'

const WIDTH = 96
const HEIGHT = 24
const STEP = WIDTH / 24

/** The last 24 hours: what was written, and on top of it what was not. */
export function DayChart({ day }: { readonly day: StrategyDay | undefined }) {
  const text = useListText()
  const format = useFormat()
  if (!day) return <span className="st-day" aria-hidden />
  const sum = (pick: (hour: StrategyDay['hours'][number]) => number) =>
    day.hours.reduce((all, hour) => all + pick(hour), 0)
  const [written, failed] = [sum(hour => hour.written), sum(hour => hour.failed + hour.unknown)]
  const most = Math.max(1, ...day.hours.map(hour => hour.written + hour.failed + hour.unknown))
  // The smallest amount is still to be seen.
  const tall = (count: number): number => (count === 0 ? 0 : Math.max(1.5, (count / most) * (HEIGHT - 2)))
  const label = text.lastDay(format.number(written), format.number(failed))
  return (
    <svg className="st-day" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <line className="st-day-base" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {day.hours.map((hour, index) => {
        const good = tall(hour.written)
        const bad = tall(hour.failed + hour.unknown)
        const x = index * STEP + 0.5
        return (
          <g key={hour.hour}>
            <rect className="st-day-good" x={x} width={STEP - 1} y={HEIGHT - 1 - good} height={good} />
            <rect className="st-day-bad" x={x} width={STEP - 1} y={Math.max(0, HEIGHT - 1 - good - bad)} height={bad} />
          </g>
        )
      })}
    </svg>
  )
}
