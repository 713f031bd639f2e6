import { HeatmapChart, SankeyChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { type ChartLook, readLook } from './chart-options.ts'
import './chart.css'

use([HeatmapChart, SankeyChart, GridComponent, TooltipComponent, VisualMapComponent, SVGRenderer])

export interface WideChartProps {
  /** What it shows, for who does not see it. */
  readonly label: string
  readonly look: string
  /** Changes where it is to be drawn anew. */
  readonly content: string
  /** What ECharts is told, but for what all charts have. */
  options(look: ChartLook, size: number): Record<string, unknown>
  /** The same figures behind it, first the headings. */
  readonly table: readonly (readonly string[])[]
  readonly scale: number
}

const LETTERS = 13

/** A heat map or a Sankey picture; only who looks at one loads them. Behind it stands a table for who does not see it. */
export function WideChart({ label, look, content, options, table, scale }: WideChartProps) {
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
  // What it is drawn of is told by its content.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (place.current === null) return
    const colours = readLook(place.current, look)
    const size = LETTERS * scale
    const textStyle = { fontFamily: colours.font, fontSize: size, color: colours.text }
    const common = {
      animation: false,
      darkMode: colours.isDark,
      color: [...colours.colours],
      textStyle,
      // Drawn, not HTML: a name stays a name.
      tooltip: {
        ...{ renderMode: 'richText', trigger: 'item', confine: true, textStyle },
        ...{ backgroundColor: colours.back, borderColor: colours.line },
      },
    }
    const own = options(colours, size)
    chart.current?.setOption({ ...common, ...own, tooltip: { ...common.tooltip, ...(own['tooltip'] as object) } }, true)
  }, [content, look, scale])
  const [heads = [], ...rows] = table
  return (
    <div className="sl-chart">
      <div ref={place} className="sl-chart" aria-hidden="true" />
      <table className="sl-chart-table">
        <caption>{label}</caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike
            <tr key={at}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
