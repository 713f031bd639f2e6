import type { FieldSpec } from '@sluice/contract'
import { expect, test } from 'vitest'
import { newDraft } from '../model.ts'
import { changeFlatten, listLists } from './flatten-model.ts'

const fields: FieldSpec[] = [
  { name: 'no', type: 'string' },
  {
    name: 'items',
    type: 'array',
    fields: [
      { name: 'sku', type: 'string' },
      { name: 'batches', type: 'array', fields: [{ name: 'b', type: 'int' }] },
    ],
  },
]
const draft = { ...newDraft('UTC').source, key: ['no'] }

test('lists inside a list are offered once the list around them is flattened', () => {
  expect(listLists(fields, [])).toEqual(['items'])
  expect(listLists(fields, ['items'])).toEqual(['items', 'items.batches'])
})

test('the number of a list joins the key; taking the list out takes its fields and the lists inside it along', () => {
  const one = { ...draft, ...changeFlatten(draft, ['items']) }
  expect([one.flatten, one.key]).toEqual([['items'], ['no', 'items_line']])
  const two = { ...one, ...changeFlatten(one, ['items', 'items.batches']) }
  expect(two.key).toEqual(['no', 'items_line', 'items_batches_line'])
  const none = changeFlatten({ ...two, key: [...two.key, 'items_sku'] }, ['items.batches'])
  expect(none).toEqual({ flatten: undefined, key: ['no'] })
})
