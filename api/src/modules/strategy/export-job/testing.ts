import { Readable } from 'node:stream'
import { newStrategy } from '../../../testing/objects.ts'
import type { CreateSamples, Sample, World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  /** There is room for three at once; those of earlier calls make way. */
  const makeRoom = (world: World) =>
    server.database.withTenant(world.tenantId, tx => tx.execute('delete from export_job'))
  const ofStrategy = async (world: World): Promise<Sample> => {
    await makeRoom(world)
    return { params: { strategy: (await newStrategy(world)).id } }
  }
  const newJob = async (world: World): Promise<Sample> => {
    const { params } = await ofStrategy(world)
    const path = `/api/dh/lessee/strategy-data/${params?.['strategy']}/export-job`
    const { id } = await world.post<{ id: string }>(path, { format: 'csv' })
    return { params: { id } }
  }
  const ended = async (world: World): Promise<Sample> => {
    const sample = await newJob(world)
    const id = sample.params?.['id'] ?? ''
    const { path } = await server.exports.write(world.tenantId, id, Readable.from([Buffer.from('x')]))
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(`update export_job set state = 'done', path = $1`, [path]),
    )
    return sample
  }
  return {
    'exportJob.list': async () => ({ strangerGets: 'own' }),
    'exportJob.fields': ofStrategy,
    'exportJob.create': async world => ({ ...(await ofStrategy(world)), body: { format: 'parquet' } }),
    'exportJob.again': ended,
    'exportJob.cancel': newJob,
    'exportJob.remove': ended,
    'exportJob.download': ended,
  }
}
