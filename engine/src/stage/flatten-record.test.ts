import { type FieldSpec, flattenFields, parseJson, toJson, type Value } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { flattenRecords } from './flatten-record.ts'

const flatten = (json: string, ...lists: string[]): string[] =>
  flattenRecords([{ data: parseJson(json) as never }], lists).map(record =>
    record.data === null ? 'null' : toJson(record.data as Value),
  )

describe('flattening', () => {
  test('makes a row of each element, with the header in each and its number', () => {
    expect(flatten('{"no":"A","items":[{"sku":"x","qty":1.50},{"sku":"y"}]}', 'items')).toEqual([
      '{"no":"A","items_line":1,"items_sku":"x","items_qty":1.50}',
      '{"no":"A","items_line":2,"items_sku":"y"}',
    ])
  })

  test('loses no record: an empty, missing or null list leaves one row without its fields', () => {
    for (const json of ['{"no":"A","items":[]}', '{"no":"A"}', '{"no":"A","items":null}', '{"no":"A","items":""}'])
      expect(flatten(json, 'items')).toEqual(['{"no":"A"}'])
  })

  test('opens lists inside lists by their way, and multiplies lists beside each other', () => {
    expect(
      flatten('{"items":[{"sku":"x","batches":[{"b":1},{"b":2}]},{"sku":"y"}]}', 'items', 'items.batches'),
    ).toEqual([
      '{"items_line":1,"items_sku":"x","items_batches_line":1,"items_batches_b":1}',
      '{"items_line":1,"items_sku":"x","items_batches_line":2,"items_batches_b":2}',
      '{"items_line":2,"items_sku":"y"}',
    ])
    expect(flatten('{"a":[1,2],"b":[3,4]}', 'a', 'b')).toHaveLength(4)
  })

  test('takes plain values, one object alone and the JSON text of a list', () => {
    expect(flatten('{"tags":["x","y"]}', 'tags')).toEqual(['{"tags_line":1,"tags":"x"}', '{"tags_line":2,"tags":"y"}'])
    expect(flatten('{"items":{"sku":"x"}}', 'items')).toEqual(['{"items_line":1,"items_sku":"x"}'])
    expect(flatten('{"items":"[{\\"id\\":9007199254740993}]"}', 'items')).toEqual([
      '{"items_line":1,"items_id":9007199254740993}',
    ])
  })

  test('an element with a number of its own keeps it', () => {
    expect(flatten('{"items":[{"line":7}]}', 'items')).toEqual(['{"items_line":7}'])
  })

  test('a record that would become too many rows is refused whole', () => {
    const many = JSON.stringify({ a: Array(200).fill(1), b: Array(200).fill(1) })
    const [record, ...others] = flattenRecords([{ data: parseJson(many) as never }], ['a', 'b'])
    expect(record?.failure).toMatchObject({ code: 'record.tooManyRows', field: 'b' })
    expect(others).toEqual([])
  })

  test('a list of JSON text that has a name twice is refused with it, never opened with one of the values', () => {
    const data = { no: 'A', items: '[{"sku":"x","sku":"y"}]' }
    expect(flattenRecords([{ data }], ['items'])).toMatchObject([
      {
        data,
        failure: {
          code: 'record.value',
          field: 'items',
          message: 'The list "items" has the name 0.sku twice in one object, and one of the values would be lost.',
        },
      },
    ])
  })

  test('leaves deletions and failures as they came', () => {
    const gone = { data: { no: 'A' }, change: 'delete' } as const
    expect(flattenRecords([gone], ['items'])).toEqual([gone])
  })

  test('the fields that are foretold are those that are made', () => {
    const fields: FieldSpec[] = [
      { name: 'no', type: 'string' },
      {
        name: 'items',
        type: 'array',
        fields: [
          { name: 'sku', type: 'string' },
          { name: 'batches', type: 'array', fields: [{ name: 'b', type: 'int' }] },
        ],
      },
    ]
    const lists = ['items', 'items.batches']
    const [row] = flatten('{"no":"A","items":[{"sku":"x","batches":[{"b":1}]}]}', ...lists)
    expect(new Set(flattenFields(fields, lists).map(field => field.name))).toEqual(
      new Set(Object.keys(JSON.parse(row ?? '{}') as object)),
    )
  })
})
