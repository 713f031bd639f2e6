import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectorContext } from '@sluice/connector-kit'
import { Counts, newId, type RunState, StrategyConfig } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { createTestTenant } from '@sluice/db/testing'
import type { Accounts } from '../account/accounts.ts'
import type { EngineDeps, EngineLimits } from '../run/deps.ts'
import { createEngine, type Engine } from '../run/engine.ts'
import type { RunRequest } from '../run/runs.ts'
import { createFakeConnector, FakeSystem } from './fake-connector.ts'

export interface RunRow {
  readonly id: string
  readonly state: RunState
  readonly counts: Counts
  readonly cursor: string | null
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly imbalance: string | null
  readonly window: { readonly from: string | null; readonly to: string | null } | null
}

/**
 * An engine that takes runs alone. Every kind of job that people ask for is looked for as often as runs are, which is what
 * most tests would spend their time on.
 */
export const WORKER = { worker: true, scheduler: false, replays: false } as const
/** One that also starts what is due, and runs that follow. */
export const WITH_SCHEDULE = { ...WORKER, scheduler: true } as const
/** One that takes such jobs, too: replays, dry runs, discoveries, canaries. */
export const WITH_JOBS = { ...WORKER, replays: true } as const

/** One tenant with one strategy between two ends of a far system in memory. Time moves only by hand. */
export class Fixture {
  readonly system = new FakeSystem()
  readonly database: Database
  readonly tenantId: string
  readonly strategyId = newId()
  readonly connectorId = newId()
  readonly clock: { nowMs: number }
  readonly engines: Engine[] = []

  constructor(database: Database, tenantId: string, clock: { nowMs: number }) {
    this.database = database
    this.tenantId = tenantId
    this.clock = clock
  }

  createEngine(overrides: Partial<EngineDeps> = {}, limits: Partial<EngineLimits> = {}): Engine {
    const engine = createEngine({
      database: this.database,
      connectors: [createFakeConnector(this.system)],
      vault: { open: async (_tenant, place) => `opened ${place}` },
      // The fake needs nothing of the world.
      makeContext: () => ({}) as ConnectorContext,
      now: () => this.clock.nowMs,
      random: () => 0.5,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      roles: WORKER,
      ...overrides,
      // Blocks of two, so that every test meets them.
      limits: { leaseMs: 400, beatMs: 50, pollMs: 50, pauseMs: 5, drainMs: 1000, smallestBlock: 2, ...limits },
    })
    this.engines.push(engine)
    return engine
  }

  async saveConfig(change: ConfigChange = {}, version = 1): Promise<StrategyConfig> {
    const config = StrategyConfig.parse({
      source: { connector_id: this.connectorId, resource: 'orders', key: ['id'], pageSize: 10, ...change.source },
      target: { connector_id: this.connectorId, resource: 'orders', key: ['id'], batchSize: 10, ...change.target },
      mapping: change.mapping ?? { copyAll: true, fields: [] },
      schedule: change.schedule ?? {},
      retry: change.retry ?? {},
      ...(change.remedy === undefined ? {} : { remedy: change.remedy }),
    })
    await this.database.withTenant(this.tenantId, async tx => {
      await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, $2, $3)', [
        this.strategyId,
        version,
        JSON.stringify(config),
      ])
      await tx.execute('update strategy set version = $2 where id = $1', [this.strategyId, version])
    })
    return config
  }

  request(engine: Engine, change: Partial<RunRequest> = {}): Promise<{ runId: string; alreadyRunning: boolean }> {
    const { tenantId, strategyId } = this
    return this.database.withTenant(tenantId, tx =>
      engine.runs.request(tx, { tenantId, strategyId, trigger: 'manual', ...change }),
    )
  }

  /** Requests a run and waits for its end. */
  async run(engine: Engine, change: Partial<RunRequest> = {}): Promise<RunRow> {
    const { runId } = await this.request(engine, change)
    return this.waitFor(runId)
  }

  async waitFor(
    runId: string,
    isReached = (run: RunRow) => !['queued', 'running', 'stopping'].includes(run.state),
    timeoutMs = 60_000,
  ): Promise<RunRow> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const run = await this.readRun(runId)
      if (isReached(run)) return run
      if (performance.now() > deadline) throw new Error(`waiting for run ${runId}: ${JSON.stringify(run)}`)
      await wait(20)
    }
  }

  async readRun(runId: string): Promise<RunRow> {
    const [row] = await this.query<RunRow>(
      'select id, state, counts, cursor, failure, imbalance, "window" from run where id = $1',
      [runId],
    )
    if (!row) throw new Error(`reading run ${runId}: it is missing`)
    return { ...row, counts: Counts.parse(row.counts) }
  }

  /** Stored records by state, and whether the counters agree. */
  async readStates(): Promise<Record<number, number>> {
    const rows = await this.query<{ status: number; count: number }>(
      'select status, count(*)::int as count from stored_record where strategy_id = $1 group by status order by status',
      [this.strategyId],
    )
    const counters = await this.query<{ status: number; count: string }>(
      'select status, count from record_count where strategy_id = $1 and count <> 0 order by status',
      [this.strategyId],
    )
    const states = Object.fromEntries(rows.map(row => [row.status, row.count]))
    const counted = Object.fromEntries(counters.map(row => [row.status, Number(row.count)]))
    if (JSON.stringify(states) !== JSON.stringify(counted))
      throw new Error(`counters ${JSON.stringify(counted)} do not agree with records ${JSON.stringify(states)}`)
    return states
  }

  query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.database.withTenant(this.tenantId, tx => tx.query<Row>(text, values))
  }

  async stop(): Promise<void> {
    await Promise.all(this.engines.splice(0).map(engine => engine.stop({ timeoutMs: 2000 })))
  }
}

/** Accounts that never cut a far system off: a cut lasts, and here time moves only by hand. */
export const neverCutOff: Accounts = {
  lend: () => ({
    isMetered: false,
    isFailing: false,
    meterRequests: () => undefined,
    run: work => work(),
    report: async () => undefined,
    answered: async () => undefined,
  }),
  start: async () => undefined,
  stop: async () => undefined,
}

interface ConfigChange {
  readonly source?: object
  readonly target?: object
  readonly mapping?: object
  readonly schedule?: object
  readonly retry?: object
  readonly remedy?: object
}

/** Noon of a day without daylight saving anywhere near. */
const START_MS = Date.UTC(2026, 0, 15, 12)

export async function createFixture(database: Database): Promise<Fixture> {
  const { tenantId } = await createTestTenant(database)
  const fixture = new Fixture(database, tenantId, { nowMs: START_MS })
  const { connectorId, strategyId } = fixture
  await database.withTenant(tenantId, async tx => {
    await tx.execute(
      `insert into connector (id, platform_id, name, params, status) values ($1, 'fake', 'fake', '{"host":"h"}', 'ok')`,
      [connectorId],
    )
    await tx.execute(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id) values ($1, 'orders', 'orders', 'running', $2, $2)`,
      [strategyId, connectorId],
    )
  })
  return fixture
}

export const makeOrders = (count: number, from = 1): { id: number; amount: number; updated_at: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    amount: (from + index) * 10,
    updated_at: `2026-01-${String(1 + ((from + index) % 10)).padStart(2, '0')}T00:00:00`,
  }))
