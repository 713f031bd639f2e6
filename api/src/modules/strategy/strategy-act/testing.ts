import { newAssetStrategy, newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, unique } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategyAct.act': async world => {
    const { id } = await newStrategy(world)
    return { params: { id, a: 'target', b: 'job', c: 'dispatch' } }
  },
  'strategyAct.toApi': async world => ({
    params: { kind: 'source', id: await newAssetStrategy(world) },
    body: { name: unique('kept') },
  }),
})
