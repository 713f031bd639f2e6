import { type RecordState, recordStates } from '@sluice/contract'
import { countRowGroups } from './model.ts'
import type { Definition, Field, Group, Preview } from './types.ts'

/** More of these nobody reads in a picture. */
export const MOST_POINTS = 30
export const MOST_SERIES = 8

export interface Point {
  readonly label: string
  /** Its measure as it is written. */
  readonly text: string
  /** Only for drawing; the table has every digit. null: there is none. */
  readonly size: number | null
  /** The record state it stands for: it is drawn in that state's colour. */
  readonly state?: RecordState
}

export interface Series {
  readonly name: string
  readonly state?: RecordState
  readonly points: readonly Point[]
}

interface Words {
  row(keys: Group['keys']): string
  column(group: Group): string
  metric(group: Group | undefined): string
}

/** The first rows as points: one series, in a pivot one for each of its first columns. */
export function listSeries(definition: Definition, result: Pick<Preview, 'rows' | 'columns'>, words: Words): Series[] {
  const at = definition.chart.metric
  const rows = result.rows.slice(0, MOST_POINTS)
  const rowField = countRowGroups(definition) === 1 ? definition.group_by[0]?.field : undefined
  const toPoint = (keys: Group['keys'], group: Group | undefined): Point => ({
    label: words.row(keys),
    text: words.metric(group),
    size: sizeOf(group?.metrics[at]),
  })
  if (!definition.pivot || definition.chart.type === 'pie')
    return [{ name: '', points: rows.map(row => ({ ...toPoint(row.keys, row), ...stateOf(row.keys[0], rowField) })) }]
  return result.columns.slice(0, MOST_SERIES).map(column => {
    const key = column.keys.at(-1)
    return {
      name: words.column(column),
      ...stateOf(key, definition.group_by.at(-1)?.field),
      points: rows.map(row =>
        toPoint(
          row.keys,
          row.cells.find(cell => cell.keys.at(-1)?.kind === key?.kind && cell.keys.at(-1)?.text === key?.text),
        ),
      ),
    }
  })
}

/** Only where records are grouped by their state. */
function stateOf(key: Group['keys'][number] | undefined, field: Field | undefined): { state?: RecordState } {
  if (field?.of !== 'record' || field.name !== 'status') return {}
  const state = recordStates.find(code => String(code) === key?.text)
  return state === undefined ? {} : { state }
}

function sizeOf(metric: Group['metrics'][number] | undefined): number | null {
  const size = metric?.is_number && metric.value !== null ? Number(metric.value) : Number.NaN
  return Number.isFinite(size) ? size : null
}

/** Where the axis ends: from zero, or below it, to a round number. */
export function spanOf(series: readonly Series[]): { readonly low: number; readonly high: number } {
  const sizes = series.flatMap(each => each.points.flatMap(point => point.size ?? []))
  const low = roundAway(Math.min(0, ...sizes))
  const high = roundAway(Math.max(0, ...sizes))
  return low === high ? { low: 0, high: 1 } : { low, high }
}

/** A round number further from zero. */
function roundAway(value: number): number {
  if (value === 0) return 0
  const power = 10 ** Math.floor(Math.log10(Math.abs(value)))
  const step = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].find(each => each * power >= Math.abs(value)) ?? 10
  return Math.sign(value) * step * power
}

export interface Slice {
  readonly label: string
  readonly text: string
  readonly share: number
  readonly path: string
  readonly state?: RecordState
}

/** A pie of what is above zero, clockwise from the top. */
export function listSlices(points: readonly Point[], radius: number): Slice[] {
  const shown = points.filter(point => point.size !== null && point.size > 0)
  const total = shown.reduce((sum, point) => sum + (point.size ?? 0), 0)
  let from = 0
  return shown.map(({ size, ...point }) => {
    const share = (size ?? 0) / total
    const to = from + share
    const path = drawSlice(from, Math.min(to, from + 0.9999), radius)
    from = to
    return { ...point, share, path }
  })
}

function drawSlice(from: number, to: number, radius: number): string {
  const at = (turn: number) => {
    const angle = turn * 2 * Math.PI - Math.PI / 2
    return `${(radius * (1 + Math.cos(angle))).toFixed(2)} ${(radius * (1 + Math.sin(angle))).toFixed(2)}`
  }
  return `M${radius} ${radius}L${at(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`
}
