import { useFormat } from '../../../../lib/format.ts'
import type { ChartLook } from '../../../../ui/chart-options.ts'
import { WideChart } from '../../../../ui/wide-chart.tsx'
import type { Figure, ShownProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { HOURS, layOut, sumStreams } from '../wide-model.ts'

export interface WideFigureProps extends ShownProps {
  readonly figure: Figure
  readonly look: string
  readonly title: string
}

/** Hours of weekdays as a map of heat, or what goes between systems as streams. */
export const WideFigure = (props: WideFigureProps) =>
  props.component.kind === 'heat' ? <Heat {...props} /> : <Streams {...props} />

function Heat({ figure, look, title, scale }: WideFigureProps) {
  const { show: text } = useText()
  const { number } = useFormat()
  const grid = layOut(figure)
  const cells = grid.flatMap((row, day) => row.flatMap((value, hour) => (value === null ? [] : [[hour, day, value]])))
  const most = Math.max(1, ...cells.map(([, , value = 0]) => value))
  const nameOf = (day: number, hour: number): string => `${text.weekdays[day]} ${HOURS[hour]}:00`
  const options = (colours: ChartLook, size: number) => ({
    grid: { left: size * 0.5, right: size, top: size * 0.5, bottom: size * 2.6, containLabel: true },
    xAxis: {
      type: 'category',
      data: HOURS,
      axisLabel: { color: colours.text, fontSize: size },
      axisTick: { show: false },
    },
    yAxis: {
      ...{ type: 'category', data: text.weekdays, inverse: true, axisTick: { show: false } },
      axisLabel: { color: colours.text, fontSize: size },
    },
    // Light to dark of one colour, so that more is darker in grey too (and lighter on a dark sheet).
    visualMap: {
      ...{ min: 0, max: most, calculable: false, orient: 'horizontal', left: 'center', bottom: 0 },
      ...{ itemWidth: size, itemHeight: size * 9, text: [number(most), '0'] },
      inRange: { color: [colours.isDark ? '#1b2a2d' : '#e3eff0', colours.colours[0] ?? '#006d75'] },
      textStyle: { color: colours.text, fontSize: size },
    },
    tooltip: {
      formatter: ({ value }: { value: readonly number[] }) =>
        `${nameOf(value[1] ?? 0, value[0] ?? 0)}  ${number(value[2] ?? 0)}`,
    },
    series: [{ type: 'heatmap', data: cells, itemStyle: { borderColor: colours.back, borderWidth: 1 } }],
  })
  const table = [
    [text.weekday, ...HOURS],
    ...grid.map((row, day) => [
      text.weekdays[day] ?? '',
      ...row.map(value => (value === null ? text.noData : number(value))),
    ]),
  ]
  return (
    <WideChart {...{ label: title, look, scale, options, table }} content={JSON.stringify([cells, text.weekdays])} />
  )
}

/** Sources stand on the left and targets on the right, a system that is both on both sides: streams go in circles. */
function Streams({ figure, look, title, scale }: WideFigureProps) {
  const { show: text } = useText()
  const { number } = useFormat()
  const streams = figure.graph ? sumStreams(figure.graph) : []
  if (streams.length === 0) return <p className="db-note">{text.nothing}</p>
  const names = [...new Set(streams.map(({ from }) => `< ${from}`)), ...new Set(streams.map(({ to }) => `> ${to}`))]
  const bare = (name: string): string => name.slice(2)
  const options = (colours: ChartLook, size: number) => ({
    tooltip: {
      formatter: ({
        data,
        name,
        value,
      }: {
        data: { source?: string; target?: string }
        name: string
        value: number
      }) =>
        data.source === undefined || data.target === undefined
          ? `${bare(name)}  ${number(value)}`
          : `${bare(data.source)} → ${bare(data.target)}  ${number(value)}`,
    },
    series: [
      {
        ...{ type: 'sankey', draggable: false, left: size, right: size * 9, top: size * 0.6, bottom: size * 0.6 },
        ...{ nodeWidth: size, nodeGap: size * 0.8, emphasis: { focus: 'adjacency' } },
        data: names.map(name => ({ name, itemStyle: { color: colours.colours[0], borderColor: colours.text } })),
        links: streams.map(({ from, to, written }) => ({ source: `< ${from}`, target: `> ${to}`, value: written })),
        lineStyle: { color: colours.colours[0], opacity: 0.35, curveness: 0.5 },
        label: {
          ...{ color: colours.text, fontSize: size, width: size * 8, overflow: 'truncate' },
          formatter: ({ name, value }: { name: string; value: number }) => `${bare(name)}  ${number(value)}`,
        },
      },
    ],
  })
  const table = [
    [text.from, text.to, text.value],
    ...streams.map(({ from, to, written }) => [from, to, number(written)]),
  ]
  return <WideChart {...{ label: title, look, scale, options, table }} content={JSON.stringify(streams)} />
}
