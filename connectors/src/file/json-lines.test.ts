import { ExactNumber } from '@sluice/contract'
import { expect, test } from 'vitest'
import { readUpload } from './testing.ts'

test('every numeral of a JSON Lines file keeps its digits', async () => {
  const { data } = await readUpload('a.jsonl', '{"id":9007199254740993,"a":12.50,"n":null}\n\n{"id":2}')
  expect(data).toEqual([{ id: new ExactNumber('9007199254740993'), a: new ExactNumber('12.50'), n: null }, { id: 2 }])
})

test('a broken line is refused alone, with its number', async () => {
  const deep = '{"a":'.repeat(100_000)
  const { records } = await readUpload('a.jsonl', `{"id":1}\n{"id":\n[1]\n${deep}\n{"id":5}\n`)
  expect(records.map(record => record.failure?.message ?? record.data)).toEqual([
    { id: 1 },
    'Line 2 is not JSON.',
    'Line 3 is not an object.',
    'Line 4 is nested deeper than 200 levels.',
    { id: 5 },
  ])
})

test('a JSON array in place of lines is refused with the way out', async () => {
  await expect(readUpload('a.json', '[{"id":1}]')).rejects.toThrow(/one JSON array/)
})

test('the row number is added where it is wanted, and never over a field of that name', async () => {
  const options = { with_row_number: true }
  const { records, described } = await readUpload('a.ndjson', '{"id":1}\n{"_row":9}\n', { options })
  expect(records[0]?.data).toEqual({ _row: 1, id: 1 })
  expect(records[1]?.failure?.message).toContain('_row')
  expect(described.fields.map(field => field.name)).toEqual(['_row', 'id'])
})
