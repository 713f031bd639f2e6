import { newErrorGroup } from '../../../testing/objects.ts'
import type { CreateSamples, Sample, World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  const newReplay = async (world: World): Promise<Sample> => {
    const { id } = await newErrorGroup(server, world)
    const job = await world.post<{ id: string }>('/api/dh/lessee/replay', { group_id: id, kind: 'remap' })
    return { params: { id: job.id } }
  }
  return {
    'replay.preview': async world => {
      const { strategyId, recordId } = await newErrorGroup(server, world)
      const changes = [{ field: 'customer', value: '"C2"' }]
      return { body: { kind: 'correct', changes, strategy_id: strategyId, ids: [recordId] } }
    },
    'replay.create': async world => {
      const { id, recordId } = await newErrorGroup(server, world)
      return { body: { kind: 'resend', group_id: id, ids: [recordId] } }
    },
    'replay.search': async world => ({
      query: { group_id: (await newErrorGroup(server, world)).id },
      strangerGets: 'empty',
    }),
    'replay.get': newReplay,
    'replay.items': async world => ({ ...(await newReplay(world)), body: {} }),
    'replay.cancel': newReplay,
  }
}
