import { useFormat } from '../../../../lib/format.ts'
import type { Strip } from '../overview.ts'
import { useText } from '../use-text.ts'

const WIDTH = 7
const HEIGHT = 28

/** A day in 24 bars: what was written grows up, what went wrong stands red on top of it. */
export function HourBars({ hours }: Pick<Strip, 'hours'>) {
  const text = useText().board
  const { number, shortTime } = useFormat()
  const most = Math.max(1, ...hours.map(({ written, errors }) => written + errors))
  const sum = (of: 'written' | 'errors'): string => number(hours.reduce((all, hour) => all + Math.max(0, hour[of]), 0))
  // The least there is is seen.
  const tall = (value: number): number => (value <= 0 ? 0 : Math.max(2, Math.round((value / most) * HEIGHT)))
  return (
    <svg
      className="wp-bars"
      role="img"
      aria-label={text.hoursLabel(sum('written'), sum('errors'))}
      width={24 * WIDTH}
      height={HEIGHT + 2}
    >
      {hours.map(({ at, written, errors }, index) => (
        <g key={at}>
          <title>{`${shortTime(at)} · ${text.hoursLabel(number(written), number(errors))}`}</title>
          <rect x={index * WIDTH} y={HEIGHT + 1} width={WIDTH - 2} height={1} className="wp-bar-floor" />
          <rect
            x={index * WIDTH}
            y={Math.max(0, HEIGHT - tall(written))}
            width={WIDTH - 2}
            height={tall(written)}
            className="wp-written"
          />
          <rect
            x={index * WIDTH}
            y={Math.max(0, HEIGHT - tall(written) - tall(errors))}
            width={WIDTH - 2}
            height={tall(errors)}
            className="wp-failed"
          />
        </g>
      ))}
    </svg>
  )
}
