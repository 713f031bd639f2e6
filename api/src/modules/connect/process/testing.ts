import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, own, type Sample, unique, type World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  /** A tenant has room for ten pools; those of earlier calls make way. */
  const makeRoom = (world: World) =>
    server.database.withTenant(world.tenantId, async tx => {
      await tx.execute('update strategy set process_id = null')
      await tx.execute('delete from process_pool where id <> tenant_id')
    })
  const newPool = async (world: World): Promise<string> => {
    await makeRoom(world)
    const pool = { name: unique('pool'), label: 'default', concurrency: 2 }
    return (await world.post<{ id: string }>('/api/dh/lessee/process', pool)).id
  }
  const pool = async (world: World): Promise<Sample> => ({ params: { id: await newPool(world) } })
  const change = async (world: World): Promise<Sample> => ({
    params: { id: (await newStrategy(world)).id, x: await newPool(world) },
  })
  return {
    'process.list': own(),
    'process.labels': own(),
    'process.create': async world => {
      await makeRoom(world)
      return { body: { name: unique('pool'), concurrency: 2 }, strangerGets: 'own' }
    },
    'process.get': pool,
    'process.update': async world => ({ ...(await pool(world)), body: { concurrency: 3 } }),
    'process.delete': pool,
    'process.drain': pool,
    'process.stop': pool,
    'process.resume': async world => {
      const id = await newPool(world)
      await world.post(`/api/dh/lessee/process/${id}/drain`, undefined)
      return { params: { id } }
    },
    'process.clearQueue': pool,
    'process.queue': pool,
    'process.running': pool,
    'process.strategies': pool,
    'process.move': async world => ({ ...(await pool(world)), body: { ids: [(await newStrategy(world)).id] } }),
    'process.throughput': pool,
    'process.log': pool,
    'process.changeByGet': change,
    'process.change': change,
  }
}
