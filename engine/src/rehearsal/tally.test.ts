import { expect, test } from 'vitest'
import { Tally } from './tally.ts'

test('null, missing and "" have an example each, however many values came before', () => {
  const tally = new Tally(null)
  const record = { number: null, status: 2, version: 1, kind: 'changed' as const, problems: [] }
  const afters = ['"1"', '"2"', '"3"', '"4"', 'null', 'null', '""', null, '"5"']
  afters.forEach((after, n) => {
    const fields = [{ field: 'unit', before: '"x"', after }]
    tally.add('changed', { ...record, recordId: String(n), key: `K${n}`, fields })
  })
  const [unit] = tally.sum().fields
  expect([unit?.count, unit?.examples.map(({ key }) => key)]).toEqual([9, ['K0', 'K7', 'K6', 'K4']])
})
