import { docOf } from './asset-objects.ts'
import { type Sample, unique, type World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

/** A secret that is planted wherever a secret may be; it must never come back. */
export const CANARY = 'canary-7f3a-SECRET-value'

export const mapping = { copyAll: true, fields: [] }
export const configOf = (connectorId: string) => ({
  source: { connector_id: connectorId, resource: 'orders', key: ['id'] },
  target: { connector_id: connectorId, resource: 'orders' },
  mapping,
})

export const connectorBody = () => ({
  platform_id: 'fake',
  name: unique('shop'),
  params: { host: 'shop.test', password: CANARY, headers: [{ name: 'x-key', value: CANARY }] },
})

export const newConnector = async (world: World): Promise<{ id: string; version: number }> =>
  world.post('/api/dh/lessee/connector', connectorBody())

export async function newStrategy(world: World): Promise<{ id: string; version: number; connectorId: string }> {
  const { id: connectorId } = await newConnector(world)
  const body = { name: unique('orders'), config: configOf(connectorId) }
  return { ...(await world.post<{ id: string; version: number }>('/api/dh/lessee/strategy', body)), connectorId }
}

/** One that reads an API asset with a value of its own. */
export async function newAssetStrategy(world: World, side: 'source' | 'target' = 'source'): Promise<string> {
  const { id: connectorId } = await newConnector(world)
  const status = { field: 'status', type: 'string', default: 'all' }
  const doc =
    side === 'source'
      ? docOf({ request: [status] })
      : docOf({ type: 'EXECUTE', method: 'POST', request: [{ ...status, place: 'body' }] })
  const asset = await world.post<{ resource: string }>('/api/dh/lessee/api-asset', { platform_id: 'fake', doc })
  const given = configOf(connectorId)
  const options = { asset_values: [{ name: 'status', value: 'paid' }] }
  const config = { ...given, [side]: { ...given[side], resource: asset.resource, options } }
  return (await world.post<{ id: string }>('/api/dh/lessee/strategy', { name: unique('orders'), config })).id
}

export async function startedStrategy(world: World) {
  const strategy = await newStrategy(world)
  await world.post(`/api/dh/lessee/strategy/${strategy.id}/start`, undefined)
  return strategy
}

export async function newRun(world: World): Promise<{ runId: string; strategyId: string }> {
  const { id } = await newStrategy(world)
  const { run_id } = await world.post<{ run_id: string }>(`/api/dh/lessee/strategy/${id}/run`, {})
  return { runId: run_id, strategyId: id }
}

/** A record in error, as a run would have left it. */
export async function newRecord(server: TestServer, world: World): Promise<{ strategyId: string; recordId: string }> {
  const { runId, strategyId } = await newRun(world)
  const recordId = await server.database.withTenant(world.tenantId, async tx => {
    const rows = await tx.query<{ id: string }>(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       values ($1, 'k1', nextval('record_id'), 1, now(), 0, 3, 1, '\\x00', $2) returning id`,
      [strategyId, runId],
    )
    return rows[0]!.id
  })
  return { strategyId, recordId }
}

export const strategyParams = async (world: World): Promise<Sample> => ({
  params: { id: (await newStrategy(world)).id },
})
export const connectorParams = async (world: World): Promise<Sample> => ({
  params: { id: (await newConnector(world)).id },
})
export const runParams = async (world: World): Promise<Sample> => ({ params: { id: (await newRun(world)).runId } })

/** A group with one record in it, as a run would have left it. */
export async function newErrorGroup(server: TestServer, world: World) {
  const { strategyId, recordId } = await newRecord(server, world)
  return server.database.withTenant(world.tenantId, async tx => {
    const [group] = await tx.query<{ id: string }>(
      `insert into error_group (id, strategy_id, category, code, field, pattern, sample, seen_count)
       values (gen_random_uuid(), $1, 'business', 'target.refused', 'customer', 'Customer … is unknown.',
         'Customer "C1" is unknown.', 1) returning id`,
      [strategyId],
    )
    const id = group!.id // inserted
    await tx.execute(
      `update record_state set error_code = 'target.refused', error_message = 'Customer "C1" is unknown.', error_group = $2
        where id = $1`,
      [recordId, id],
    )
    return { id, strategyId, recordId }
  })
}

export const newReconAccount = (world: World): Promise<{ id: string; version: number }> =>
  world.post('/api/dh/lessee/reconciliation/account', { code: unique('shop'), name: 'Shop', platform: 'alipay' })
