import { Failure } from '@sluice/contract'
import type { Column } from './column.ts'

const NUMBER = /^\s*[+-]?\d+(?:\.\d+)?\s*$/
/** Moments written as digits: `20260131`, `20260131235959`, with milliseconds. */
const STAMP = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[0-2]\d[0-5]\d[0-5]\d(?:\d{3})?)?$/
/** Day and month first, or months and days without their zero: `31.1.2026`, `1/31/26`, `2026-1-5`. */
const LOOSE_DAY = /^\s*\d{1,4}([-/.年])\d{1,2}(?:\1|月)\d{1,4}/
const TIGHT_DAY = /^\s*\d{4}([-/.])\d\d\1\d\d(?!\d)/
const UUID = /^[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-/i

/**
 * Whether the greatest value of a column is the newest, as an increment believes. Texts are ordered by characters: behind
 * "9" no "10" would ever be read.
 * @throws Failure `source.incrementOrder`
 */
export function requireOrder({ name, kind }: Pick<Column, 'name' | 'kind'>, greatest: string | null): void {
  if (greatest === null || isOrdered(kind, greatest)) return
  throw new Failure({
    code: 'source.incrementOrder',
    message: `The increment field ${name} holds values like "${greatest.slice(0, 40)}", which the database does not order by time or number, so what is new would be missed.`,
    field: 'source.increment.field',
    value: greatest.slice(0, 40),
    advice: 'Choose a time or a number, cast the field in a view or a query, or run everything each time.',
  })
}

function isOrdered({ is }: Column['kind'], greatest: string): boolean {
  if (is === 'boolean' || is === 'json' || is === 'list') return false
  const uuid = UUID.exec(greatest)
  // Version 7 begins with its time.
  if (uuid) return uuid[1] === '7'
  // SQLite keeps any text in a column that is declared to hold times.
  if (LOOSE_DAY.test(greatest) && !TIGHT_DAY.test(greatest)) return false
  return is !== 'text' || !NUMBER.test(greatest) || STAMP.test(greatest)
}
