import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, ExactNumber, type ParamValues, toJson } from '@sluice/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readUpload, writeTo } from '../testing.ts'

let context: ReturnType<typeof createTestContext>
beforeEach(() => {
  context = createTestContext()
})
afterEach(() => context.dispose())

async function goRound(records: readonly Data[], target: ParamValues, source: ParamValues = {}): Promise<unknown[]> {
  const outcomes = await writeTo(context, target, records)
  expect(outcomes.map(outcome => outcome.kind)).toEqual(records.map(() => 'written'))
  const name = (await readdir(context.directory)).find(each => !each.startsWith('.')) ?? ''
  return (await readUpload(name, await readFile(join(context.directory, name)), { options: source })).data
}

/** Texts that formats have tripped over: formulas and their guard, quotes, breaks, blanks, words for nothing. */
const texts = [
  ...['+1 (780) 555-0100', "'+49", "''=x", '=1+1', '@x', '-5', '＝1', "'", '"', '""', '', ' ', ' a ', '\t'],
  ...[
    'a,b',
    'a;b',
    'x\ny',
    'x\r\ny',
    '\r',
    'NULL',
    '\\N',
    'null',
    '00501',
    '1E3',
    '1.10',
    '2024-01-02',
    '东方',
    '👍🏽',
  ],
  ...['a;=1', "a;'=1", 'a;"=1', 'a\t@x', 'a\r\n=1', '1;-5', "1;'-5", '=a;+b', "'=a;''+b", 'a;＝1', ';'],
  ...['sep=;', '_x0041_', '#N/A', '<&>', '\ufeffx'],
]
const rows: readonly Data[] = [...texts, null].map((text, at) => ({ id: String(at), text, more: at % 2 ? null : '' }))

test.each<[ParamValues, ParamValues]>([
  [{ format: 'csv' }, {}],
  [{ format: 'csv', encoding: 'gb18030' }, {}],
  [{ format: 'csv', null_text: '\\N' }, { null_text: '\\N' }],
  [{ format: 'csv', guard_formulas: true }, { guarded: true }],
  [{ format: 'jsonl' }, {}],
  [{ format: 'xlsx' }, {}],
])('texts, empty texts and nulls come back from a file target: %j', async (target, source) => {
  expect(await goRound(rows, target, source)).toEqual(rows)
})

test('a record of nulls alone comes back, in one column too', async () => {
  expect(await goRound([{ a: null, b: null }], { format: 'csv' })).toEqual([{ a: null, b: null }])
})

test('numbers come back by their digits from a workbook and from JSON Lines', async () => {
  const numbers = ['1.10', '0.30000000000000004', '9223372036854775807', '-0.001', '12345678.12', '1e400']
  const records = numbers.map((text, id) => ({ id, n: new ExactNumber(text) }))
  const back = (await goRound(records, { format: 'jsonl' })) as Data[]
  expect(back.map(record => toJson(record['n'] ?? null))).toEqual(numbers)
})
