import type { RecordState } from '@sluice/contract'
import { useFormat } from '../../../../lib/format.ts'
import { useWidth } from '../../../../lib/width.ts'
import { listSeries, listSlices, MOST_POINTS, MOST_SERIES, type Point, type Series, spanOf } from '../chart-model.ts'
import { countRowGroups, nameMetric } from '../model.ts'
import type { Definition, Preview } from '../types.ts'
import { useText } from '../use-text.ts'
import { useWords } from './use-words.ts'

const HEIGHT = 260
const LEFT = 64
const BOTTOM = 28
const TOP = 12
const PLOT = HEIGHT - TOP - BOTTOM
/** A label needs about this much room. */
const LABEL_WIDTH = 72
const MOST_CHARS = 12
/** Classes of colours there are. */
const COLOURS = 8

/** A state is drawn in its own colour, whatever its place. */
const colourOf = (at: number, state: RecordState | undefined): string =>
  state === undefined ? `rp-colour-${at % COLOURS}` : `rp-colour-state-${state}`

/** The chosen measure as bars, lines or a pie; the table beside it says the same in words. */
export function Chart({
  definition,
  result,
}: {
  readonly definition: Definition
  readonly result: Preview | Omit<Preview, 'coverage'>
}) {
  const text = useText()
  const format = useFormat()
  const words = useWords()
  const [width, ref] = useWidth()
  const { chart, group_by, metrics } = definition
  const metric = metrics[chart.metric]
  if (chart.type === 'none' || !metric || result.rows.length === 0) return null
  const rows = countRowGroups(definition)
  const series = listSeries(definition, result, {
    row: keys =>
      keys
        .slice(0, Math.max(rows, 1))
        .map((key, at) => words.key(key, group_by[at]?.field))
        .join(' / '),
    column: group => words.key(group.keys.at(-1), group_by.at(-1)?.field),
    metric: group => words.metric(group?.metrics[chart.metric]),
  })
  const label = text.chartOf(nameMetric(metric, text.design))
  const hasNegative = series.some(each => each.points.some(point => point.size !== null && point.size < 0))
  return (
    <figure ref={ref} className="rp-chart">
      {width > 0 &&
        (chart.type === 'pie' ? (
          <Pie points={series[0]?.points ?? []} label={label} />
        ) : (
          <Plot series={series} width={width} label={label} isLine={chart.type === 'line'} />
        ))}
      <figcaption>
        {series.length > 1 && <Legend entries={series} />}
        {result.rows.length > MOST_POINTS && (
          <span className="sl-muted">{text.chartCut(format.number(MOST_POINTS))}</span>
        )}
        {chart.type !== 'pie' && result.columns.length > MOST_SERIES && (
          <span className="sl-muted">{text.chartSeriesCut(format.number(MOST_SERIES))}</span>
        )}
        {chart.type === 'pie' && hasNegative && <span className="sl-muted">{text.chartPieCut}</span>}
      </figcaption>
    </figure>
  )
}

type Entry = Pick<Series, 'name' | 'state'>

function Legend({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className="rp-legend">
      {entries.map(({ name, state }, at) => (
        // Two columns may be written alike.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at}>
          <i className={colourOf(at, state)} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}

interface PlotProps {
  readonly series: readonly Series[]
  readonly width: number
  readonly label: string
  readonly isLine: boolean
}

function Plot({ series, width, label, isLine }: PlotProps) {
  const format = useFormat()
  const { low, high } = spanOf(series)
  const yOf = (size: number) => TOP + PLOT * (1 - (size - low) / (high - low))
  const points = series[0]?.points ?? []
  const step = Math.max(0, width - LEFT) / Math.max(1, points.length)
  const labelEvery = Math.max(1, Math.ceil(LABEL_WIDTH / Math.max(1, step)))
  const marks = low < 0 ? [low, 0, high] : [0, high / 2, high]
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label}>
      {marks.map(mark => (
        <g key={mark} className="rp-grid">
          <line x1={LEFT} x2={width} y1={yOf(mark)} y2={yOf(mark)} />
          <text x={LEFT - 8} y={yOf(mark) + 4} textAnchor="end">
            {format.number(mark)}
          </text>
        </g>
      ))}
      {series.map((each, at) =>
        isLine ? (
          <Line key={each.name} series={each} at={at} step={step} yOf={yOf} />
        ) : (
          <Bars key={each.name} series={each} at={at} of={series.length} step={step} yOf={yOf} />
        ),
      )}
      {points.map(
        (point, at) =>
          at % labelEvery === 0 && (
            // Two rows may be written alike.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <text key={at} x={LEFT + (at + 0.5) * step} y={HEIGHT - 8} textAnchor="middle">
              {point.label.length > MOST_CHARS ? `${point.label.slice(0, MOST_CHARS)}…` : point.label}
            </text>
          ),
      )}
    </svg>
  )
}

interface DrawnProps {
  readonly series: Series
  readonly at: number
  readonly step: number
  yOf(size: number): number
}

const reading = ({ name }: Series, { label, text }: Point): string => [name, label, text].filter(Boolean).join('  ')

function Bars({ series, at, of, step, yOf }: DrawnProps & { readonly of: number }) {
  const width = (step * 0.7) / of
  return series.points.map(
    (point, place) =>
      point.size !== null && (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be written alike
          key={place}
          className={colourOf(at, point.state ?? series.state)}
          x={LEFT + place * step + step * 0.15 + at * width}
          y={Math.min(yOf(0), yOf(point.size))}
          width={Math.max(1, width - 1)}
          height={Math.max(1, Math.abs(yOf(point.size) - yOf(0)))}
          rx="1"
        >
          <title>{reading(series, point)}</title>
        </rect>
      ),
  )
}

function Line({ series, at, step, yOf }: DrawnProps) {
  const places = series.points.flatMap((point, place) =>
    point.size === null ? [] : [{ point, x: LEFT + (place + 0.5) * step, y: yOf(point.size) }],
  )
  return (
    <g className={`${colourOf(at, series.state)} rp-drawn`}>
      <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {places.map(({ point, x, y }) => (
        <circle key={x} cx={x} cy={y} r="3.5">
          <title>{reading(series, point)}</title>
        </circle>
      ))}
    </g>
  )
}

const RADIUS = 110

function Pie({ points, label }: { readonly points: readonly Point[]; readonly label: string }) {
  const format = useFormat()
  const slices = listSlices(points, RADIUS)
  return (
    <div className="rp-pie">
      <svg width={RADIUS * 2} height={RADIUS * 2} role="img" aria-label={label}>
        {slices.map(({ path, label: name, text, state }, at) => (
          <path key={path} d={path} className={`${colourOf(at, state)} rp-slice`}>
            <title>{`${name}  ${text}`}</title>
          </path>
        ))}
      </svg>
      <Legend
        entries={slices.map(({ label: name, text, share, ...slice }) => ({
          ...slice,
          name: `${name}  ${text} (${format.percent(share)})`,
        }))}
      />
    </div>
  )
}
