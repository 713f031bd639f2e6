import { type Data, parseJson } from '@sluice/contract'
import { expect, test } from 'vitest'
import { readPath } from './read-path.ts'
import { recordKey } from './record-key.ts'

const data = parseJson(`{
  "a": { "b": 1, "c.d": 2, "e": { "f.g": 3 } }, "a.b": 9, "Order Details": [{ "Unit Price": 5 }], "n": null, "": "blank",
  "x[0]": "bracket", "quote\\"d": 6, "price": 1.10, "own": { "__proto__": 7, "constructor": 8 }
}`) as Data

test.each([
  ['n', null],
  ['missing', undefined],
  ['n.x', undefined],
  ['a.b', 9],
  ['a.c.d', 2],
  ['a.e.f.g', 3],
  ['["a"]["b"]', 1],
  ['["a"].b', 1],
  ["['a'].b", 1],
  ['Order Details[0].Unit Price', 5],
  ['Order Details.0.Unit Price', 5],
  ['["Order Details"][0]["Unit Price"]', 5],
  ['Order Details[1]', undefined],
  ['Order Details[-1]', undefined],
  ['Order Details.00', undefined],
  ['Order Details.length', undefined],
  ['Order Details.constructor', undefined],
  ['["x[0]"]', 'bracket'],
  ['["quote\\"d"]', 6],
  ['price.text', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
  ['toString', undefined],
  ['a.__proto__.polluted', undefined],
  ['own.__proto__', 7],
  ['own.constructor', 8],
  ['', 'blank'],
])('path %j reads own fields only and tells null from missing', (path, value) => {
  expect(readPath(data, path)).toStrictEqual(value)
})

test('composite keys whose values hold separators never collide', () => {
  const a = recordKey({ x: 'a|b', y: 'c' }, ['x', 'y'])
  const b = recordKey({ x: 'a', y: 'b|c' }, ['x', 'y'])
  const c = recordKey({ x: 'a","b', y: 'c' }, ['x', 'y'])
  expect(new Set([a, b, c]).size).toBe(3)
})

test('a key of one field is its text, digit for digit', () => {
  expect(recordKey(parseJson('{"id":10000000000000000999}') as Data, ['id'])).toBe('10000000000000000999')
  expect(recordKey({ id: 0 }, ['id'])).toBe('0')
  expect(recordKey({ o: { id: ' x ' } }, ['o.id'])).toBe(' x ')
})

test.each([[{ id: null }], [{}], [{ id: '' }], [{ id: 1, b: null }]])(
  'a null, missing or empty key field %j refuses the record, naming the field',
  row => {
    const key = recordKey(row as Data, 'b' in row ? ['id', 'b'] : ['id'])
    expect(key).toMatchObject({ code: 'record.noKey', retry: 'skip', field: 'b' in row ? 'b' : 'id' })
  },
)
