import { expect, test } from 'vitest'
import { listOptions } from './source-options.ts'
import { toAccess } from './to-access.ts'

test.each([
  ['no', '.no'],
  ['订单号', '["订单号"]'],
  ['a.b', '["a.b"]'],
  ['say "hi"', '["say \\"hi\\""]'],
  ['two\nlines', '["two\\nlines"]'],
  ['back\\slash', '["back\\\\slash"]'],
  ['😀', '["😀"]'],
  ['', '[""]'],
  ['in', '["in"]'],
  ['__proto__', '.__proto__'],
])('a field that is called %j is read as %s', (name, access) => {
  const record = JSON.stringify(Object.fromEntries([[name, 1]]))
  const [option] = listOptions([], null, record, '')
  expect(toAccess(option?.value ?? '?', option?.name)).toBe(access)
})

test('a field of an object is read through it, whatever either is called', () => {
  const inner = { name: 'a.b', type: 'string', isRequired: false } as never
  const outer = { name: '客户', type: 'object', isRequired: false, fields: [inner] } as never
  const options = listOptions([outer], null, null, '')
  expect(options.map(({ value, name }) => toAccess(value, name))).toEqual(['["客户"]', '["客户"]["a.b"]'])
})
