/** Colours and letters of the place that a chart stands in. */
export interface ChartLook {
  readonly colours: readonly string[]
  readonly text: string
  readonly line: string
  readonly back: string
  readonly font: string
  readonly isDark: boolean
}

export interface ChartContent {
  readonly kind: 'line' | 'bar' | 'pie' | 'gauge' | 'waterfall'
  /** What the values belong to: hours, states. */
  readonly points: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  format(value: number): string
  /** Of a waterfall: the points that stand on the ground, and how each amount is written, to its last digit. */
  readonly totals?: readonly number[]
  readonly written?: readonly string[]
}

interface Drawn extends ChartContent {
  readonly scale: number
  readonly max: number | null
}

const LETTERS = 13
const dashes = ['solid', 'dashed', 'dotted'] as const
const marks = ['circle', 'rect', 'triangle', 'diamond'] as const

/** What ECharts is told. Lines differ by dash and mark too, so that they are told apart in grey. */
export function drawChart(drawn: Drawn, look: ChartLook): Record<string, unknown> {
  const size = LETTERS * drawn.scale
  const textStyle = { fontFamily: look.font, fontSize: size, color: look.text }
  return {
    animation: false,
    darkMode: look.isDark,
    color: look.colours,
    textStyle,
    // Drawn, not HTML: a name stays a name.
    tooltip: {
      renderMode: 'richText',
      trigger: drawn.kind === 'pie' || drawn.kind === 'gauge' ? 'item' : 'axis',
      valueFormatter: (value: unknown) => (typeof value === 'number' ? drawn.format(value) : '–'),
      backgroundColor: look.back,
      borderColor: look.line,
      textStyle,
      confine: true,
    },
    ...parts[drawn.kind](drawn, look, size),
  }
}

type Part = (drawn: Drawn, look: ChartLook, size: number) => Record<string, unknown>

const legend = (look: ChartLook, size: number) => ({
  textStyle: { color: look.text, fontSize: size },
  itemWidth: size * 1.4,
  itemHeight: size * 0.8,
})

const axes: Part = ({ points, series, format }, look, size) => ({
  legend: { ...legend(look, size), show: series.length > 1, top: 0, right: 0 },
  grid: { left: size * 0.5, right: size, top: series.length > 1 ? size * 2.2 : size, bottom: 0, containLabel: true },
  xAxis: {
    type: 'category',
    data: points,
    axisLabel: { color: look.text, fontSize: size, hideOverlap: true },
    axisLine: { lineStyle: { color: look.line } },
    axisTick: { show: false },
  },
  yAxis: {
    type: 'value',
    minInterval: 1,
    splitNumber: 4,
    axisLabel: { color: look.text, fontSize: size, formatter: format },
    splitLine: { lineStyle: { color: look.line } },
  },
})

/** What comes in is plain, what goes out is hatched, and a sum has an edge: told apart without a colour. */
const LOOKS = {
  in: { colour: 0 },
  out: {
    colour: 1,
    decal: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [3, 4], rotation: -0.8, color: 'rgba(255,255,255,0.75)' },
  },
  total: { colour: 2 },
} as const

/** Each bar hangs where the one before ended. One that crosses nought is drawn as its part above and its part below. */
function drawWaterfall(drawn: Drawn, look: ChartLook, size: number): Record<string, unknown> {
  const { points, series, totals = [], written = [] } = drawn
  let after = 0
  const bars = points.map((_, at) => {
    const value = series[0]?.values[at] ?? 0
    const isTotal = totals.includes(at)
    const before = isTotal ? 0 : after
    after = before + value
    const kind: keyof typeof LOOKS = isTotal ? 'total' : value < 0 ? 'out' : 'in'
    return { kind, low: Math.min(before, after), high: Math.max(before, after) }
  })
  const invisible = { type: 'bar', stack: 'w', silent: true, itemStyle: { color: 'transparent' } }
  const visible = (sign: 1 | -1) => ({
    ...{ type: 'bar', stack: 'w', barWidth: '58%', name: series[0]?.name ?? '' },
    data: bars.map(({ kind, low, high }, at) => {
      const { colour, ...rest } = LOOKS[kind]
      const isLabelled = sign === 1 ? high > 0 || low >= 0 : high <= 0 && low < 0
      return {
        value: sign === 1 ? Math.max(0, high) - Math.max(0, low) : Math.min(0, low) - Math.min(0, high),
        itemStyle: {
          ...{ color: look.colours[colour], borderColor: look.text, borderWidth: kind === 'total' ? 2 : 1 },
          ...('decal' in rest && { decal: rest.decal }),
        },
        label: {
          ...{ show: isLabelled, position: sign === 1 ? 'top' : 'bottom', formatter: () => written[at] ?? '' },
          ...{ color: look.text, fontSize: size, fontWeight: kind === 'total' ? 600 : 400 },
        },
      }
    }),
  })
  const plain = axes({ ...drawn, series: series.slice(0, 1) }, look, size)
  return {
    ...plain,
    tooltip: { show: false },
    grid: { left: size * 0.5, right: size, top: size * 2, bottom: size * 0.5, containLabel: true },
    xAxis: {
      ...(plain['xAxis'] as object), // made above
      axisLabel: { color: look.text, fontSize: size, interval: 0, width: size * 6, overflow: 'break' },
    },
    series: [
      { ...invisible, data: bars.map(({ low }) => Math.max(0, low)) },
      { ...invisible, data: bars.map(({ high }) => Math.min(0, high)) },
      visible(1),
      visible(-1),
    ],
  }
}

const parts: Readonly<Record<Drawn['kind'], Part>> = {
  line: (drawn, look, size) => ({
    ...axes(drawn, look, size),
    series: drawn.series.map(({ name, values }, at) => ({
      type: 'line',
      name,
      data: values,
      symbol: marks[at % marks.length],
      symbolSize: size * 0.5,
      showSymbol: drawn.points.length <= 30,
      lineStyle: { width: drawn.scale * 2.5, type: dashes[at % dashes.length] },
      ...(drawn.series.length === 1 && { areaStyle: { opacity: 0.14 } }),
    })),
  }),
  bar: (drawn, look, size) => ({
    ...axes(drawn, look, size),
    series: drawn.series.map(({ name, values }) => ({
      type: 'bar',
      name,
      data: values,
      barMaxWidth: size * 2.4,
      itemStyle: { borderRadius: [size * 0.2, size * 0.2, 0, 0] },
    })),
  }),
  pie: ({ points, series, format }, look, size) => ({
    legend: {
      ...legend(look, size),
      orient: 'vertical',
      right: 0,
      top: 'middle',
      type: 'plain',
      formatter: (name: string) => {
        const value = series[0]?.values[points.indexOf(name)] ?? null
        return value === null ? name : `${name}  ${format(value)}`
      },
    },
    series: [
      {
        type: 'pie',
        radius: ['48%', '78%'],
        center: ['34%', '50%'],
        label: { show: false },
        itemStyle: { borderColor: look.back, borderWidth: size * 0.15 },
        data: points.map((name, at) => ({ name, value: series[0]?.values[at] ?? 0 })),
      },
    ],
  }),
  waterfall: drawWaterfall,
  gauge: ({ series, points, format, max, scale }, look, size) => {
    const value = series[0]?.values[0] ?? null
    return {
      series: [
        {
          type: 'gauge',
          min: 0,
          max: max ?? roundUp(value ?? 0),
          startAngle: 210,
          endAngle: -30,
          radius: '92%',
          center: ['50%', '58%'],
          progress: { show: value !== null, width: size * 1.2 },
          axisLine: { lineStyle: { width: size * 1.2, color: [[1, look.line]] } },
          pointer: { show: false },
          axisTick: { show: false },
          splitLine: { show: false },
          axisLabel: { color: look.text, fontSize: size, distance: size * -2.4, formatter: format },
          splitNumber: 1,
          detail: {
            valueAnimation: false,
            offsetCenter: [0, 0],
            fontSize: 40 * scale,
            fontWeight: 600,
            color: look.text,
            formatter: () => (value === null ? '–' : format(value)),
          },
          title: { show: false },
          data: [{ value: value ?? 0, name: points[0] ?? '' }],
        },
      ],
    }
  },
}

/** The next number of one digit and noughts. */
function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return Math.ceil(value / power) * power
}

/** Colours and letters of a place. */
export function readLook(element: Element, look: string): ChartLook {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--sl-chart-${name}`).trim()
  return {
    colours: [1, 2, 3, 4, 5, 6].map(at => read(String(at))),
    text: read('text'),
    line: read('line'),
    back: read('back'),
    font: style.fontFamily,
    isDark: look === 'dark',
  }
}
