import { setTimeout as wait } from 'node:timers/promises'
import type { InstallPlan, InstallTrial } from '@sluice/api/modules/market/installation/contract.ts'
import { bindPackage } from '@sluice/api/packaging'
import { Counts, newId, type RunState, type SolutionPackage, StrategyConfig } from '@sluice/contract'
import type { Database } from '@sluice/db'
import type { Engine, Preview } from '@sluice/engine'

const live: readonly RunState[] = ['queued', 'running', 'stopping']

const NEVER = new AbortController().signal
const refuse = (_place: unknown, failure: unknown): never => {
  throw failure
}

/** What a slot is connected to. */
export interface Far {
  readonly platform: string
  readonly params: object
}

/** A tenant into which one package is bound. */
export interface PackageTenant {
  readonly id: string
  /** Plans and applies its objects by the product's own door. @throws Error with every problem of the plan */
  apply(params?: Readonly<Record<string, string>>): Promise<void>
  /** First records through its mappings, as whoever is about to install it sees them. */
  tryInstall(params?: Readonly<Record<string, string>>): Promise<InstallTrial>
  /** What installing it from the market would meet, under a prefix of its own. */
  planInstall(): Promise<{ readonly problems: readonly object[]; readonly samples: object }>
  /** What the mapping of a strategy makes of a record. */
  preview(code: string, record: string): Promise<Preview>
  /** What of the check before start keeps it from starting. */
  check(code: string): Promise<readonly string[]>
  /** Runs it to its end; its control totals balance, whatever else happened. */
  run(code: string): Promise<Counts>
  /** Starts it and leaves it at work until `isDone` is true. */
  follow(code: string, isDone: () => Promise<boolean>): Promise<void>
  /** Why records of it were refused, by their key. */
  errorsOf(code: string): Promise<readonly string[]>
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>
}

interface Parts {
  readonly database: Database
  readonly engine: Engine
  /** A call of the tenant's administrator. */
  post(path: string, body: object): Promise<unknown>
  /** Where the package lies. */
  readonly ref: string
}

interface RunRow {
  readonly state: RunState
  readonly counts: unknown
  readonly failure: unknown
  readonly imbalance: string | null
}

export async function bindTenant(
  { database, engine, post, ref }: Parts,
  id: string,
  document: SolutionPackage,
  far: Readonly<Record<string, Far>>,
): Promise<PackageTenant> {
  const { name } = document.manifest
  const query = <T extends object>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
    database.withTenant(id, tx => tx.query<T>(sql, [...values]))
  const slots = await connectSlots(database, id, document, far)
  const toWish = () => makeWish(ref, slots, query)
  const idOf = async (code: string): Promise<string> => {
    const [row] = await query<{ id: string }>('select id from strategy where code = $1', [code])
    if (!row) throw new Error(`${name} has no strategy ${code}`)
    return row.id
  }
  const configOf = async (code: string): Promise<StrategyConfig> => {
    const sql = 'select config from strategy_version where strategy_id = $1 order by version desc limit 1'
    return StrategyConfig.parse((await query<{ config: unknown }>(sql, [await idOf(code)]))[0]?.config)
  }
  const start = async (strategyId: string): Promise<() => Promise<RunRow | undefined>> => {
    await query(`update strategy set status = 'running' where id = $1`, [strategyId])
    const request = { tenantId: id, strategyId, trigger: 'manual' as const }
    const { runId } = await database.withTenant(id, tx => engine.runs.request(tx, request))
    const sql = 'select state, counts, failure, imbalance from run where id = $1'
    return async () => (await query<RunRow>(sql, [runId]))[0]
  }
  return {
    id,
    query,
    async apply(params = {}) {
      const binding = { prefix: '', group: '', connectors: slots, params }
      const { files } = await bindPackage(document, binding, refuse, { principal: { tenantId: id }, signal: NEVER })
      const plan = (await post('/api/dh/lessee/config/plan', { files, sample: 0 })) as {
        hash: string // as its contract has it
        problems: readonly object[]
      }
      if (plan.problems.length > 0) throw new Error(`${name}: ${JSON.stringify(plan.problems, null, 1)}`)
      await post('/api/dh/lessee/config/apply', { files, hash: plan.hash })
    },
    // As their contracts have them.
    planInstall: async () => (await post('/api/dh/lessee/installation/plan', await toWish())) as InstallPlan,
    tryInstall: async (params = {}) =>
      (await post('/api/dh/lessee/installation/trial', { ...(await toWish()), params })) as InstallTrial,
    async preview(code, record) {
      const { source, mapping } = await configOf(code)
      return engine.strategies.preview(id, { source, mapping, record })
    },
    async check(code) {
      const lines = await engine.strategies.check(id, await configOf(code), 'all', await idOf(code))
      return lines.filter(each => each.level === 'error').map(each => `${each.item}: ${each.message}`)
    },
    async run(code) {
      const read = await start(await idOf(code))
      for (let tries = 0; tries < 2000; tries += 1) {
        const row = await read()
        if (row && !live.includes(row.state)) return judge(`${name}/${code}`, row)
        await wait(10)
      }
      throw new Error(`waiting for ${name}/${code}: ${JSON.stringify(await read())}`)
    },
    async follow(code, isDone) {
      const read = await start(await idOf(code))
      for (let tries = 0; !(await isDone()); tries += 1) {
        const row = await read()
        if (tries > 1000 || (row && !live.includes(row.state)))
          throw new Error(`following ${name}/${code}: ${JSON.stringify(row)}`)
        await wait(20)
      }
    },
    async errorsOf(code) {
      const sql = `select error_code || ' ' || error_message as text from record_state
                    where strategy_id = $1 and error_code is not null order by key`
      return (await query<{ text: string }>(sql, [await idOf(code)])).map(row => row.text)
    },
  }
}

/** What whoever installs it with these connectors asks for. */
async function makeWish(
  ref: string,
  slots: Readonly<Record<string, string>>,
  query: <T extends object>(sql: string) => Promise<T[]>,
) {
  const rows = await query<{ id: string; key: string }>(`select id, platform_id || '/' || name as key from connector`)
  const ids = Object.entries(slots).map(([slot, key]) => [slot, rows.find(row => row.key === key)?.id ?? ''])
  return { ref, prefix: 'M', connectors: Object.fromEntries(ids) }
}

/** A connector for each slot, in the way a vault that seals nothing keeps it. */
async function connectSlots(
  database: Database,
  tenantId: string,
  { manifest }: SolutionPackage,
  far: Readonly<Record<string, Far>>,
): Promise<Record<string, string>> {
  const slots: Record<string, string> = {}
  for (const { slot, platform } of manifest.connections) {
    const side = far[slot] ?? { platform, params: {} }
    if (side.platform !== platform) throw new Error(`${manifest.name}: ${slot} is of ${platform}`)
    slots[slot] = `${platform}/${slot}`
    const sql = `insert into connector (id, platform_id, name, params, status) values ($1::uuid, $2, $3, $4, 'ok')`
    await database.withTenant(tenantId, tx => tx.execute(sql, [newId(), platform, slot, JSON.stringify(side.params)]))
  }
  return slots
}

/** A run of nothing but refused records is failed, and its control totals balance all the same. */
function judge(name: string, { counts: given, failure, imbalance }: RunRow): Counts {
  const counts = Counts.parse(given)
  const isExpected = failure === null || (counts.written === 0 && counts.dead + counts.rejected > 0)
  if (imbalance !== null || !isExpected) throw new Error(`${name}: ${JSON.stringify({ counts, failure, imbalance })}`)
  return counts
}
