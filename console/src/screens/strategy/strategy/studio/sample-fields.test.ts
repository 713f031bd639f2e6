import { expect, test } from 'vitest'
import { fieldsOfSample, fieldsOfSource } from './sample-fields.ts'

const empty = { kind: 'template', template: '' }

test('a request somebody has gives the fields, and never its values', () => {
  const sample = '{"FBillNo":"X1","FCustId":{"FNumber":"C1"},"FEntity":[{"FQty":1},{"FQty":2,"FOther":3}],"tags":["a"]}'
  expect(fieldsOfSample(sample)).toEqual([
    { target: 'FBillNo', value: empty },
    { target: 'FCustId', value: { kind: 'object', fields: [{ target: 'FNumber', value: empty }] } },
    { target: 'FEntity', value: { kind: 'lines', source: '', fields: [{ target: 'FQty', value: empty }] } },
    { target: 'tags', value: empty },
  ])
  expect(fieldsOfSample('[{"a":1}]')).toEqual([{ target: 'a', value: empty }])
})

test.each(['', '{', '1', '"a"', '[]', '[1]', 'null'])('%j is no request with fields', text => {
  expect(fieldsOfSample(text)).toBeNull()
})

test('what is huge or deep ends', () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, at])))
  expect(fieldsOfSample(many)?.length).toBe(1000)
  const deep = `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`
  expect(JSON.stringify(fieldsOfSample(deep)).match(/"object"/g)?.length).toBe(8)
})

test('the fields of the source keep their names', () => {
  const source = [
    { name: '订单号', type: 'string' as const },
    { name: 'a.b', type: 'int' as const },
  ]
  expect(fieldsOfSource(source).map(({ target }) => target)).toEqual(['订单号', 'a.b'])
})
