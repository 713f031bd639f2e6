import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordedColumn } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareStatements } from './check-statements.ts'
import { findSendings, type Sending } from './row-types.ts'

const SOURCE = `interface Tx {
  query<Row extends object = Record<string, unknown>>(text: string): Promise<Row[]>
  execute(text: string): Promise<number>
}
declare const tx: Tx
declare const other: { query<Row>(text: string): Promise<Row[]> }
interface Named { readonly id: string; readonly name: string | null; readonly kind: 'a' | 'b'; readonly note?: number }
tx.query<Named>('named')
const inferred = (): Promise<{ count: number }[]> => tx.query('inferred')
tx.query('without')
tx.execute('executed')
other.query<Named>('of another')
// never null: it is asked for
tx.query<{ at: string }>('waived')
`

const folder = mkdtempSync(join(tmpdir(), 'sluice-statements-'))
let sendings: readonly Sending[]
beforeAll(() => {
  const config = { compilerOptions: { target: 'esnext', module: 'esnext', types: [], strict: true, noEmit: true } }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'planted.ts'), `${SOURCE}export {}\n`)
  sendings = findSendings(folder, () => true)
})
afterAll(() => rmSync(folder, { recursive: true }))

const TEXT = 25
const INT4 = 23
const INT8 = 20
const lineOf = (text: string): number => SOURCE.split('\n').findIndex(line => line.includes(text)) + 1
const wrongOf = (text: string, columns: readonly RecordedColumn[]): readonly string[] =>
  compareStatements(sendings, [{ path: 'planted.ts', line: lineOf(text), columns }]).wrong
const right: readonly RecordedColumn[] = [
  { name: 'id', type: TEXT },
  { name: 'name', type: TEXT, nullable: 'x.name', hadNull: true },
  { name: 'kind', type: TEXT },
]

test('every statement of a transaction is found, and nothing else', () => {
  const lines = ["'named'", "'inferred'", "'without'", "'executed'", "'waived'"].map(lineOf)
  expect(sendings.map(({ line }) => line)).toEqual(lines)
})

test('what the server answers is what is asserted', () => {
  expect(wrongOf("'named'", right)).toEqual([])
  expect(wrongOf("'named'", [...right, { name: 'more', type: INT8 }])).toEqual([])
})

const planted: [string, string, readonly RecordedColumn[], string][] = [
  ['a column that is not selected', "'named'", right.slice(1), 'id: is not selected'],
  ['another type', "'named'", [...right.slice(1), { name: 'id', type: INT4 }], 'number (23) arrives'],
  ['a number beyond doubles', "'inferred'", [{ name: 'count', type: INT8 }], 'text (20) arrives'],
  ['a NULL that arrived', "'named'", [...right.slice(1), { name: 'id', type: TEXT, hadNull: true }], 'NULL arrived'],
  ['a NULL that may', "'named'", [...right.slice(1), { name: 'id', type: TEXT, nullable: 'x.id' }], 'x.id may be NULL'],
  ['of an optional one', "'named'", [...right, { name: 'note', type: TEXT }], 'text (25) arrives'],
  ['a NULL where none was to be', "'waived'", [{ name: 'at', type: TEXT, hadNull: true }], 'NULL arrived'],
]
test.each(planted)('%s is told', (_, text, columns, problem) => {
  expect(wrongOf(text, columns)).toEqual([expect.stringContaining(problem)])
})

test('a place that says why nothing is NULL is believed until one arrives', () => {
  expect(wrongOf("'waived'", [{ name: 'at', type: TEXT, nullable: 'x.at' }])).toEqual([])
})

test('a statement that no test sends is told, and one outside of its store', () => {
  const sending = { row: null, isNeverNull: false }
  const found = compareStatements(
    [
      { ...sending, path: 'api/src/modules/a/b/store.ts', line: 1 },
      { ...sending, path: 'api/src/modules/a/b/routes.ts', line: 2 },
    ],
    [{ path: 'api/src/modules/a/b/routes.ts', line: 2, columns: [] }],
  )
  expect(found).toEqual({
    wrong: [],
    unsent: ['api/src/modules/a/b/store.ts:1'],
    misplaced: ['api/src/modules/a/b/routes.ts:2'],
  })
})
