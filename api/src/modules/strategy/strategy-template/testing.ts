import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, unique, type World } from '../../../testing/sample.ts'

const newTemplate = async (world: World) => {
  const body = { strategy_id: (await newStrategy(world)).id, name: unique('template') }
  return world.post<{ id: string }>('/api/dh/lessee/strategy-template', body)
}

export const createSamples: CreateSamples = () => ({
  'strategyTemplate.list': async () => ({ strangerGets: 'own' }),
  'strategyTemplate.create': async world => ({
    body: { strategy_id: (await newStrategy(world)).id, name: unique('template'), description: 'd' },
  }),
  'strategyTemplate.update': async world => ({
    params: { id: (await newTemplate(world)).id },
    body: { name: unique('renamed'), description: '' },
  }),
  'strategyTemplate.remove': async world => ({ params: { id: (await newTemplate(world)).id } }),
  'strategyTemplate.use': async world => ({ params: { id: (await newTemplate(world)).id } }),
})
