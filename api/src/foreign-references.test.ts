import { randomUUID } from 'node:crypto'
import { type RouteDef, walkRoutes } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from './server/contracts.ts'
import { openWorld, sendSample } from './testing/drive.ts'
import type { Sample, World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'
import { type LongText, listReferences, putText } from './testing/worst-bodies.ts'

/**
 * Whoever names something of others inside of a body or a query that is otherwise valid gets the answer that an id gets
 * which nobody has. So nothing is shown, and nothing tells that it is there. The path's ids are the caller's own, so no
 * call is refused before the reference is read.
 */
const routes = [...walkRoutes(contracts)].filter(
  ([, route]) => route.permission !== 'public' && route.content !== 'sse' && (route.body || route.query),
)

interface Place {
  readonly in: 'body' | 'query'
  readonly text: LongText
}
const placesOf = (route: RouteDef): Place[] =>
  (['body', 'query'] as const).flatMap(at =>
    route[at] ? listReferences(route[at]).map(text => ({ in: at, text })) : [],
  )

/** What the calls of the others store is found by it. */
const isFirst = ([name]: readonly [string, RouteDef]): number => (name === 'strategy.references' ? 0 : 1)
const asked = routes.filter(([, route]) => placesOf(route).length > 0).sort((a, b) => isFirst(a) - isFirst(b))

let server: TestServer
let samples: ReturnType<typeof createSamples>
let owner: World
let stranger: World
/** May do everything, but sees only the strategies of a group. */
let colleague: World
/** What the owner has, by its table: one id of each, of hidden strategies where it is one's. */
let foreign: ReadonlyMap<string, string>
/** Of these, what belongs to a strategy. */
let hidden: ReadonlyMap<string, string>
let hiddenStrategies: string[]
const ROLE = '00000000-0000-7000-8000-000000000001'

beforeAll(async () => {
  server = await startTestServer()
  samples = createSamples(server)
  owner = await openWorld(server, 'admin-a', server.a.tenantId)
  stranger = await openWorld(server, 'admin-b', server.b.tenantId)
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into role (id, name, permissions, groups) values ($1, 'elsewhere', '{*}', '{elsewhere}')`,
      [ROLE],
    )
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'colleague', '', password_hash, $1 from app_user where username = 'admin-a'`,
      [ROLE],
    )
  })
  colleague = await openWorld(server, 'colleague', server.a.tenantId)
  for (const [name] of routes) await samples[name]!(owner)
  foreign = await listForeign()
  const [strategies, tables] = await server.database.withTenant(server.a.tenantId, async tx => [
    await tx.query<{ id: string }>('select id::text from strategy'),
    await tx.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'strategy_id'`,
    ),
  ])
  hiddenStrategies = strategies.map(({ id }) => id)
  const belongs = new Set(['strategy', ...tables.map(({ name }) => name)])
  hidden = new Map([...foreign].filter(([table]) => belongs.has(table)))
})
afterAll(() => server.drop())

async function listForeign(): Promise<Map<string, string>> {
  return server.database.withTenant(server.a.tenantId, async tx => {
    const tables = await tx.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c
         join information_schema.columns o on (o.table_schema, o.table_name, o.column_name) = (c.table_schema, c.table_name, 'tenant_id')
        where c.table_schema = 'public' and c.column_name = 'id' and c.data_type = 'uuid' order by 1`,
    )
    const found = new Map<string, string>()
    for (const { name } of tables) {
      const [row] = await tx.query<{ id: string }>(`select id::text from ${name} order by id desc limit 1`)
      if (row) found.set(name, row.id)
    }
    return found
  })
}

/** What a field may mean whose name is no table's. */
const COMMON = ['strategy', 'connector', 'app_user', 'run', 'recon_account', 'solution_package']

/** The tables a field may mean: those named like it, or the common ones and those of the module. */
function kindsOf({ path }: LongText, module: string, known: ReadonlyMap<string, string>): string[] {
  const field = path.filter(step => step !== '*').at(-1) ?? ''
  const named = [...known.keys()].filter(table => isNamed(table, field.replace(/(_id)?s?$/, '')))
  const own = module.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const likely = [...known.keys()].filter(table => COMMON.includes(table) || isNamed(table, own))
  return named.length > 0 ? named : likely
}

const isNamed = (table: string, word: string): boolean => table === word || table.endsWith(`_${word}`)

const put = (route: RouteDef, sample: Sample, place: Place, id: string): Sample =>
  place.in === 'body'
    ? { ...sample, body: putText(route.body, sample.body, place.text, id) as Record<string, unknown> } // bodies are objects
    : { ...sample, query: { ...sample.query, [place.text.path[0] ?? '']: id } }

/** An answer without what differs by itself: ids, tokens, codes, hashes, times, numbers of names. */
const plain = (body: string): string =>
  body
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
    .replace(/[\w-]{43}/g, 'TOKEN')
    .replace(/S\d{8}-\w{4}/g, 'CODE')
    .replace(/("elapsed_ms":|[- ])\d+\b/g, '$1N')

interface Asking {
  readonly as: World
  readonly known: ReadonlyMap<string, string>
  make(name: string): Promise<Sample>
}

async function compare(name: string, route: RouteDef, { as, known, make }: Asking): Promise<void> {
  let sample = await make(name)
  const ask = async (place: Place, id: string) => {
    const answer = await sendSample(server, route, put(route, sample, place, id), as.token)
    // What was done is not done twice.
    if (answer.statusCode === 200 && route.audit !== 'query') sample = await make(name)
    return { status: answer.statusCode, body: plain(answer.body) }
  }
  for (const place of placesOf(route)) {
    const nobodys = await ask(place, randomUUID())
    // Else what is asked here was refused by its form, and nothing was looked for.
    const field = place.text.path.join('.')
    expect([field, nobodys.body]).not.toEqual([field, expect.stringContaining('invalid.input')])
    for (const kind of kindsOf(place.text, name.split('.')[0] ?? '', known)) {
      const got = await ask(place, known.get(kind) ?? '')
      expect([field, kind, got]).toEqual([field, kind, nobodys])
    }
  }
}

describe.each(asked)('%s', (name, route) => {
  test('tells a stranger nothing of what its references name', () =>
    compare(name, route, { as: stranger, known: foreign, make: each => samples[each]!(stranger) }))

  test('tells a role with a scope nothing of hidden strategies that its references name', () =>
    compare(name, route, { as: colleague, known: hidden, make: makeSeen }))
})

/** A valid call whose strategies the colleague sees. */
async function makeSeen(name: string): Promise<Sample> {
  const sample = await samples[name]!(owner)
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(`update strategy set group_name = 'elsewhere' where id <> all ($1::uuid[])`, [hiddenStrategies]),
  )
  return sample
}
