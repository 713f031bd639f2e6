import { expect, test } from 'vitest'
import type { ConfigKind } from '../../admin/config/contract.ts'
import type { ConfigObject, JsonObject } from '../../admin/config/index.ts'
import { leaveShared } from './carry-out.ts'

const object = (kind: ConfigKind, key: string, spec: JsonObject = {}): ConfigObject => ({
  ...{ kind, key, spec, id: `${kind} ${key}`, name: key },
})
const installed = [
  object('platform', 'acme', { adapter: 'own:acme/Signed' }),
  object('adapter', 'own:acme/Signed'),
  object('adapter', 'own:acme/P Other'),
  object('api-asset', 'own:acme/P Orders'),
  object('mapping', 'P units', { a_platform: 'own:acme', b_platform: '' }),
  object('strategy', 'P-SO'),
]
const keys = (rest: readonly ConfigObject[]): string[] =>
  leaveShared([...installed, ...rest], installed).map(each => `${each.kind} ${each.key}`)
const all = installed.map(each => `${each.kind} ${each.key}`)
const shared = ['platform acme', 'adapter own:acme/Signed']

test('what nothing else lies on goes whole', () => {
  expect(keys([])).toEqual(all)
  expect(keys([object('connector', 'mysql/ERP'), object('mapping', 'Mine', { a_platform: 'mysql' })])).toEqual(all)
})

test.each([
  ['a connector', object('connector', 'own:acme/Shop')],
  ['an interface of another installation', object('api-asset', 'own:acme/Q Orders')],
  ['a value map of the tenant', object('mapping', 'Mine', { a_platform: '', b_platform: 'own:acme' })],
])('a platform stays with the adapter that it is spoken to through while %s lies on it', (_what, other) => {
  expect(keys([other])).toEqual(all.filter(each => !shared.includes(each)))
})
