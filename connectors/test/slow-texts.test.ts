import { limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import { parseDecimal, parseMoment } from '@sluice/connector-kit/sql'
import { beforeAll, expect, test } from 'vitest'
import { parseType } from '../src/clickhouse/types.ts'
import { refuseLoad } from '../src/doris/failure.ts'
import { readListing } from '../src/ftp/read-listing.ts'
import { toSessionFailure } from '../src/mysql/failure.ts'
import { readRights } from '../src/mysql/rights.ts'
import type { Session } from '../src/mysql/session.ts'
import { explainRow } from '../src/oracle/failure.ts'
import { readElement, readElements } from '../src/s3/read-xml.ts'

// Texts of a far system over which a pattern takes the square of their length, unless it is written with care.

const LONG = 100_000
let limitMs: number
beforeAll(async () => {
  limitMs = await limitTurn(100)
})

const grants = (line: string, database = 'd') =>
  readRights({
    isMariaDb: true,
    query: async (sql: string) => (/grants/.test(sql) ? [[line]] : /database/.test(sql) ? [[database, 'x']] : []),
  } as unknown as Session)

const texts: readonly [what: string, read: () => unknown][] = [
  ['names of a GRANT', () => grants(`GRANT ${'a '.repeat(LONG)} ON *.* TO x`)],
  ['brackets of a GRANT', () => grants(`GRANT ${'a ('.repeat(LONG)} ON *.* TO x`)],
  ['places of a GRANT', () => grants(`GRANT A${' ON `x'.repeat(LONG)}`)],
  ['backticks of a GRANT', () => grants(`GRANT A${' ON ```'.repeat(LONG)}`)],
  ['stars of a GRANT', () => grants(`GRANT A ON \`${'%a'.repeat(30)}\`.* TO x`, 'a'.repeat(60))],
  ['elements of a store', () => readElements('<Contents>'.repeat(LONG), 'Contents')],
  ['an element of a store', () => readElement('<Key '.repeat(LONG), 'Key')],
  ['texts of a store', () => readElement('<Key>'.repeat(LONG), 'Key')],
  ['a numeral', () => parseDecimal(`1${'0'.repeat(LONG)}1`)],
  ['a fraction of a second', () => parseMoment(`2026-01-01T00:00:00.${'0'.repeat(LONG)}1`)],
  ['names of an Enum', () => parseType(`Enum8('${"\\'".repeat(LONG)}`)],
  ['a line of a listing', () => readListing(`${' '.repeat(LONG)}x`, () => [])],
  ['digits of a listing', () => readListing(`${'1'.repeat(LONG)}x`, () => [])],
  ['a refusal of Oracle', () => explainRow(new Error(`ORA-1: column "${'a'.repeat(LONG)}`))],
  ['a refusal of Doris', () => refuseLoad('mem'.repeat(LONG))],
  ['a refusal of MySQL', () => toSessionFailure(Object.assign(new Error('auth'.repeat(LONG)), { errno: 1 }))],
]

test.each(texts)('%s', async (what, read) => {
  const tookMs = await measureLeast(limitMs, async () => {
    try {
      await read()
    } catch {
      // Refused at once.
    }
  })
  expect([what, Math.max(0, Math.round(tookMs - limitMs))]).toEqual([what, 0])
})
