import { type Condition, type FieldSpec, newId, StrategyConfig } from '@sluice/contract'
import { expect, test } from 'vitest'
import { checkFilter } from './check-filter.ts'

const fields: FieldSpec[] = [
  { name: 'qty', type: 'decimal', nativeType: 'numeric(12,2)' },
  { name: 'seen', type: 'int' },
  { name: 'day', type: 'date', nativeType: 'date' },
  { name: 'at', type: 'datetime', nativeType: 'timestamp with time zone' },
  { name: 'local', type: 'datetime', nativeType: 'timestamp without time zone' },
  { name: 'ok', type: 'bool', nativeType: 'boolean' },
  { name: 'code', type: 'string', nativeType: 'text' },
].map(field => field as FieldSpec)

function check(condition: Condition, edition?: 1): string[] {
  const side = { connector_id: newId(), resource: 'orders' }
  const config = StrategyConfig.parse({
    source: { ...side, key: ['qty'], filter: [[condition]] },
    target: side,
    mapping: { copyAll: true, fields: [], edition },
  })
  return checkFilter(config, fields).map(({ level, message }) => `${level}: ${message}`)
}

test.each([
  ['qty', 'in', '["1", 2, "x"]', 'error: The row filter compares "qty", which is a number, with "x" (value 3)'],
  ['qty', 'notin', '1,,3', 'with "" (value 2)'],
  ['qty', 'eq', 'abc', 'with "abc" (value 1)'],
  ['qty', 'between', '1,x', 'with "x" (value 2)'],
  ['seen', 'in', '1,x', 'warning: The row filter compares "seen"'],
  ['day', 'in', '2024-02-29,2024-02-30', 'which is a date, with "2024-02-30" (value 2)'],
  ['day', 'eq', '31/12/2024', 'which is a date, with "31/12/2024"'],
  ['at', 'in', '2024-01-01T00:00:00Z,2024-01-02', 'with "2024-01-02" (value 2), which names none; choose its zone'],
  ['ok', 'eq', '1', 'which is a truth value, with "1"'],
] as const)('%s %s %s is told: %s', (field, logic, value, told) => {
  expect(check({ field, logic, value })).toEqual([expect.stringContaining(told)])
  expect(check({ field, logic, value }, 1)).toEqual([])
  expect(check({ field, logic, value, type: 'text' })).toEqual([])
})

test.each([
  { field: 'qty', logic: 'in', value: '["1", 2, 3.50]' },
  { field: 'qty', logic: 'notnull' },
  { field: 'qty', logic: 'like', value: '1%' },
  { field: 'day', logic: 'egt', value: '2024/1/5' },
  { field: 'at', logic: 'egt', value: '2024-01-02', zone: 'Asia/Shanghai' },
  { field: 'local', logic: 'in', value: '2024-01-02 10:00:00' },
  { field: 'ok', logic: 'neq', value: 'false' },
  { field: 'code', logic: 'in', value: '1,x' },
  { field: 'gone', logic: 'eq', value: 'x' },
] as const)('$field $logic $value is meant', condition => expect(check(condition)).toEqual([]))
