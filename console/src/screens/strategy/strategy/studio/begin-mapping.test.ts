import { FieldSpec, type MappingField } from '@sluice/contract'
import { expect, test } from 'vitest'
import { completeFields, newDraft, pruneMapping } from '../model.ts'
import type { Draft } from '../types.ts'
import { beginMapping, listBegun, mapMade, takeBack } from './begin-mapping.ts'
import { listNodes } from './field-tree-model.ts'

const spec = (name: string, type: FieldSpec['type'] = 'string', more: Partial<FieldSpec> = {}): FieldSpec =>
  FieldSpec.parse({ name, type, ...more })
const from = (target: string, template: string): MappingField => ({ target, value: { kind: 'template', template } })

const source = [
  spec('no'),
  spec('qty', 'int'),
  spec('price', 'decimal'),
  spec('paid', 'bool'),
  spec('size'),
  spec('buyer', 'string', { label: '客户' }),
  spec('order_note'),
  spec('items', 'array', { fields: [spec('sku'), spec('count', 'int')] }),
  spec('extras', 'array', { fields: [spec('code')] }),
]
const target = [
  spec('no'),
  spec('qty', 'string'),
  spec('price', 'decimal'),
  spec('paid', 'int'),
  spec('size', 'int'),
  spec('FCust', 'string', { label: '客户' }),
  spec('orderNote'),
  spec('items', 'array', { fields: [spec('sku'), spec('count', 'int')] }),
  spec('more_extras', 'array', { fields: [spec('code')] }),
]
const draft = (change: Partial<Draft> = {}): Draft => {
  const { source: one, target: other, ...rest } = newDraft('Asia/Shanghai')
  return {
    ...rest,
    source: { ...one, connector_id: 'a', resource: 'orders' },
    target: { ...other, connector_id: 'b', resource: 'bills' },
    ...change,
  }
}

test('a new mapping begins with the same name or label where the type takes every value, and with nothing that is a guess', () => {
  const begun = beginMapping(draft(), source, target)
  expect(begun && pruneMapping(begun.mapping).fields).toEqual([
    from('no', '{{no}}'),
    from('qty', '{{qty}}'),
    from('price', '{{price}}'),
    from('paid', '{{paid}}'),
    from('FCust', '{{buyer}}'),
    {
      target: 'items',
      value: { kind: 'lines', source: 'items', fields: [from('sku', '{{sku}}'), from('count', '{{count}}')] },
    },
  ])
})

test('nothing begins where fields are unknown, where something is mapped, or where it was undone', () => {
  expect(beginMapping(draft(), [], target)).toBeNull()
  expect(beginMapping(draft(), source, [])).toBeNull()
  expect(beginMapping(draft({ mapping: { copyAll: true, fields: [] } }), source, target)).toBeNull()
  expect(beginMapping(draft({ mapping: { copyAll: false, fields: [from('no', '{{x}}')] } }), source, target)).toBeNull()
  const { begun } = beginMapping(draft(), source, target)!
  expect(beginMapping(draft({ begun }), source, target)).toBeNull()
})

test('of another table it begins anew, unless somebody has changed what it began with', () => {
  const { begun, mapping } = beginMapping(draft(), source, target)!
  const moved = draft({ begun, mapping, target: { ...draft().target, resource: 'sales' } })
  expect(beginMapping(moved, source, [spec('no')])?.begun.fields).toEqual([from('no', '{{no}}')])
  const changed = { ...mapping, fields: [from('no', '{{no | trim}}'), ...mapping.fields.slice(1)] }
  expect(beginMapping({ ...moved, mapping: changed }, source, [spec('no')])).toBeNull()
})

test('what it began with is marked as long as nobody has changed it, and is taken back in one go', () => {
  const { begun, mapping } = beginMapping(draft(), source, target)!
  const fields = completeFields(
    mapping.fields.map(field => (field.target === 'no' ? from('no', '{{no | trim}}') : field)),
    target,
  )
  const nodes = listNodes(fields, target)
  const marked = listBegun(nodes, begun.fields)
  expect(nodes.filter(node => marked.has(node.key)).map(node => node.name)).toEqual([
    'qty',
    'price',
    'paid',
    'FCust',
    'items',
    'items[].sku',
    'items[].count',
  ])
  const left = takeBack(fields, begun.fields)
  expect(pruneMapping({ copyAll: false, fields: left }).fields).toEqual([from('no', '{{no | trim}}')])
  expect(left.map(field => field.target)).toEqual(fields.map(field => field.target))
})

test('a table that was made for the source takes every field, whatever its type; what somebody mapped stays', () => {
  const table = { fields: ['no', 'a.b', 'flag'], leftOut: ['size'] }
  const made = mapMade(draft(), table)
  expect(made.mapping).toEqual({
    copyAll: false,
    fields: [from('no', '{{no}}'), from('a.b', '{{a.b}}'), from('flag', '{{flag}}')],
    leftOut: ['size'],
  })
  expect(beginMapping(draft({ ...made }), source, target)).toBeNull()
  const mine = { copyAll: false, fields: [from('no', '{{x}}')] }
  expect(mapMade(draft({ mapping: mine }), table).mapping).toEqual({ ...mine, leftOut: ['size'] })
})
