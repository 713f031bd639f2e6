import type { Column } from '@sluice/connector-kit/sql'
import { expect, test } from 'vitest'
import { toKind } from '../types.ts'
import { compileLayout } from './layout.ts'
import type { Relation } from './pgoutput.ts'

const typed = [
  { name: 'id', type: 'int4', isList: false },
  { name: 'doc', type: 'jsonb', isList: false },
  { name: 'tags', type: 'text', isList: true },
] as const
const relation: Relation = {
  ...{ kind: 'relation', id: 1, schema: 'public', name: 't' },
  columns: typed.map(({ name }, at) => ({ name, isKey: name === 'id', typeId: at, modifier: -1 })),
}
const types = new Map(typed.map(({ type, isList }, at) => [at, { name: type, isList, modifier: null }]))
const columns = typed.map(
  ({ name, type, isList }): Column => ({
    ...{ name, sqlName: name, nativeType: type, isNullable: true, hasDefault: false, isGenerated: false },
    kind: toKind({ name: type, isList, modifier: -1 }),
  }),
)
const layout = compileLayout(relation, types, columns, ['id'])

test.each([
  ['JSON', ['7', `[${'1,'.repeat(1_000_000)}1]`, '{a}']],
  ['a list', ['7', '{}', `{${'a,'.repeat(1_000_000)}a}`]],
])('a row with a large value is read by its key, and its deletion holds the key: %s', (_, row) => {
  const startedMs = performance.now()
  expect(layout.toRow(row, null)).toEqual({ place: ['7'] })
  expect(layout.toDelete(row, false)).toEqual({ change: 'delete', data: { id: 7 } })
  expect(performance.now() - startedMs).toBeLessThan(50)
})

test('one without comes as it is', () => {
  expect(layout.toRow(['7', '{"a":1}', '{a}'], null)).toEqual({ data: { id: 7, doc: { a: 1 }, tags: ['a'] } })
})
