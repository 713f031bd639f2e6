import { Mapping, type MappingField } from '@sluice/contract'
import { expect, test } from 'vitest'
import { checkMapping } from './check-mapping.ts'

const template = (target: string, text: string): MappingField => ({
  target,
  value: { kind: 'template', template: text },
})
const expression = (target: string, text: string): MappingField => ({
  target,
  value: { kind: 'expression', expression: text },
})

const sourceFields = [
  { name: 'id', type: 'int' },
  { name: 'Order Date', type: 'date' },
  { name: 'extra', type: 'json' },
  { name: 'customer', type: 'object', fields: [{ name: 'code', type: 'string' }] },
  { name: 'items', type: 'array', fields: [{ name: 'sku', type: 'string' }] },
] as const
const targetFields = [
  { name: 'code', type: 'string', isRequired: true },
  { name: 'note', type: 'string' },
] as const

const codes = (fields: readonly MappingField[], copyAll = false) =>
  checkMapping(Mapping.parse({ copyAll, fields }), {
    sourceFields: structuredClone(sourceFields) as never,
    targetFields: structuredClone(targetFields) as never,
  }).map(problem => `${problem.code} ${problem.field}`)

test('a mapping in order has no problems', () => {
  const fields: MappingField[] = [
    template('code', '{{customer.code}} {{Order Date}} {{["Order Date"]}} {{extra.any.thing}} {{$.id}} {{$}}'),
    {
      target: 'lines',
      value: {
        kind: 'lines',
        source: 'items',
        fields: [template('a', '{{sku}}{{items.sku}}{{id}}{{$.customer.code}}'), expression('b', 'index + 1')],
      },
    },
    template('first', '{{items[0].sku}}{{items.0.sku}}'),
  ]
  expect(codes(fields)).toEqual([])
})

test.each([
  [[template('note', '{{id}}')], ['mapping.requiredTarget code']],
  [[template('code', '{{id}}'), template('code', '{{id}}')], ['mapping.duplicateTarget code']],
  [[template('code', '{{customer.name}}')], ['mapping.unknownField code']],
  [[template('code', '{{nothing}}')], ['mapping.unknownField code']],
  [[template('code', '{{items.sku}}')], ['mapping.throughList code']],
  [[template('code', '{{$.items.sku}}')], ['mapping.throughList code']],
  [[expression('code', 'sum(row.items, "amout")')], ['mapping.unknownField code']],
  [[expression('code', 'toText(sum(row.items, "sku")) + toText(sum(row.extra, "any"))')], []],
  [[expression('code', 'sort(row.items.filter(x, x.sku != ""), "skuu")[0].sku')], ['mapping.unknownField code']],
  [[template('code', '{{id')], ['mapping.invalid code']],
  [[template('code', '{{id|shout}}')], ['mapping.invalid code']],
  [[expression('code', 'row.id +')], ['mapping.invalid code']],
  [[expression('code', 'rwo.id')], ['mapping.unknownVariable code']],
  [[{ ...template('code', '{{id}}'), timeZone: 'Mars/Base' }], ['mapping.invalid code']],
] as const)('%j is told as %j', (fields, expected) => {
  expect(codes(fields as readonly MappingField[])).toEqual(expected)
})

test('problems inside lines and objects are named by their path', () => {
  const fields: MappingField[] = [
    template('code', '{{id}}'),
    {
      target: 'l',
      value: { kind: 'lines', source: 'none', fields: [template('x', '{{y}}'), template('x', '{{id}}')] },
    },
    { target: 'o', value: { kind: 'object', fields: [expression('e', '1 +')] } },
  ]
  expect(codes(fields)).toEqual([
    'mapping.unknownField l',
    'mapping.unknownField l[].x',
    'mapping.duplicateTarget l[].x',
    'mapping.invalid o.e',
  ])
})

test('copyAll fills required fields of the same name', () => {
  const mapping = Mapping.parse({ copyAll: true, fields: [] })
  const options = { sourceFields: [{ name: 'code', type: 'string' as const }], targetFields: [...targetFields] }
  expect(checkMapping(mapping, options)).toEqual([])
})

test('an unknown filter names the known ones', () => {
  const [problem] = checkMapping(Mapping.parse({ fields: [template('x', '{{id|shout}}')] }))
  expect(problem?.message).toContain('Known filters: trim, upper, lower')
})
