import { ADAPTER_OPTION, parseJson } from '@sluice/contract'
import { expect, it } from 'vitest'
import { findUnkeyed } from './find-unkeyed.ts'

const rows = (...texts: string[]) => texts.map(text => parseJson(text) as Record<string, never>)
const source = { key: ['id'], options: {} }
const find = (change: object, ...texts: string[]) =>
  findUnkeyed({ ...source, ...change }, {}, rows(...texts)).map(({ at, failure }) => [at, failure.code, failure.field])

it('names the place and the field of a row whose key is missing, null or empty', () => {
  expect(find({}, '{"id":1}', '{"no":1}', '{"id":null}', '{"id":0}', '{"id":""}')).toEqual([
    [1, 'record.noKey', 'id'],
    [2, 'record.noKey', 'id'],
    [4, 'record.noKey', 'id'],
  ])
  expect(find({ key: ['id', 'line'] }, '{"id":1}')).toEqual([[0, 'record.noKey', 'line']])
  expect(find({}, JSON.stringify({ id: 'x'.repeat(3000) }))).toEqual([[0, 'record.badKey', 'id']])
})

it('asks for the key of the rows that lists become, and of those that the filter takes', () => {
  const list = { key: ['no', 'items_sku'], flatten: ['items'] }
  expect(find(list, '{"no":1,"items":[{"sku":"a"},{"sku":"b"}]}')).toEqual([])
  expect(find(list, '{"no":1,"items":[{"sku":"a"},{}]}')).toEqual([[0, 'record.noKey', 'items_sku']])
  const filter = [[{ field: 'kind', logic: 'eq', value: 'order' }]]
  expect(find({ filter }, '{"kind":"other"}', '{"kind":"order"}')).toEqual([[1, 'record.noKey', 'id']])
})

it('gives no verdict where a script or a derived field has a say', () => {
  expect(find({ options: { [ADAPTER_OPTION]: 'a' } }, '{}')).toEqual([])
  const filter = [[{ field: 'derived.kind', logic: 'eq' as const, value: 'order' }]]
  const derived = [{ name: 'kind', value: { kind: 'template' as const, template: '{{k}}' } }]
  expect(findUnkeyed({ ...source, filter }, { derived } as never, rows('{}'))).toEqual([])
})
