import { Mapping } from '@sluice/contract'
import { expect, test } from 'vitest'
import { listUnread } from './index.ts'

const names = ['no', 'buyer.name', 'qty', 'items', 'memo', 'extra']
const unread = (mapping: object) => listUnread(Mapping.parse({ fields: [], ...mapping }), names)
const template = (target: string, text: string) => ({ target, value: { kind: 'template', template: text } })

test('a field is read by a path, an expression, a list, a look-up or a derived field, whatever its name', () => {
  expect(
    unread({
      fields: [
        template('a', '{{no | trim}}-{{["buyer.name"]}}'),
        { target: 'b', value: { kind: 'expression', expression: 'row.qty * 2' } },
        { target: 'c', value: { kind: 'lines', source: 'items', fields: [template('d', '{{$.memo}}')] } },
      ],
    }),
  ).toEqual(['extra'])
  expect(unread({ derived: [template('x', '{{extra.deep}}')] })).not.toContain('extra')
  const find = { kind: 'find', strategy_id: '01900000-0000-7000-8000-000000000002', field: 'x' }
  expect(
    unread({ fields: [{ target: 'f', value: { ...find, where: [{ field: 'no', equals: '{{qty}}' }] } }] }),
  ).toEqual(['no', 'buyer.name', 'items', 'memo', 'extra'])
})

test('a text or a constant that says the name reads nothing, nor does a name that only begins so', () => {
  expect(
    unread({ fields: [template('no', 'no {{qty2}}'), { target: 'memo', value: { kind: 'constant', value: 'memo' } }] }),
  ).toEqual(names)
})

test('what is left out by a press is not told again; a script and a copy of all may read anything', () => {
  expect(unread({ leftOut: ['extra', 'no'] })).toEqual(['buyer.name', 'qty', 'items', 'memo'])
  expect(unread({ copyAll: true })).toEqual([])
  expect(unread({ script: { code: 'export function afterMap() {}' } })).toEqual([])
})
