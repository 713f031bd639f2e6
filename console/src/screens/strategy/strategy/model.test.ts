import type { FieldSpec, MappingField } from '@sluice/contract'
import { expect, test } from 'vitest'
import { changeKind, completeFields, kindOf, listChoices, nameCopy, pathOf, pruneMapping, toTemplate } from './model.ts'

const source: FieldSpec[] = [
  { name: 'order_no', type: 'string' },
  { name: 'OrderDate', type: 'datetime' },
  { name: 'remark', type: 'string', label: '备注' },
  {
    name: 'lines',
    type: 'array',
    fields: [
      { name: 'sku', type: 'string' },
      { name: 'remark', type: 'string' },
    ],
  },
]
const target: FieldSpec[] = [
  { name: 'orderNo', type: 'string', isRequired: true },
  { name: 'order_date', type: 'date' },
  { name: 'memo', type: 'string', label: '备注' },
  { name: 'FEntry', type: 'array', fields: [{ name: 'SKU', type: 'string', isRequired: true }] },
]
const template = (text: string): MappingField['value'] => ({ kind: 'template', template: text })

test('a copy’s name is one that no strategy has, and no longer than names are', () => {
  const taken = new Set(['订单', '订单-副本', '订单-副本 2'])
  expect(nameCopy('客户', '-副本', taken)).toBe('客户-副本')
  expect(nameCopy('订单', '-副本', taken)).toBe('订单-副本 3')
  const long = 'n'.repeat(100)
  expect(nameCopy(long, '-副本', new Set())).toBe(`${'n'.repeat(97)}-副本`)
  expect(nameCopy(long, '-副本', new Set([`${'n'.repeat(97)}-副本`]))).toBe(`${'n'.repeat(95)}-副本 2`)
})

test('what is mapped beyond the target’s fields stays, what has no value is not saved', () => {
  const fields = completeFields([{ target: 'extra', value: template('{{a}}') }], target)
  expect(fields.map(field => field.target)).toEqual(['orderNo', 'order_date', 'memo', 'FEntry', 'extra'])
  expect(pruneMapping({ copyAll: false, fields }).fields.map(field => field.target)).toEqual(['extra'])
})

test('a field picked by name survives odd names', () => {
  for (const name of ['Order Details', 'a.b', 'x|y', 'quote"', '{z}']) {
    const value = template(toTemplate(name))
    expect([kindOf(value), pathOf(value)]).toEqual(
      name.includes('{') || name.includes('|') ? expect.anything() : ['field', name],
    )
  }
})

test('a new kind keeps what the old value can give', () => {
  expect(changeKind(template('{{total}}'), 'expression')).toEqual({ kind: 'expression', expression: 'row.total' })
  expect(changeKind(template('{{lines}}'), 'lines')).toEqual({ kind: 'lines', source: 'lines', fields: [] })
})

test('a source field shown as text is written to the target as before, without a space more', () => {
  for (const text of ['{{total}}', '']) expect(changeKind(template(text), 'template')).toEqual(template(text))
})

test('a look-up is made of a template and of the text that people write, and is no value until it is whole', () => {
  const id = '0190a0b0-0000-7000-8000-000000000001'
  const text = `_findCollection find $target from ${id} where code={{customer}}`
  const whole = {
    kind: 'find' as const,
    strategy_id: id,
    field: '$target',
    where: [{ field: 'code', equals: '{{customer}}' }],
  }
  expect(changeKind(template(text), 'find')).toEqual(whole)
  expect(changeKind(whole, 'template')).toEqual(template(text))
  const begun = changeKind(template('{{customer}}'), 'find')
  expect(begun).toEqual({ kind: 'find', strategy_id: '', field: '', where: [{ field: '', equals: '{{customer}}' }] })
  const fields = [begun, whole].map((value, index) => ({ target: `f${index}`, value }))
  expect(pruneMapping({ copyAll: false, fields }).fields).toEqual([{ target: 'f1', value: whole }])
})

test('inside lines the line’s fields come first and hide the header’s of the same name', () => {
  expect(listChoices(source, 'lines').map(choice => choice.path)).toEqual([
    'sku',
    'remark',
    'order_no',
    'OrderDate',
    '$.remark',
    'lines',
  ])
})
