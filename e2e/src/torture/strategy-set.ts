import { BUSY } from './far-ledger.ts'
import { SetWatch } from './set-watch.ts'
import type { Station } from './station.ts'

/** Three strategies with tables of their own, one per kind of promise. */
export interface StrategySet {
  readonly name: string
  /** PostgreSQL, incremental and scheduled, to PostgreSQL by key. */
  readonly upsert: string
  /** HTTP, read in full, to HTTP with an idempotency key. */
  readonly keyed: string
  /** PostgreSQL, incremental, to HTTP without any protection. */
  readonly plain: string
  /** The same source as `upsert`, read in full; the whole set at the target is exchanged. */
  readonly refresh: string
  readonly watch: SetWatch
}

let made = 0

const connectors = new WeakMap<Station, Promise<Record<string, string>>>()

export const sourceTable = (set: StrategySet, kind: 'upsert' | 'plain'): string => `${set.name}_${kind}`
export const targetTable = (set: StrategySet): string => `${set.name}_target`

export const setTable = (set: Pick<StrategySet, 'name'>): string => `${set.name}_set`
export const idsOf = (set: StrategySet): string[] => [set.upsert, set.keyed, set.plain, set.refresh]

export async function createStrategySet(station: Station): Promise<StrategySet> {
  const name = `t${++made}`
  const { api, tables, http } = station
  await tables.create({ source: `${name}_upsert`, target: `${name}_target` })
  await tables.createSource(`${name}_plain`)
  await tables.createSet(setTable({ name }))
  http.startTable(name)
  const { source, target, far } = await ensureConnectors(station)
  const read = { pageSize: 20, increment: { field: 'changed' }, key: ['id'] }
  const retry = { maxAttempts: 8, firstDelaySeconds: 1 }
  const copy = { copyAll: true, fields: [] }
  const create = async (kind: string, config: object): Promise<string> => {
    const body = { name: `${name} ${kind}`, config: { mapping: copy, retry, ...config } }
    const { id } = (await api.strategy.create({ body: body as never })).content // the three configs below
    await api.strategy.start({ params: { id } })
    return id
  }
  const post = { batchSize: 10 }
  const refusal = { message_path: 'message', busy_texts: BUSY }
  return {
    name,
    watch: new SetWatch(station, setTable({ name })),
    refresh: await create('refresh', {
      source: { connector_id: source, resource: `public.${name}_upsert`, pageSize: 50, key: ['id'] },
      target: { connector_id: target, resource: `public.${name}_set`, batchSize: 50, mode: 'replace' },
    }),
    upsert: await create('upsert', {
      source: { connector_id: source, resource: `public.${name}_upsert`, ...read },
      target: { connector_id: target, resource: `public.${name}_target`, batchSize: 10 },
      schedule: { cron: '* * * * *', timeZone: 'UTC' },
    }),
    keyed: await create('keyed', {
      source: {
        connector_id: far,
        resource: `/rows/${name}`,
        key: ['id'],
        pageSize: 20,
        options: { list_path: 'rows', pagination: 'cursor', page_param: 'after', next_path: 'next' },
      },
      target: {
        connector_id: far,
        resource: `/keyed/${name}`,
        ...post,
        options: { ...refusal, idempotency_header: 'Idempotency-Key' },
      },
    }),
    plain: await create('plain', {
      source: { connector_id: source, resource: `public.${name}_plain`, ...read },
      target: { connector_id: far, resource: `/plain/${name}`, ...post, options: refusal },
    }),
  }
}

/** The two databases and the HTTP system, each behind its cable; made at the first use. */
export function ensureConnectors(station: Station): Promise<Record<string, string>> {
  const known = connectors.get(station) ?? createConnectors(station)
  connectors.set(station, known)
  return known
}

async function createConnectors(station: Station): Promise<Record<string, string>> {
  const create = async (platform: string, name: string, params: Record<string, string | number>): Promise<string> =>
    (await station.api.connector.create({ body: { platform_id: platform, name, params } })).content.id
  const database = (port: number) => ({
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: 'sluice',
    password: 'none',
  })
  return {
    source: await create('postgresql', 'source', database(station.proxies.source.port)),
    target: await create('postgresql', 'target', database(station.proxies.target.port)),
    far: await create('http', 'far', {
      base_url: `http://127.0.0.1:${station.proxies.http.port}`,
      auth: 'none',
      timeout_seconds: 5,
    }),
  }
}

/** New rows and new revisions in all three sources. */
export async function editSources(station: Station, set: StrategySet, rows = 40): Promise<void> {
  const { random, tables, http } = station
  await tables.edit(sourceTable(set, 'upsert'), 10 + random.below(rows), random.below(12))
  // An edit of a record whose answer was lost waits for a person: few of them, so that most records stay in play.
  await tables.edit(sourceTable(set, 'plain'), 5 + random.below(rows / 2), random.chance(0.3) ? 2 : 0)
  http.edit(set.name, random.below(rows / 2), random.below(8))
}

/** A run of each, as a person would ask for it. One that is live already is not asked again. */
export async function requestRuns(station: Station, set: StrategySet): Promise<void> {
  await Promise.all(idsOf(set).map(id => station.api.strategy.runNow({ params: { id }, body: {} })))
}
