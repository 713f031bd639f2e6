import type { Mapping, MappingField } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from './testing/drive.ts'
import { limitTurn, tellExcess } from './testing/measure-turn.ts'
import { configOf, newConnector, newStrategy } from './testing/objects.ts'
import { useRealStrategies } from './testing/real-strategies.ts'
import type { World } from './testing/sample.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

/** A mapping is checked, tried and shown with every key that is typed, by the thread that answers everybody. */
let server: TestServer
let world: World
let limitMs: number

beforeAll(async () => {
  server = await startTestServer()
  useRealStrategies(server)
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  limitMs = await limitTurn(100)
}, 180_000)
afterAll(() => server.drop())

const many = (count: number, value: (at: number) => MappingField['value']): MappingField[] =>
  Array.from({ length: count }, (_, at) => ({ target: `f${at}`, value: value(at) }))
const expressions = (count: number, source: (at: number) => string): Partial<Mapping> => ({
  fields: many(count, at => ({ kind: 'expression', expression: source(at) })),
})
const repeat = (count: number, piece: (at: number) => string, between: string): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join(between)

/** Each as large as the contract allows, and slow in a way of its own. */
const worst: Readonly<Record<string, Partial<Mapping>>> = {
  'many expressions': expressions(990, at => repeat(34, index => `row.a${at}x${index}`, '+')),
  'many short expressions': expressions(2000, at => repeat(15, index => `row.a${at}x${index}`, '+')),
  'long chains': expressions(400, at => repeat(90, index => `row.b${at % 10}${index}`, ' + ')),
  'long lists': expressions(20, at => `size([${repeat(900, index => `row.b${at}x${index}`, ', ')}])`),
  'names that nobody knows': expressions(1500, at => repeat(12, () => `sizze(row.a${at})`, ' + ')),
  'look-ups that are none': expressions(1500, at => repeat(12, () => `lookup(row.a${at})`, ' + ')),
  'many templates': {
    fields: many(2000, at => ({ kind: 'template', template: repeat(15, index => `{{a${index}.b${at}}}`, '') })),
  },
  'many fields and derived fields': {
    derived: many(200, () => ({ kind: 'constant', value: 1 })),
    fields: many(10, () => ({ kind: 'object', fields: many(1500, () => ({ kind: 'constant', value: 1 })) })),
  },
  'derived fields that use each other': {
    derived: Array.from({ length: 200 }, (_, at) => ({
      target: `d${at}`,
      value: { kind: 'expression', expression: repeat(60, index => `derived.d${at + 1 + index}`, ' + ') },
    })),
    fields: many(1, () => ({ kind: 'expression', expression: 'derived.d0' })),
  },
}

async function openPreview(mapping: Partial<Mapping>, explain: boolean): Promise<Knock> {
  const source_fields = Array.from({ length: 2000 }, (_, at) => `name${at}`)
  const body = { mapping, record: '{"a":1}', source_fields, explain }
  return () => server.call('POST', '/api/dh/lessee/strategy/preview', { token: world.token, body })
}

type Knock = () => ReturnType<TestServer['call']>
const doors: Readonly<Record<string, (mapping: Partial<Mapping>) => Promise<Knock>>> = {
  preview: mapping => openPreview(mapping, false),
  explanation: mapping => openPreview(mapping, true),
  summary: async mapping => {
    const config = { ...configOf((await newConnector(world)).id), mapping }
    return () => server.call('POST', '/api/dh/lessee/strategy/summary', { token: world.token, body: { config } })
  },
  'check of a draft': async mapping => {
    const config = { ...configOf((await newConnector(world)).id), mapping }
    const body = { name: `s${crypto.randomUUID()}`, config }
    const saved = await server.call('POST', '/api/dh/lessee/strategy', { token: world.token, body })
    expect(saved.statusCode, saved.body.slice(0, 300)).toBe(200)
    const path = `/api/dh/lessee/strategy/${saved.json().content.id}/mapping/check-list`
    return () => server.call('GET', path, { token: world.token })
  },
  trial: async mapping => {
    const { id } = await newStrategy(world)
    const body = { mapping, limit: 10 }
    return () => server.call('POST', `/api/dh/lessee/strategy/${id}/mapping-trial`, { token: world.token, body })
  },
}

const ways: readonly (readonly [door: string, name: string])[] = [
  ...Object.keys(worst).map(name => ['preview', name] as const),
  ...['long chains', 'many templates'].map(name => ['explanation', name] as const),
  ...['many expressions', 'look-ups that are none', 'many fields and derived fields'].map(
    name => ['check of a draft', name] as const,
  ),
  ['summary', 'many expressions'],
  ['trial', 'many expressions'],
]

test('a record of more values than a body may have is not even read', async () => {
  const body = { mapping: { copyAll: true, fields: [] }, record: `{"a":[1${',1'.repeat(2_400_000)}]}` }
  const excess = await tellExcess(limitMs, async () => {
    const refused = await server.call('POST', '/api/dh/lessee/strategy/preview', { token: world.token, body })
    expect([refused.statusCode, refused.json().code]).toEqual([413, 'tooLarge.text'])
  })
  expect(excess).toBe('')
})

test.each(ways)('%s with %s holds the thread no longer than others may wait', async (door, name) => {
  const knock = await doors[door]!({ copyAll: false, ...worst[name] })
  // The first answer is the slow one: of the others the expressions are known.
  const excess = await tellExcess(limitMs, async () => {
    const { statusCode, body } = await knock()
    expect(statusCode, statusCode === 500 ? server.readLog().slice(-4000) : body.slice(0, 300)).toBe(200)
  })
  expect(excess).toBe('')
})
