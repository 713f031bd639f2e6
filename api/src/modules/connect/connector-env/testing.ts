import { connectorBody, connectorParams, newConnector } from '../../../testing/objects.ts'
import { type CreateSamples, unique, type World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  const withEnv = async (world: World): Promise<string> => {
    const { id } = await newConnector(world)
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(`insert into connector_env (connector_id, env, params) values ($1, 'test', '{"host":"h"}')`, [id]),
    )
    return id
  }
  return {
    'connectorEnv.list': connectorParams,
    'connectorEnv.save': async world => ({
      params: { id: (await newConnector(world)).id, env: 'test' },
      body: { params: connectorBody().params },
    }),
    'connectorEnv.test': async world => ({ params: { id: await withEnv(world), env: 'test' } }),
    'connectorEnv.switch': async world => ({
      params: { id: await withEnv(world) },
      body: { env: 'test', version: 1 },
    }),
    'connectorEnv.versions': connectorParams,
    'connectorEnv.restore': async world => ({ ...(await connectorParams(world)), body: { to_version: 1, version: 1 } }),
    'connectorEnv.copy': async world => ({ ...(await connectorParams(world)), body: { name: unique('copy') } }),
    'connectorEnv.calls': connectorParams,
  }
}
