import { parseJson } from '@sluice/contract'
import { expect, it } from 'vitest'
import { type FaultyRecord, findFaults } from './find-faults.ts'

const template = (target: string, path: string) => ({ target, value: { kind: 'template' as const, template: path } })
const fields = [
  template('FBillNo', '{{单号}}'),
  {
    target: 'FAmount',
    value: { kind: 'expression' as const, expression: 'row.price * derived.times + size(row.lines)' },
  },
  { target: 'FBuyer', value: { kind: 'object' as const, fields: [template('FName', '{{buyer.name}}')] } },
  {
    target: 'FEntity',
    value: {
      kind: 'lines' as const,
      source: 'lines',
      fields: [template('FQty', '{{qty}}'), template('FOrder', '{{$.单号}}'), template('FNote', '{{a.b}}')],
    },
  },
]
const derived = [template('times', '{{factor}}')]
const original = parseJson(
  '{"单号":"SO-1","price":1.10,"factor":3,"buyer":{"name":"李"},"a.b":"dots","lines":[{"qty":1},{"qty":0}]}',
)
const mapped = parseJson(
  '{"FBillNo":"SO-1","FAmount":3.3,"FBuyer":{"FName":"李"},"FEntity":[{"FQty":1},{"FQty":0}],"数量":2,"id":7}',
)
const base: FaultyRecord = {
  mapping: { fields, derived, copyAll: false } as FaultyRecord['mapping'],
  problems: [],
  failure: null,
  response: null,
  original,
  mapped,
}
const fail = (message: string, field?: string) =>
  ({ code: 'target.data', message, retry: 'skip', ...(field !== undefined && { field }) }) as const

it.each([
  ['FBillNo', ['单号']],
  ['FAmount', ['price', 'factor', 'lines']],
  ['FBuyer.FName', ['buyer.name']],
  ['FEntity[1].FQty', ['lines[1].qty']],
  ['FEntity[0].FOrder', ['单号']],
  ['FEntity[0].FNote', ['a.b']],
  ['FEntity', ['lines']],
  ['derived.times', ['factor']],
  ['nothing', []],
])('%s comes from %j', (target, sources) => {
  const faults = findFaults({ ...base, failure: fail('no', target) })
  expect(faults.map(fault => ({ ...fault, sources: fault.sources.toSorted() }))).toEqual([
    { target, sources: sources.toSorted() },
  ])
})

it('what the mapping refused counts before what the target said', () => {
  const problems = [{ field: 'FBillNo', code: 'mapping.required', message: 'It is empty.' }]
  expect(findFaults({ ...base, problems, failure: fail('FAmount', 'FAmount') })).toEqual([
    { target: 'FBillNo', sources: ['单号'] },
  ])
})

it('a target that names no field is read for the names of fields', () => {
  const said = (message: string, response: string | null = null) =>
    findFaults({ ...base, failure: fail(message), response }).map(({ target }) => target)
  expect(said('CHECK constraint failed: FAmount > 0')).toEqual(['FAmount'])
  expect(said('明细数量必须大于0')).toEqual(['数量'])
  expect(said('refused', '{"errors":[{"path":"FQty"}]}')).toEqual(['FEntity[0].FQty'])
  // Parts of longer words are no names.
  expect(said('XFAmount, FAmount2 and FBillNos are valid')).toEqual([])
  expect(findFaults({ ...base, mapped: null })).toEqual([])
})

it('where all fields are copied a name is its own source', () => {
  const mapping = { fields: [], copyAll: true } as unknown as FaultyRecord['mapping']
  const record = { ...base, mapping, mapped: original, failure: fail('price too low') }
  expect(findFaults(record)).toEqual([{ target: 'price', sources: ['price'] }])
})
