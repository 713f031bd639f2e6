import { BarChart, GaugeChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { type ChartContent, drawChart, readLook } from './chart-options.ts'
import './chart.css'

use([BarChart, GaugeChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

export interface ChartProps extends ChartContent {
  /** What it shows, for who does not see it. */
  readonly label: string
  /** In pixels; the letters with it. */
  readonly scale?: number
  /** Where a gauge ends. */
  readonly max?: number | null
  /** What stands above the points in the table for screen readers. */
  readonly heading: string
  /** light or dark, where it is not as the page is. Another one draws it anew. */
  readonly look: string
}

/**
 * A chart by ECharts, which only this file loads. Names are drawn, never read as HTML; behind it stands a table for who
 * does not see it. It draws only what has changed, without motion.
 */
export function Chart(props: ChartProps) {
  const { kind, label, points, series, heading, format } = props
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  useEffect(() => {
    const element = place.current! // drawn by the time effects run
    const drawn = init(element, null, { renderer: 'svg' })
    chart.current = drawn
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.dispose()
      chart.current = null
    }
  }, [])
  const { scale = 1, max = null, look, totals, written } = props
  useEffect(() => {
    if (place.current === null) return
    const options = drawChart(
      { kind, points, series, scale, max, format, ...(totals && { totals }), ...(written && { written }) },
      readLook(place.current, look),
    )
    chart.current?.setOption(options, { notMerge: true })
  }, [kind, points, series, scale, max, format, look, totals, written])
  return (
    <div className="sl-chart">
      <div ref={place} className="sl-chart" aria-hidden="true" />
      <table className="sl-chart-table">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two points may be written alike
            <tr key={at}>
              <th scope="row">{point}</th>
              {series.map(({ name, values }) => {
                const value = values[at] ?? null
                return <td key={name}>{written?.[at] ?? (value === null ? '–' : format(value))}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
