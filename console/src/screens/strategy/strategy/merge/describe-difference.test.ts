import { expect, test } from 'vitest'
import { zh } from '../texts/merge-text.zh.ts'
import { describePlace } from './describe-difference.ts'

test('a place is told by its part and what is in it, and a part that is new as a whole by itself', () => {
  const parts = { source: '源', mapping: '映射', remedy: '补漏' }
  expect(describePlace(['source', 'pageSize'], parts, zh)).toBe('源 · 每页条数')
  expect(describePlace(['mapping', 'lines', 'sku'], parts, zh)).toBe('映射 · lines.sku')
  expect(describePlace(['remedy'], parts, zh)).toBe('补漏')
})
