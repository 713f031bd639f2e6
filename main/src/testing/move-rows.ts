import { setTimeout as wait } from 'node:timers/promises'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { Counts, newId, type ParamValues, type RunState, StrategyConfig } from '@sluice/contract'
import { createTestDatabase, createTestTenant } from '@sluice/db/testing'
import { createEngine } from '@sluice/engine'

/** One end of a move: the connector's parameters, and what a strategy says of it. */
export interface End {
  readonly platform: string
  readonly params: ParamValues
  readonly config: object
}

/** Every connector, a tenant and an engine of their own: rows from one far system to another, by strategies as forms save them. */
export async function createMover() {
  const place = await createTestDatabase({ poolSize: 8 })
  const { tenantId } = await createTestTenant(place.database)
  const context = createTestContext({ sleep: async () => undefined })
  const engine = createEngine({
    database: place.database,
    connectors,
    vault: { open: async (_tenant, _place, sealed) => sealed },
    makeContext: () => context,
    now: Date.now,
    random: () => 0.5,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    roles: { worker: true, scheduler: false, replays: false },
    limits: { pollMs: 50, pauseMs: 5 },
  })
  await engine.start()

  const query = <Row extends object>(sql: string, values: readonly unknown[]) =>
    place.database.withTenant(tenantId, tx => tx.query<Row>(sql, values))

  async function move(source: End, target: End, mapping: object) {
    const [sourceId, targetId, strategyId] = [newId(), newId(), newId()]
    const config = StrategyConfig.parse({
      source: { connector_id: sourceId, ...source.config },
      target: { connector_id: targetId, ...target.config },
      mapping,
    })
    await place.database.withTenant(tenantId, async tx => {
      for (const [id, { platform, params }] of [
        [sourceId, source],
        [targetId, target],
      ] as const)
        await tx.execute(
          `insert into connector (id, platform_id, name, params, status) values ($1::uuid, $2, $1::text, $3, 'ok')`,
          [id, platform, JSON.stringify(params)],
        )
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
    const { runId } = await place.database.withTenant(tenantId, tx =>
      engine.runs.request(tx, { tenantId, strategyId, trigger: 'manual' }),
    )
    for (let tries = 0; ; tries += 1) {
      const [row] = await query<{
        state: RunState
        counts: Counts
        failure: { code: string; message: string } | null
      }>('select state, counts, failure from run where id = $1', [runId])
      if (row && !['queued', 'running', 'stopping'].includes(row.state))
        return { ...row, counts: Counts.parse(row.counts), runId, strategyId }
      if (tries > 1000) throw new Error(`waiting for run ${runId}: ${JSON.stringify(row)}`)
      await wait(20)
    }
  }

  return {
    context,
    move,
    query,
    stop: async () => {
      await engine.stop({ timeoutMs: 2000 })
      await context.dispose()
      await place.drop()
    },
  }
}
