import { setTimeout as wait } from 'node:timers/promises'
import { type ConnectorContext, isPackConnector, type PackConnector, type PackInterface } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { formatDecimal, formatMoment, parseDecimal, parseMoment } from '@sluice/connector-kit/sql'
import { connectors } from '@sluice/connectors'
import {
  Counts,
  type Data,
  isData,
  newId,
  parseJson,
  type Resource,
  type RunState,
  StrategyConfig,
  toJson,
  toPackResource,
  type Value,
} from '@sluice/contract'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import { createAdapterTokens, createEngine, type Engine } from '@sluice/engine'
import { type Vendor, vendors } from '@sluice/sandbox'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLogicalServer } from './testing/logical-server.ts'

/** Behind the last change of every vendor that takes any window. */
const LATER = '2025-06-01T00:00:00.000Z'
const HOUR_MS = 3_600_000
const packs = connectors.filter(isPackConnector)

let place: TestDatabase
let server: Awaited<ReturnType<typeof startLogicalServer>>
let far: pg.Client
let context: TestContext
let engine: Engine
let tenantId: string
/** The engine's clock is set and goes on from there; signatures are made and tested by the real one. */
let shiftMs = 0
const now = (): number => Date.now() + shiftMs
const setClock = (ms: number): void => {
  shiftMs = ms - Date.now()
}

beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 8 })
  server = await startLogicalServer()
  far = new pg.Client({ connectionString: server.url })
  await far.connect()
  tenantId = (await createTestTenant(place.database)).tenantId
  context = createTestContext({ sleep: async () => undefined })
  const vault = {
    open: async (_tenant: string, _place: string, sealed: string) => sealed,
    seal: async (_tenant: string, _place: string, plain: string) => plain,
  }
  const tokens = createAdapterTokens({ database: place.database, vault, now: Date.now })
  engine = createEngine({
    database: place.database,
    connectors,
    vault,
    makeContext: (tenant, connector, env = ''): ConnectorContext => ({
      ...context,
      tokens: tokens.lend(tenant, connector, env),
    }),
    now,
    random: () => 0.5,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    roles: { worker: true, scheduler: false, replays: false },
    limits: { pollMs: 50, pauseMs: 5 },
  })
  await engine.start()
})
afterAll(async () => {
  await engine.stop({ timeoutMs: 2000 })
  await far.end()
  await server.stop()
  await context.dispose()
  await place.drop()
})

interface Side {
  readonly platform: string
  readonly params: object
  readonly config: object
}

/** A strategy between two far systems, as the studio would save it. */
async function makeStrategy(source: Side, target: Side, fields: readonly string[], within = ''): Promise<string> {
  const [sourceId, targetId, strategyId] = [newId(), newId(), newId()]
  const config = StrategyConfig.parse({
    source: { connector_id: sourceId, pageSize: 60, ...source.config },
    target: { connector_id: targetId, batchSize: 2, ...target.config },
    mapping: {
      fields: fields.map(name => ({ target: name, value: { kind: 'template', template: `{{${within}${name}}}` } })),
    },
  })
  await place.database.withTenant(tenantId, async tx => {
    const connector = `insert into connector (id, platform_id, name, params, status) values ($1::uuid, $2, $1::text, $3, 'ok')`
    await tx.execute(connector, [sourceId, source.platform, JSON.stringify(source.params)])
    await tx.execute(connector, [targetId, target.platform, JSON.stringify(target.params)])
    await tx.execute(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
       values ($1::uuid, $1::text, $1::text, 'running', $2, $3)`,
      [strategyId, sourceId, targetId],
    )
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
      strategyId,
      JSON.stringify(config),
    ])
  })
  return strategyId
}

interface RunRow {
  readonly state: RunState
  readonly counts: Counts
  readonly failure: unknown
  readonly imbalance: string | null
}

/** Runs it to its end; the books must balance, whatever else happened. */
async function run(strategyId: string, trigger: 'manual' | 'retry' = 'manual'): Promise<RunRow> {
  const { runId } = await place.database.withTenant(tenantId, tx =>
    engine.runs.request(tx, { tenantId, strategyId, trigger }),
  )
  for (let tries = 0; ; tries += 1) {
    const [row] = await place.database.withTenant(tenantId, tx =>
      tx.query<RunRow>('select state, counts, failure, imbalance from run where id = $1', [runId]),
    )
    if (row && !['queued', 'running', 'stopping'].includes(row.state)) {
      const counts = Counts.parse(row.counts)
      // A run of nothing but records that the vendor refuses once more is failed, and its control totals balance.
      const failure = counts.dead > 0 && counts.written === 0 ? { code: 'run.nothingArrived' } : null
      expect(row).toMatchObject({ failure, imbalance: null })
      return { ...row, counts }
    }
    if (tries > 400) throw new Error(`waiting for run ${runId}: ${JSON.stringify(row)}`)
    await wait(20)
  }
}

/** From the fourth request on: the token in use ends, and two requests later comes one too many. */
function disturb(vendor: Vendor): void {
  const start = vendor.told.all
  vendor.onAsked = before => {
    if (before === start + 3) vendor.expireToken?.()
    if (before === start + 5) vendor.limitNext()
  }
}

/** What was asked since `disturb` met the trouble that it was long enough for. */
function expectTrouble(vendor: Vendor): void {
  if (vendor.expireToken && vendor.told.all > 4) expect(vendor.told.expired).toBeGreaterThan(0)
  if (vendor.told.all > 6) expect(vendor.told.limited).toBe(1)
}

/** Equal texts for equal values of a field: 10.50 and 10.5 are one number, and a moment may be written in several ways. */
function canonical(value: Value | undefined, type: string): string {
  if (value === null || value === undefined) return 'null'
  const text = typeof value === 'string' ? value : toJson(value)
  if (type === 'int' || type === 'float') return formatDecimal(parseDecimal(text)!) // the column is a number
  const moment = type === 'datetime' ? parseMoment(text) : null
  if (moment) return formatMoment(moment)
  return typeof value === 'string' ? value : toJson(sort(value))
}
const sort = (value: Value): Value =>
  Array.isArray(value)
    ? value.map(sort)
    : isData(value)
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map(name => [name, sort(value[name] ?? null)]),
        )
      : value

/** Rows in an order of their own, each scalar as text: forms know no numbers. */
function sortTexts(rows: readonly object[], names: readonly string[]): unknown[] {
  const toTexts = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(toTexts)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toTexts(each)]))
        : String(value)
  const texts = rows.map(row => toTexts(row) as Record<string, unknown>) // an object, as it was
  const orderOf = (row: Record<string, unknown>): string =>
    names.map(name => (name in row && typeof row[name] === 'string' ? row[name] : JSON.stringify(row[name]))).join(' ')
  return texts.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** A table made from what the pack says of the interface, as the target's form does it. */
async function makeTable(pack: PackConnector, vendor: Vendor, resource: string, table: string): Promise<Resource> {
  const database = connectors.find(each => each.manifest.id === 'postgresql')!
  const [from, to] = [await pack.open({ ...vendor.params }, context), await database.open(server.params, context)]
  try {
    const described = await from.describe(resource, {})
    await to.createResource!(`public.${table}`, described.fields, described.key) // a database makes tables
    return described
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}

/** Records as the interface gives them: lists of values get the names of the fields. */
function readVendor(vendor: Vendor, made: PackInterface): Data[] {
  const names = (made.response ?? []).map(each => each.field)
  const rows = parseJson(vendor.read(made.code)) as Data[] // a list of objects
  if (!made.listOfValues || made.detail) return rows
  return rows.map(row => Object.fromEntries(Object.values(row).map((value, at) => [names[at] ?? '', value])))
}

async function readTable(table: string): Promise<Data[]> {
  const { rows } = await far.query<{ row: string }>(`select row_to_json(t)::text as row from "${table}" t`)
  return rows.map(({ row }) => parseJson(row) as Data) // row_to_json gives objects
}

const interfacesOf = (type: PackInterface['type']) =>
  packs.flatMap(pack => pack.pack.interfaces.filter(each => each.type === type).map(made => ({ pack, made })))
const nameOf = ({ pack, made }: { pack: PackConnector; made: PackInterface }): string =>
  `${pack.manifest.id}/${made.code}`
const tableOf = (name: string): string => name.replaceAll(/[^a-z]/g, '_')

describe('from a vendor into a database', () => {
  test.each(interfacesOf('QUERY').map(each => [nameOf(each), each] as const))('%s', async (name, { pack, made }) => {
    const vendor = await vendors[pack.manifest.id]!()
    try {
      setClock(Date.parse(vendor.window?.to ?? LATER))
      const resource = toPackResource(pack.manifest.id, made.code)
      const table = tableOf(name)
      const { fields, key } = await makeTable(pack, vendor, resource, table)
      const [increment] = made.increment ?? []
      const strategyId = await makeStrategy(
        {
          platform: pack.manifest.id,
          params: vendor.params,
          config: { resource, key, ...(increment ? { increment: { field: increment } } : {}) },
        },
        { platform: 'postgresql', params: server.params, config: { resource: `public.${table}`, batchSize: 500 } },
        fields.map(field => field.name),
      )
      const compare = async (): Promise<void> => {
        const write = (row: Data): string =>
          fields.map(field => `${field.name}=${canonical(row[field.name], field.type)}`).join(' ')
        const expected = readVendor(vendor, made).map(write).toSorted()
        expect((await readTable(table)).map(write).toSorted()).toEqual(expected)
      }
      const count = vendor.counts[made.code]!
      vendor.told.all = 0
      disturb(vendor)
      const first = await run(strategyId)
      expect(first).toMatchObject({ state: 'succeeded', counts: { read: count, written: count } })
      expectTrouble(vendor)
      await compare()

      const isTimed = vendor.change(made.code, 2, new Date(now() + HOUR_MS / 2))
      shiftMs += HOUR_MS
      const fresh = isTimed ? 2 : 0
      const second = await run(strategyId)
      expect(second).toMatchObject({ state: 'succeeded', counts: { read: increment ? fresh : count, fresh } })
      if (made.detail === undefined) await compare()
    } finally {
      await vendor.stop()
    }
  })
})

describe('from a database into a vendor', () => {
  test.each(interfacesOf('EXECUTE').map(each => [nameOf(each), each] as const))('%s', async (name, { pack, made }) => {
    const vendor = await vendors[pack.manifest.id]!()
    try {
      setClock(Date.parse(LATER))
      const sample = vendor.samples[made.code]!
      const table = tableOf(name)
      const names = Object.keys({ ...sample(0), ...vendor.spoiled[made.code] })
      await far.query(`create table "${table}" (at int primary key, changed timestamp, doc json)`)
      const insert = (at: number, row: Readonly<Record<string, unknown>>) =>
        far.query(`insert into "${table}" values ($1, $2, $3)`, [at, `2025-05-01 00:00:0${at}`, JSON.stringify(row)])
      for (let at = 0; at < 5; at += 1) await insert(at, sample(at))
      await insert(5, vendor.spoiled[made.code]!)
      const strategyId = await makeStrategy(
        {
          platform: 'postgresql',
          params: server.params,
          config: { resource: `public.${table}`, key: ['at'], increment: { field: 'changed' } },
        },
        {
          platform: pack.manifest.id,
          params: vendor.params,
          config: {
            resource: toPackResource(pack.manifest.id, made.code),
            options: {
              asset_values: Object.entries(vendor.values?.[made.code] ?? {}).map(([key, value]) => ({
                name: key,
                value,
              })),
            },
          },
        },
        names,
        'doc.',
      )
      vendor.told.all = 0
      disturb(vendor)
      const first = await run(strategyId)
      expect(first.counts).toMatchObject({ read: 6, fresh: 6 })
      // Refused for haste by a code of its own: the engine's to repeat.
      shiftMs += HOUR_MS
      const healed = first.counts.failed > 0 ? await run(strategyId, 'retry') : null
      expect(first.counts.written + (healed?.counts.written ?? 0)).toBe(5)
      expect(first.counts.dead + (healed?.counts.dead ?? 0)).toBe(1)
      expectTrouble(vendor)
      await insert(6, sample(6))
      const second = await run(strategyId)
      // The bound belongs to both windows: the last row is read again, and refused again, for it was never written.
      expect(second).toMatchObject({ state: 'partial', counts: { read: 2, fresh: 2, dead: 1, written: 1 } })
      expect(sortTexts(vendor.written, names)).toMatchObject(
        sortTexts([0, 1, 2, 3, 4, 6].map(sample), names) as Record<string, unknown>[],
      )
    } finally {
      await vendor.stop()
    }
  })
})
