import { Failure } from '@sluice/contract'
import type { BillFormat } from './format.ts'
import { cleanCell, findColumn } from './labels.ts'
import { type DayOrder, readMoment } from './moment.ts'
import type { RawRow } from './raw-row.ts'

interface Table {
  readonly format: BillFormat
  readonly line: number
  readonly header: readonly string[]
}

const ORDERS: readonly DayOrder[] = ['ymd', 'dmy', 'mdy']

/**
 * What the format says; where it leaves it open, the one order in which every row of the head has a day of the calendar.
 * @throws Failure where two orders do: nothing proves a date, so none is guessed
 */
export function chooseDayOrder({ format, line, header }: Table, rows: readonly RawRow[]): DayOrder {
  const { dayOrder = 'ymd' } = format
  if (dayOrder !== 'either') return dayOrder
  const at = findColumn(header, format.columns.at)
  const days = rows.flatMap(row => (row.line > line ? [{ line: row.line, day: cleanCell(row.cells[at] ?? '') }] : []))
  const dated = days.filter(({ day }) => ORDERS.some(order => readMoment(day, order) !== undefined))
  const fitting = ORDERS.filter(order => dated.every(({ day }) => readMoment(day, order) !== undefined))
  const [first] = dated
  if (first === undefined || fitting.length === 1) return fitting[0] ?? 'ymd'
  throw new Failure({
    code: 'bill.dayOrder',
    message: `Line ${first.line}: "${first.day}" may name its day or its month first, and no other line tells.`,
    value: first.day,
    advice: 'Download a longer period, one with a day after the 12th.',
  })
}
