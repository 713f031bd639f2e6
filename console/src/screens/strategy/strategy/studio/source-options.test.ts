import type { FieldSpec } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { isUnknownField } from './source-options.ts'

const source: FieldSpec[] = [
  { name: 'order_no', type: 'string' },
  { name: 'customer', type: 'object', fields: [{ name: 'code', type: 'string' }] },
  { name: 'extra', type: 'json' },
  { name: 'lines', type: 'array', fields: [{ name: 'sku', type: 'string' }] },
]
const record = '{"order_no":"A","seen":1,"lines":[{"sku":"S","seen_line":2}]}'
const unknown = (path: string, listName: string | null = null) => isUnknownField(path, source, listName, record)

describe('a source field that nothing is known of', () => {
  test.each(['order_no', 'customer', 'customer.code', 'extra.anything', 'seen', ''])('%s is known', path =>
    expect(unknown(path)).toBe(false),
  )
  test.each(['ordr_no', 'customer.cod', '$.x'])('%s is not', path => expect(unknown(path)).toBe(true))

  test('inside lines, the line comes first and the header after it', () => {
    expect(['sku', 'seen_line', 'order_no', '$.order_no'].map(path => unknown(path, 'lines'))).toEqual(
      Array(4).fill(false),
    )
    expect(unknown('skew', 'lines')).toBe(true)
  })

  test('nobody is warned where nothing is known: no fields yet, or a list that does not say what its lines hold', () => {
    expect(isUnknownField('x', [], null, null)).toBe(false)
    expect(unknown('x', 'rows')).toBe(false)
  })
})
