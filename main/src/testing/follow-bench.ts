import { createEgress, createTokenCache } from '@sluice/connector-kit'
import { connectors } from '@sluice/connectors'
import { Failure, newId, StrategyConfig } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { createTestTenant } from '@sluice/db/testing'
import { createEngine, type Engine, type EngineDeps } from '@sluice/engine'

export interface FollowEngineOptions {
  readonly limits?: NonNullable<EngineDeps['limits']>
  /** The connectors' clock. */
  readonly now?: () => number
  onError?(detail: object, message: string): void
}

const nothing = (): Promise<never> => Promise.reject(new Failure({ code: 'test.none', message: 'Not here.' }))

export const LIMITS = {
  pollMs: 50,
  followTickMs: 100,
  followLagMs: 1000,
  followPauseMs: 300,
  followWaitMs: 20,
  pauseMs: 50,
}

/** The engine with the product's connectors, in this process; far systems on this machine alone. */
export function createFollowEngine(
  database: Database,
  { limits = LIMITS, now = Date.now, onError = () => undefined }: FollowEngineOptions = {},
): Engine {
  const egress = createEgress({ allow: [{ host: '127.0.0.0/8' }] })
  const cache = createTokenCache(Date.now)
  return createEngine({
    database,
    connectors,
    vault: { open: async (_tenant, _place, sealed) => sealed },
    makeContext: tenantId => ({
      tenantId,
      egress,
      cache,
      now,
      random: Math.random,
      files: { find: nothing, resolveDirectory: nothing, create: nothing },
      records: {
        read: nothing,
        readGroups: () => {
          throw new Failure({ code: 'test.none', message: 'Not here.' })
        },
        list: nothing,
        readInbox: nothing,
        countInbox: nothing,
        settleInbox: nothing,
      },
    }),
    now: Date.now,
    random: Math.random,
    log: { info: () => undefined, warn: () => undefined, error: onError },
    limits,
    // Runs alone: every kind of job is looked for as often as runs are.
    roles: { worker: true, scheduler: true, replays: false },
  })
}

export interface Side {
  readonly platform: string
  readonly params: object
  readonly resource: string
}

/** A running strategy of a tenant of its own. */
export class FollowedStrategy {
  readonly #database: Database
  readonly tenantId: string
  readonly strategyId = newId()
  readonly #source: Side
  readonly #target: Side
  readonly #connectors = [newId(), newId()] as const

  private constructor(database: Database, tenantId: string, source: Side, target: Side) {
    this.#database = database
    this.tenantId = tenantId
    this.#source = source
    this.#target = target
  }

  static async create(database: Database, source: Side, target: Side, change: object = {}): Promise<FollowedStrategy> {
    const { tenantId } = await createTestTenant(database)
    const made = new FollowedStrategy(database, tenantId, source, target)
    await database.withTenant(tenantId, async tx => {
      for (const [at, { platform, params }] of [source, target].entries())
        await tx.execute(
          `insert into connector (id, platform_id, name, params, status) values ($1, $2, $3, $4, 'ok')`,
          [made.#connectors[at], platform, `side ${at}`, JSON.stringify(params)],
        )
      await tx.execute(
        `insert into strategy (id, code, name, status, source_connector_id, target_connector_id) values ($1, 's', 's', 'running', $2, $3)`,
        [made.strategyId, ...made.#connectors],
      )
    })
    await made.save(1, change)
    return made
  }

  /** Another version of it, live at once. */
  async save(version: number, change: object = {}): Promise<void> {
    const [source, target] = this.#connectors
    const config = StrategyConfig.parse({
      source: {
        connector_id: source,
        resource: this.#source.resource,
        key: ['id'],
        follow: true,
        deletes: { policy: 'delete' },
        ...change,
      },
      target: { connector_id: target, resource: this.#target.resource, key: ['id'] },
      mapping: {
        copyAll: false,
        fields: ['id', 'note'].map(field => ({ target: field, value: { kind: 'template', template: `{{${field}}}` } })),
      },
    })
    await this.#database.withTenant(this.tenantId, async tx => {
      const values = [this.strategyId, version, JSON.stringify(config)]
      await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, $2, $3)', values)
      await tx.execute('update strategy set version = $2 where id = $1', [this.strategyId, version])
    })
  }

  query<Row extends object>(sql: string): Promise<Row[]> {
    return this.#database.withTenant(this.tenantId, tx => tx.query<Row>(sql))
  }

  /** The newest run that has ended or lives. */
  async newest(): Promise<{ id: string; state: string; code: string | null; message: string | null }> {
    const [run] = await this.query<{ id: string; state: string; code: string | null; message: string | null }>(
      `select id, state, failure ->> 'code' as code, failure ->> 'message' as message from run order by created_at desc limit 1`,
    )
    return run ?? { id: '', state: 'none', code: null, message: null }
  }

  /** The newest failed run. */
  async lastFailure(): Promise<string | null> {
    const [run] = await this.query<{ failure: { code: string } }>(
      `select failure from run where state = 'failed' order by created_at desc limit 1`,
    )
    return run?.failure?.code ?? null
  }

  /** Nothing of it starts any more. */
  async rest(): Promise<void> {
    await this.query(`update strategy set status = 'stopped' returning id`)
    await this.query(`update run set state = 'stopped', finished_at = now()
      where state in ('queued', 'running', 'stopping') returning id`)
  }
}
