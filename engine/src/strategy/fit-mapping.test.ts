import { Bytes, type FieldSpec, type Holds, Mapping, type Resource, toNumber, type Value } from '@sluice/contract'
import { expect, test } from 'vitest'
import { judgeMapping, refuseValues } from './fit-mapping.ts'

const field = (name: string, type: FieldSpec['type'], holds?: Holds, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  type,
  ...(holds && { holds }),
  ...more,
})
const table = (...fields: FieldSpec[]): Resource => ({
  id: 't',
  label: 't',
  kind: 'table',
  direction: 'both',
  key: [],
  fields,
})
const money: Holds = { is: 'decimal', precision: 10, scale: 2 }
const target = table(
  field('id', 'int', { is: 'integer', min: '0', max: '255' }, { isRequired: true, isNullable: false }),
  field('price', 'decimal', money),
  field('name', 'string', { is: 'text', maxChars: 3 }),
  field('day', 'date', { is: 'date' }),
  field('mood', 'string', { is: 'other', options: ['sad', 'ok'] }),
  field('tags', 'array', { is: 'list', element: { is: 'integer', min: '0', max: '9' } }),
)
const refused = (change: Record<string, Value>) =>
  refuseValues({ id: 1, ...change }, target).map(({ message }) => message)

test('what the columns take is not complained about', () => {
  expect(
    refused({ price: toNumber('12345678.90'), name: '长长长', day: '2024-02-29', mood: 'ok', tags: [1, null] }),
  ).toEqual([])
  expect(refused({ price: null, name: null })).toEqual([])
})

test.each([
  [{ price: toNumber('1.234') }, 'price: "1.234" has more digits after the point than the column keeps (10,2).'],
  [{ price: 'a lot' }, 'price: "a lot" is not a number.'],
  [{ name: 'long' }, 'name: "long" is 4 characters long, the column takes 3.'],
  [{ name: Bytes.from(Buffer.from('x')) }, /binary content does not fit a text column/],
  [{ day: '2024-02-30' }, 'day: "2024-02-30" is not a date (YYYY-MM-DD).'],
  [{ mood: 'OK' }, 'mood: "OK" is not one of the values that the column takes.'],
  [{ mood: 'great' }, 'mood: "great" is not one of the values that the column takes.'],
  [{ tags: [10] }, /is outside 0 … 9/],
  [{ id: null }, '"id" is null, and the column takes no null.'],
  [{ id: 256 }, /is outside 0 … 255/],
  [{ nope: 1 }, 't has no column "nope".'],
])('a value that a column refuses is told with the reason: %j', (change, message) => {
  expect(refused(change as Record<string, Value>)).toEqual([
    typeof message === 'string' ? message : expect.stringMatching(message),
  ])
})

test('a required column without a value is told, and a target without a catalogue refuses nothing', () => {
  expect(refuseValues({}, target)).toMatchObject([{ field: 'id', code: 'mapping.refusedByTarget' }])
  expect(refuseValues({ anything: 1 }, table(field('id', 'int')))).toEqual([])
})

test('fields that are handed on as they are: what arrives whole, what may be refused, what never fits', () => {
  const source = table(
    field('id', 'int', { is: 'integer', min: '0', max: '65535' }),
    field('price', 'decimal', { is: 'decimal', precision: 8, scale: 2 }),
    field('flag', 'bool', { is: 'boolean' }),
    field('body', 'bytes', { is: 'bytes' }),
    field('a.b', 'string', { is: 'text', maxChars: 2 }),
  )
  const take = (to: string, from: string) => ({ target: to, value: { kind: 'template', template: from } })
  const mapping = Mapping.parse({
    fields: [
      take('id', '{{id}}'),
      take('price', '{{ price }}'),
      take('name', '{{["a.b"]}}'),
      take('day', '{{flag}}'),
      take('mood', '{{id}} {{id}}'),
    ],
  })
  expect(judgeMapping(mapping, source, target).map(({ target: to, level }) => [to, level])).toEqual([
    ['id', 'checked'],
    ['price', 'same'],
    ['name', 'same'],
    ['day', 'never'],
  ])
  const all = Mapping.parse({ copyAll: true, fields: [take('price', '1')] })
  expect(judgeMapping(all, source, target).map(({ target: to }) => to)).toEqual(['id'])
})
