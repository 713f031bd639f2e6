import { figureSources } from '@sluice/contract'
import { useFormat } from '../../../../lib/format.ts'
import { Chart } from '../../../../ui/chart.tsx'
import type { Figure, ShownProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { useWord } from './use-word.ts'

export interface FigureChartProps extends ShownProps {
  readonly look: string
  readonly title: string
}

/** Figures as lines, bars, shares or a gauge. */
export function FigureChart({ component, figures, scale, look, title }: FigureChartProps) {
  const text = useText()
  const word = useWord()
  const { number, shortTime } = useFormat()
  const { kind, options } = component
  const [first] = figures
  if (first === undefined || (kind !== 'line' && kind !== 'bar' && kind !== 'pie' && kind !== 'gauge')) return null
  const named = (figure: Figure) => text.figures[figure.name]
  const shown = { kind, label: title, scale, look, format: number } as const
  const isShare = figureSources[first.name].unit === 'percent'
  if (kind === 'gauge')
    return (
      <Chart
        {...shown}
        format={value => `${number(value)}${isShare ? '%' : ''}`}
        heading={text.show.name}
        points={[named(first)]}
        series={[{ name: text.show.value, values: [first.value] }]}
        max={options.max ?? (isShare ? 100 : null)}
      />
    )
  if (first.points.length > 0)
    return (
      <Chart
        {...shown}
        heading={text.show.hour}
        points={first.points.map(({ at }) => shortTime(at).slice(-5))}
        series={figures.map(figure => ({ name: named(figure), values: figure.points.map(({ value }) => value) }))}
      />
    )
  const parts = first.parts.slice(0, options.limit)
  return (
    <Chart
      {...shown}
      heading={text.show.name}
      points={parts.map(({ key, label }) => label || word(key))}
      series={[{ name: named(first), values: parts.map(({ value }) => value) }]}
    />
  )
}
