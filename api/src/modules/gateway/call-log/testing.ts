import { newId, StrategyConfig } from '@sluice/contract'
import { mapping } from '../../../testing/objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'

/** A call that was refused because its strategy was a draft, which is one no more. @returns its id */
export async function plantFailedIntake(
  { database, vault }: Pick<TestServer, 'database' | 'vault'>,
  { tenantId }: Pick<World, 'tenantId'>,
  original = '{"content":[{"id":"a"}]}',
  key: string | null = null,
): Promise<string> {
  const [id, strategyId, connectorId] = [newId(), newId(), newId()]
  const shown = { text: '{"content":[{"id":"****"}]}', bytes: 24, isCut: false }
  const sealed = await vault.seal(
    tenantId,
    `gateway/call/${id}/body`,
    JSON.stringify({ request: shown, answer: shown, original, key }),
  )
  const source = { connector_id: connectorId, resource: 'passive.receive', options: { inbox: id }, key: ['id'] }
  await database.withTenant(tenantId, async tx => {
    await tx.execute("insert into connector (id, platform_id, name) values ($1::uuid, 'self', $1::uuid::text)", [
      connectorId,
    ])
    await tx.execute(
      "insert into strategy (id, code, name, status, source_connector_id) values ($1::uuid, $1::uuid::text, $1::uuid::text, 'stopped', $2)",
      [strategyId, connectorId],
    )
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
      strategyId,
      // Whole: others read all strategies of a tenant.
      JSON.stringify(
        StrategyConfig.parse({ source, target: { connector_id: connectorId, resource: 'orders' }, mapping }),
      ),
    ])
    await tx.execute(
      `insert into gateway_application (id, name, app_key, rate_per_minute, burst) values ($1::uuid, $1::uuid::text, right($1::uuid::text, 12), 60, 60)`,
      [id],
    )
    await tx.execute(
      "insert into gateway_scope (application_id, strategy_id, operations, fields) values ($1, $2, '{store}', '{}')",
      [id, strategyId],
    )
    await tx.execute(
      `insert into gateway_call (id, application_id, application_name, strategy_id, operation, method, ip, status, code, duration_ms, failure, api_version)
       values ($1, $1, 'partner', $2, 'store', 'POST', '127.0.0.1', 409, 40001, 3, 'draft', 1)`,
      [id, strategyId],
    )
    await tx.execute(
      "insert into gateway_call_body (call_id, sealed, is_whole, ends_at) values ($1, $2, true, now() + interval '7 days')",
      [id, sealed],
    )
  })
  return id
}

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => ({
  'callLog.list': own(),
  'callLog.get': async world => {
    const id = newId()
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(
        `insert into gateway_call (id, application_id, application_name, operation, method, ip, status, code, duration_ms)
         values ($1, $1, 'partner', 'query', 'POST', '127.0.0.1', 200, 0, 3)`,
        [id],
      ),
    )
    return { params: { id } }
  },
  'callLog.replay': async world => ({ params: { id: await plantFailedIntake(server, world) } }),
  'callLog.stats': own(),
  'callLog.export': own(),
})
