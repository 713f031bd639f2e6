import { createHash, randomBytes } from 'node:crypto'
import { newId } from '@sluice/contract'
import type { Sample, Samples, World } from '../../../testing/sample.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'

const BASE = '/api/dh/lessee/tenant'

/** One valid call of every route about the end of a tenant. */
export function createSamples(server: TestServer): Samples {
  const inTenant = (world: World, sql: string, values: readonly unknown[] = []) =>
    server.database.withTenant(world.tenantId, tx => tx.execute(sql, values))
  /** One at once; that of an earlier call makes way. */
  const noExport = (world: World) =>
    inTenant(world, `update tenant_export set state = 'failed' where state in ('queued', 'running')`)
  const noEnd = (world: World) => inTenant(world, `update tenant_end set state = 'withdrawn' where state = 'waiting'`)
  const newExport = async (world: World): Promise<string> => {
    await noExport(world)
    return (await world.post<{ id: string }>(`${BASE}/export`, {})).id
  }
  const nameOf = (world: World) => (world.tenantId === server.a.tenantId ? 'A' : 'B')
  return {
    'tenantEnd.get': async () => ({ strangerGets: 'own' }),
    'tenantEnd.exports': async world => {
      await newExport(world)
      return { strangerGets: 'own' }
    },
    'tenantEnd.createExport': async world => {
      await noExport(world)
      return { strangerGets: 'own' }
    },
    'tenantEnd.cancelExport': async world => ({ params: { id: await newExport(world) } }),
    'tenantEnd.downloadExport': async world => {
      const id = await newExport(world)
      const bytes = Buffer.from('PK')
      const { path } = await server.exports.write(world.tenantId, id, toChunks(bytes))
      await inTenant(world, `update tenant_export set state = 'done', path = $2 where id = $1`, [id, path])
      return { params: { id } }
    },
    'tenantEnd.ask': async (world): Promise<Sample> => {
      await noEnd(world)
      return { body: { name: nameOf(world) }, strangerGets: 'conflict' }
    },
    'tenantEnd.withdraw': async world => {
      await noEnd(world)
      await world.post(`${BASE}/end`, { name: nameOf(world) })
      return {}
    },
    'tenantEnd.proof': async () => ({ params: { key: await newProof(server) } }),
  }
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** That of a tenant that is gone. */
async function newProof(server: TestServer): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  await server.database.withSystem(tx =>
    tx.execute(
      `insert into tenant_end (id, of_tenant, code, name, state, wait_days, asked_by, due_at, key_hash, proof, finished_at)
       values ($1, gen_random_uuid(), 'gone', 'Gone', 'done', 7, 'boss', now(), $2, '{}', now())`,
      [newId(), createHash('sha256').update(key).digest()],
    ),
  )
  return key
}
