import { checkAsset } from '@sluice/contract'
import { expect, test } from 'vitest'
import {
  addField,
  arrangeAs,
  changeField,
  childrenOf,
  cleanAsset,
  emptyAsset,
  filterPlatforms,
  flatten,
  inOrder,
  leaveOutEmpty,
  moveField,
  placeRow,
  readPairs,
  removeField,
  toTree,
  writePairs,
} from './model.ts'
import type { Collection, Platform } from './types.ts'

const tree = [
  { field: 'a', type: 'string' as const },
  {
    field: 'lines',
    type: 'array' as const,
    fields: [
      { field: 'sku', type: 'string' as const },
      { field: 'qty', type: 'float' as const },
    ],
  },
]
const names = (fields: typeof tree) => flatten(fields).map(({ field, path }) => `${path.join('.')}:${field.field}`)

test('fields of a tree are changed, moved, added and removed at their place', () => {
  expect(names(tree)).toEqual(['0:a', '1:lines', '1.0:sku', '1.1:qty'])
  expect(changeField(tree, [1, 0], { field: 'code' })[1]?.fields?.[0]?.field).toBe('code')
  expect(moveField(tree, [1, 1], -1)[1]?.fields?.map(each => each.field)).toEqual(['qty', 'sku'])
  expect(moveField(tree, [0], 1).map(each => each.field)).toEqual(['lines', 'a'])
  expect(removeField(tree, [1, 0])[1]?.fields).toHaveLength(1)
  expect(addField(tree, [1])[1]?.fields).toHaveLength(3)
  expect(tree[1]?.fields).toHaveLength(2)
})

test('a field that becomes plain loses its lines', () => {
  expect(changeField(tree, [1], { type: 'string' })[1]).toEqual({ field: 'lines', type: 'string' })
})

test('what is sent has no nameless rows and keeps every digit of a default', () => {
  const asset = {
    ...emptyAsset(),
    request: [
      { field: ' n ', type: 'int' as const, default: '007', label: '' },
      { field: '', type: 'string' as const },
    ],
  }
  expect(cleanAsset(asset).request).toEqual([{ field: 'n', type: 'int', default: '007' }])
})

test('a new asset lacks nothing but what identifies a record', () => {
  expect(checkAsset(emptyAsset()).map(problem => problem.code)).toEqual(['id'])
})

test('categories become a tree, platforms are found by every filter', () => {
  const row = (id: string, parent_id: string | null) => ({ id, parent_id, name: id }) as Collection // the fields a tree needs
  expect(toTree([row('a', null), row('b', 'a')])[0]?.children[0]?.title).toBe('b')
  const known = { name: 'Shop', code: 'shop', group: 'erp', is_own: true, connector_count: 0, sign_ins: ['oauth2'] }
  const platform = known as unknown as Platform // as above
  expect(filterPlatforms([platform], { keyword: 'SHO', group: 'erp', origin: 'own', used: 'no' })).toHaveLength(1)
  expect(filterPlatforms([platform], { used: 'yes' })).toHaveLength(0)
  expect(filterPlatforms([platform], { sign_in: 'oauth2' })).toHaveLength(1)
  expect(filterPlatforms([platform], { sign_in: 'grant' })).toHaveLength(0)
})

test('pairs are written a line each; a value may hold the sign itself', () => {
  const pairs = [{ name: 'a', value: 'x=y' }]
  expect(readPairs(writePairs(pairs))).toEqual(pairs)
})

test('a row is put under a parent, at a place counted without itself, and newer rows follow', () => {
  const rows = ['a', 'b', 'c', 'd'].map(id => ({ id, parent_id: id === 'd' ? 'a' : null }))
  const draw = (list: readonly (typeof rows)[number][]) =>
    [null, 'a', 'b'].map(parent =>
      childrenOf(list, parent)
        .map(row => row.id)
        .join(''),
    )
  expect(draw(placeRow(rows, 'a', null, 2))).toEqual(['bca', 'd', ''])
  expect(draw(placeRow(rows, 'c', 'a', 1))).toEqual(['ab', 'dc', ''])
  const placed = placeRow(rows, 'd', null, 1)
  expect(draw(placed)).toEqual(['adbc', '', ''])
  expect(draw(arrangeAs([...rows, { id: 'e', parent_id: 'b' }], placed))).toEqual(['adbc', '', 'e'])
})

test('rows follow their ids', () => {
  const rows = ['new', 'a', 'b'].map(id => ({ id }))
  expect(inOrder(rows, ['b', 'a']).map(row => row.id)).toEqual(['b', 'a', 'new'])
})

test('a first version is read without what nobody has filled in, and with every false and 0', () => {
  const content = {
    name: 'Orders',
    describe: '',
    help: null,
    id: [],
    idCheck: false,
    rate: { intervalMs: 0 },
    detail: { api: '', body: '', deeper: { values: [] } },
    request: [{ field: 'shop', label: '' }, ''],
  }
  expect(leaveOutEmpty(content)).toEqual({
    name: 'Orders',
    idCheck: false,
    rate: { intervalMs: 0 },
    request: [{ field: 'shop' }, ''],
  })
})
