import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ConfigObject } from '../modules/admin/config/index.ts'
import { packStrategies } from './pack-strategies.ts'
import type { PackageObject } from './package-objects.ts'

const strategy = (key: string, from: string, to: string, fields: readonly object[]): ConfigObject => ({
  ...{ id: key, kind: 'strategy', key, name: key },
  spec: {
    source: { connector: from, resource: 'orders' },
    target: { connector: to, resource: 'bills' },
    mapping: { fields: fields as never },
  },
})
const asked = (name: string): string => `\${param:${name}}`
const constant = (target: string, value: string | number) => ({ target, value: { kind: 'constant', value } })

/** As a package is read again. */
const objectsOf = ({ files }: ReturnType<typeof packStrategies>): PackageObject[] =>
  files.map(({ text }) => parse(text) as PackageObject)
const fieldsOf = (objects: readonly PackageObject[], key: string): unknown =>
  (objects.find(each => each.key === key)?.spec['mapping'] as { fields: unknown } | undefined)?.fields

test('places keep their names and questions stay asked, in whatever order everything stands now', () => {
  const orders = strategy('SO', 'sqlite/Shop', 'sqlite/ERP', [constant('no', 'x'), constant('warehouse', 'W1')])
  const first = packStrategies([orders], ['SO'])
  expect(first.connections.map(each => each.slot)).toEqual(['sqlite', 'sqlite_2'])
  const before = objectsOf(first).map(each => ({
    ...each,
    spec: { ...each.spec, mapping: { fields: [constant('no', 'x'), constant('warehouse', asked('warehouse'))] } },
  })) as unknown as PackageObject[]
  // A strategy the other way round comes first, one field is new, and the constant is another one by now.
  const back = strategy('BACK', 'sqlite/ERP', 'sqlite/Shop', [constant('no', 'y')])
  const now = strategy('SO', 'sqlite/Shop', 'sqlite/ERP', [
    ...[constant('note', 'n'), constant('warehouse', 7), constant('no', 'z')],
  ])
  const next = packStrategies([back, now], ['BACK', 'SO'], before)
  const objects = objectsOf(next)
  expect(objects.map(each => [each.key, each.spec['source'], each.spec['target']])).toMatchObject([
    ['BACK', { connector: 'slot:sqlite_2' }, { connector: 'slot:sqlite' }],
    ['SO', { connector: 'slot:sqlite' }, { connector: 'slot:sqlite_2' }],
  ])
  expect(fieldsOf(objects, 'SO')).toEqual([
    ...[constant('note', 'n'), constant('warehouse', asked('warehouse')), constant('no', 'z')],
  ])
  expect(next.flows.map(each => [each.strategy, each.from, each.to])).toEqual([
    ['BACK', 'sqlite_2', 'sqlite'],
    ['SO', 'sqlite', 'sqlite_2'],
  ])
})

test('a system that takes the place of another one has that place, and a third gets a name of its own', () => {
  const before = objectsOf(packStrategies([strategy('SO', 'sqlite/Shop', 'sqlite/ERP', [])], ['SO']))
  const { connections } = packStrategies(
    [strategy('SO', 'sqlite/New shop', 'sqlite/ERP', []), strategy('Z', 'sqlite/Shop', 'sqlite/ERP', [])],
    ['SO', 'Z'],
    before,
  )
  expect(Object.fromEntries(connections.map(each => [each.title, each.slot]))).toEqual({
    ...{ 'New shop': 'sqlite', ERP: 'sqlite_2', Shop: 'sqlite_3' },
  })
})

test('an expression that stands where a question was is no constant, and what is gone asks nothing', () => {
  const old = strategy('SO', 'slot:a', 'slot:b', [constant('no', asked('no')), constant('gone', asked('gone'))])
  const expression = { target: 'no', value: { kind: 'expression', expression: 'row.no' } }
  const next = packStrategies([strategy('SO', 'sqlite/A', 'sqlite/B', [expression])], ['SO'], [
    old,
  ] as unknown as PackageObject[])
  expect(fieldsOf(objectsOf(next), 'SO')).toEqual([expression])
})
