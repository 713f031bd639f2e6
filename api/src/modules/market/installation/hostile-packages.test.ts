import type { PackageFile, SolutionPackage } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useRealStrategies } from '../../../testing/real-strategies.ts'
import { startTestServer } from '../../../testing/start-test-server.ts'
import {
  asked,
  fieldFile,
  flowFile,
  type HostileWorld,
  hostile,
  objectFile,
  openHostileWorld,
} from './testing/hostile-world.ts'

let world: HostileWorld
/** Ids of what the owner has, by a name of the tests. */
let ids: Readonly<Record<'map' | 'strategy' | 'erp' | 'asset' | 'adapter', string>>

beforeAll(async () => {
  const server = await startTestServer()
  useRealStrategies(server)
  world = await openHostileWorld(server)
  const idIn = async (table: string, column: string, name: string): Promise<string> =>
    world.server.database.withSystem(async tx => {
      const [row] = await tx.query<{ id: string }>(`select id from ${table} where ${column} = $1`, [name])
      return row?.id ?? ''
    })
  ids = {
    map: await idIn('value_map', 'name', 'Countries'),
    strategy: await idIn('strategy', 'code', 'Z-ORDERS'),
    erp: await idIn('connector', 'name', 'ERP'),
    asset: await idIn('api_asset', 'name', 'Orders'),
    adapter: await idIn('adapter', 'name', 'Signed'),
  }
  expect(Object.values(ids)).not.toContain('')
})
afterAll(() => world.server.drop())

const text = (template: string) => ({ kind: 'template', template })
const expression = (code: string) => ({ kind: 'expression', expression: code })
const find = (rest: object) => ({ kind: 'find', field: '$target', where: [{ field: 'id', equals: '{{id}}' }], ...rest })
const side = (rest: object) => ({ connector: 'slot:shop', resource: 'orders', key: ['id'], ...rest })
const target = (rest: object) => ({ connector: 'slot:shop', resource: 'orders_copy', mode: 'insert', ...rest })
const back = (callback: object) => target({ writeBack: { fields: [], callback } })
const platform = (key: string, rest: object = {}) =>
  objectFile('platform', key, { base: 'fake', name: 'Acme', icon: { text: 'S', color: '#13C2C2' }, ...rest })

type Make = () => PackageFile | readonly PackageFile[]
type Case = readonly [what: string, make: Make, code: string, manifest?: Partial<SolutionPackage['manifest']>]

const OUTSIDE = 'invalid.packageOutside'
const SLOT = 'invalid.packageSlot'
const kinds: Readonly<Record<string, readonly Case[]>> = {
  connectors: [
    ['by name', () => flowFile({ source: side({ connector: 'fake/ERP' }) }), SLOT],
    ['by name at the target', () => flowFile({ target: target({ connector: 'fake/ERP' }) }), SLOT],
    ['by id', () => flowFile({ source: side({ connector: ids.erp }) }), SLOT],
    ['of a place that nobody asks for', () => flowFile({ source: side({ connector: 'slot:other' }) }), SLOT],
    ['of a place that every object has', () => flowFile({ source: side({ connector: 'slot:constructor' }) }), SLOT],
    [
      'by the value of a parameter',
      () => flowFile({ source: side({ connector: `\${param:far}` }) }),
      SLOT,
      { parameters: [asked('far', 'fake/ERP')] },
    ],
    ['by id beside the place', () => flowFile({ source: side({ connector_id: 'x', connector: 'fake/ERP' }) }), OUTSIDE],
  ],
  'objects of the tenant': [
    [
      'a value map by name',
      () => fieldFile(text('{{id}}'), { lookup: { map: 'Countries', direction: 'forward' } }),
      OUTSIDE,
    ],
    [
      'a value map by id',
      () => fieldFile(text('{{id}}'), { lookup: { map_id: ids.map, direction: 'forward' } }),
      OUTSIDE,
    ],
    [
      'a value map by the value of a parameter',
      () => fieldFile(text('{{id}}'), { lookup: { map: `\${param:m}`, direction: 'forward' } }),
      OUTSIDE,
      { parameters: [asked('m', 'Countries')] },
    ],
    ['records of a strategy by code', () => fieldFile(find({ strategy: 'Z-ORDERS' })), OUTSIDE],
    ['records of a strategy by id', () => fieldFile(find({ strategy_id: ids.strategy })), OUTSIDE],
    ['a map in an expression', () => fieldFile(expression(`lookup("Countries", row.id)`)), OUTSIDE],
    [
      'a map by id in an expression',
      () => fieldFile(expression(`lookup("${'0'.repeat(8)}-0000-7000-8000-000000000001", row.id)`)),
      OUTSIDE,
    ],
    ['records in an expression', () => fieldFile(expression(`find('Z-ORDERS', "$target", row.id)`)), OUTSIDE],
    ['records in a text', () => fieldFile(text('_findCollection find $target from Z-ORDERS where id={{id}}')), OUTSIDE],
    [
      'records in a text by a parameter',
      () => fieldFile(text(`_findCollection find $target from \${param:s} where id={{id}}`)),
      OUTSIDE,
      { parameters: [asked('s', 'Z-ORDERS')] },
    ],
    ['a strategy to push to', () => flowFile({ target: back({ strategy: 'Z-ORDERS' }) }), OUTSIDE],
    ['a strategy to push to by id', () => flowFile({ target: back({ strategy_id: ids.strategy }) }), OUTSIDE],
    ['a strategy to run after', () => flowFile({ schedule: { cron: '0 3 * * *', after: ['Z-ORDERS'] } }), OUTSIDE],
    [
      'a strategy to wait for',
      () => flowFile({ schedule: { cron: '0 3 * * *', preconditions: [{ strategy: 'Z-ORDERS', kind: 'idle' }] } }),
      OUTSIDE,
    ],
    ['an interface by name', () => flowFile({ source: side({ resource: 'asset:own:acme/Orders' }) }), OUTSIDE],
    ['an interface by id', () => flowFile({ source: side({ resource: `asset:${ids.asset}@1` }) }), OUTSIDE],
    ['a statement by name', () => flowFile({ source: side({ resource: 'sql:own:acme/Signed' }) }), OUTSIDE],
    ['a statement by id', () => flowFile({ source: side({ resource: `sql:${ids.adapter}` }) }), OUTSIDE],
    ['an adapter by name', () => flowFile({ source: side({ options: { adapter: 'own:acme/Signed' } }) }), OUTSIDE],
    ['an adapter by id', () => flowFile({ source: side({ options: { adapter: ids.adapter } }) }), OUTSIDE],
    [
      'an interface of its own on the tenant’s platform',
      () => [
        flowFile({ source: side({ resource: 'asset:own:acme/Evil' }) }),
        objectFile('api-asset', 'own:acme/Evil', { type: 'QUERY', method: 'GET', api: '/x', id: ['id'] }),
      ],
      OUTSIDE,
    ],
    [
      'a map of its own for the tenant’s platform',
      () => [
        fieldFile(text('{{id}}'), { lookup: { map: 'M', direction: 'forward' } }),
        objectFile('mapping', 'M', { b_platform: 'own:acme', lines: [] }),
      ],
      OUTSIDE,
    ],
  ],
  files: [
    ['aliases without end', () => ({ path: 'objects/x.yaml', text: bomb }), 'conflict.packageProblems'],
    ['brackets without end', () => ({ path: 'objects/x.yaml', text: '['.repeat(100_000) }), 'conflict.packageProblems'],
    [
      'levels without end',
      () => ({ path: 'objects/x.yaml', text: `${'{a: '.repeat(3000)}${'}'.repeat(3000)}` }),
      'conflict.packageProblems',
    ],
    ['another kind', () => [flowFile(), objectFile('robot', 'x', {})], 'conflict.packageProblems'],
    ['the same object twice', () => [flowFile(), flowFile()], 'conflict.packageProblems'],
    [
      'a field of the prototype',
      () => [flowFile(), objectFile('mapping', 'x', {}, { constructor: {} })],
      'conflict.packageProblems',
    ],
    ['no strategy at all', () => objectFile('mapping', 'x', { lines: [] }), OUTSIDE],
  ],
  demands: [
    ['a package that nobody has', () => flowFile(), 'conflict.packageProblems', { dependencies: { nobody: '^1.0.0' } }],
    ['a product of the far future', () => flowFile(), 'conflict.packageProblems', { product: '>=999999.0.0' }],
    [
      'a package constructor',
      () => flowFile(),
      'conflict.packageProblems',
      { dependencies: { constructor: '>=0.0.0' } },
    ],
    [
      'a parameter constructor that has no value',
      () => flowFile(),
      'conflict.packageProblems',
      { parameters: [{ ...asked('constructor'), required: true }] },
    ],
    [
      'a place constructor',
      () => flowFile(),
      'conflict.packageProblems',
      { connections: ['shop', 'constructor'].map(slot => ({ slot, platform: 'fake', title: slot, rights: [] })) },
    ],
    ['a parameter that nobody declared', () => fieldFile(text(`\${param:nobody}`)), 'invalid.packageParam'],
    [
      'a parameter constructor that nobody declared',
      () => fieldFile(text(`\${param:constructor}`)),
      'invalid.packageParam',
    ],
    [
      'a connector of another platform',
      () => flowFile(),
      'conflict.packageProblems',
      { connections: [{ slot: 'shop', platform: 'mysql', title: 'x', rights: [] }] },
    ],
  ],
  platforms: [
    [
      'the tenant’s own, changed',
      () => [flowFile(), platform('acme', { settings: { host: 'evil.example' } })],
      'conflict.packageProblems',
      own('own:acme'),
    ],
  ],
}
function own(platformId: string): Partial<SolutionPackage['manifest']> {
  return { connections: [{ slot: 'shop', platform: platformId, title: 'x', rights: [] }] }
}
const bomb = [
  'a: &a [1,1,1,1,1,1,1,1,1]',
  ...'bcdefghi'.split('').map((each, at) => `${each}: &${each} [${Array(9).fill(`*${'abcdefgh'[at]}`).join()}]`),
].join('\n')

type Row = readonly [kind: string, what: string, make: Make, code: string, manifest: Case[3]]
const table = Object.entries(kinds).flatMap(([kind, all]) =>
  all.map(([what, make, code, manifest]): Row => [kind, what, make, code, manifest]),
)
test.each(table)('%s: %s is refused, and nothing is written', async (_kind, _what, make, code, manifest) => {
  const ref = await world.upload(hostile([make()].flat(), manifest))
  const told = await world.unchanged(() => world.install(ref))
  expect([told.code, told.body]).toEqual([code, told.body])
})
