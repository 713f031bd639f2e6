import type { AssetField } from '@sluice/contract'
import { expect, test } from 'vitest'
import { findBreaks, followAsset } from './find-breaks.ts'
import type { ApplicationRow, AssetRow, ScopeRow } from './setting-rows.ts'

const life = { version: 1, is_current: true, deprecated_at: null, sunset_at: null, body_policy: null }
const scope: ScopeRow = {
  ...{ ...life, strategy_id: 's', strategy_name: 'Orders', operations: ['query', 'store'], fields: ['id', 'phone'] },
  ...{
    masks: {},
    row_filter: [{ field: 'shop', op: 'is', values: ['A', 'B'] }],
    key_fields: ['id'],
    number_field: 'no',
  },
}
const param = (field: string, more: Partial<AssetField> = {}): AssetField => ({ field, type: 'string', ...more })
const asset: AssetRow = {
  ...{
    ...life,
    asset_id: 'a',
    connector_id: 'c',
    name: 'Stock',
    asset_version: 1,
    fields: ['no', 'amount'],
    masks: {},
  },
  ...{
    request: [param('since'), param('most', { type: 'int' })],
    response: [param('no'), param('amount', { type: 'float' })],
  },
}
const of = (scopes: readonly ScopeRow[], assets: readonly AssetRow[]) => ({ scopes, assets }) as ApplicationRow
const breaksOf = (next: Partial<ScopeRow> & Partial<AssetRow>) =>
  findBreaks(of([scope], [asset]), of([{ ...scope, ...next }], [{ ...asset, ...next }])).flatMap(({ breaks }) =>
    breaks.map(({ what, name }) => `${what} ${name}`),
  )

test.each<[string, Partial<ScopeRow>, readonly string[]]>([
  ['nothing', {}, []],
  ['a field more', { fields: ['id', 'phone', 'no', 'amount'] }, []],
  ['an operation more', { operations: ['store', 'query', 'find'] }, []],
  ['more rows', { row_filter: [] }, []],
  ['more values of a row', { row_filter: [{ field: 'shop', op: 'is', values: ['C', 'B', 'A'] }] }, []],
  ['a field less', { fields: ['id', 'no', 'amount'] }, ['field phone']],
  ['an operation less', { operations: ['query'] }, ['operation store']],
  ['a mask', { masks: { phone: 'ends' }, fields: ['id', 'phone', 'no', 'amount'] }, ['mask phone']],
  [
    'a mask on what is found by',
    { masks: { id: 'hash' }, fields: ['id', 'phone', 'no', 'amount'] },
    ['mask id', 'filter id'],
  ],
  ['fewer rows', { row_filter: [{ field: 'shop', op: 'is', values: ['A'] }] }, ['rows shop']],
  [
    'fewer rows by another rule',
    { row_filter: [...scope.row_filter, { field: 'x', op: 'not', values: ['1'] }] },
    ['rows x'],
  ],
  ['a key more', { key_fields: ['id', 'line'] }, ['filter id', 'required line']],
  ['no number', { number_field: null }, ['filter no']],
])('%s breaks exactly what callers miss', (_name, next, expected) => {
  expect(breaksOf({ fields: ['id', 'phone', 'no', 'amount'], ...next })).toEqual(expected)
})

test('a mask that was taken away or changed is another type to who joined by it', () => {
  const masked = { ...scope, masks: { phone: 'hash' as const } }
  expect(findBreaks(of([masked], []), of([scope], []))[0]?.breaks).toEqual([{ what: 'type', name: 'phone' }])
  expect(findBreaks(of([scope], [asset]), of([], [])).map(({ kind, breaks }) => [kind, breaks])).toEqual([
    ['strategy', [{ what: 'api', name: 'Orders' }]],
    ['asset', [{ what: 'api', name: 'Stock' }]],
  ])
  // An old version is nobody's to change.
  expect(findBreaks(of([{ ...scope, is_current: false }], []), of([], []))).toEqual([])
})

test.each<[string, Partial<AssetRow>, readonly string[]]>([
  ['a parameter more', { request: [...asset.request, param('shop')] }, []],
  ['a wider number', { request: [param('since'), param('most', { type: 'float' })] }, []],
  ['a parameter less', { request: [param('since')] }, ['parameter most']],
  [
    'one that the asset fills itself',
    { request: [param('since', { default: '{{day}}' }), param('most', { type: 'int' })] },
    ['parameter since'],
  ],
  [
    'made required',
    { request: [param('since', { is_required: true }), param('most', { type: 'int' })] },
    ['required since'],
  ],
  ['a new one required', { request: [...asset.request, param('shop', { is_required: true })] }, ['required shop']],
  ['another type', { request: [param('since', { type: 'date' }), param('most', { type: 'int' })] }, ['type since']],
  ['an answered field of another type', { response: [param('no'), param('amount')] }, ['type amount']],
  ['an answered field gone', { response: [param('no')] }, ['field amount']],
])('of an asset, %s is told, and a newer one that breaks does not reach callers', (_name, next, expected) => {
  const newest = { ...asset, ...next, asset_version: 2 }
  const found = findBreaks(of([], [asset]), of([], [newest])).flatMap(({ breaks }) => breaks)
  expect(found.map(({ what, name }) => `${what} ${name}`)).toEqual(expected)
  expect(followAsset(asset, newest).asset_version).toBe(expected.length === 0 ? 2 : 1)
})
