import { newErrorGroup } from '../../../testing/objects.ts'
import type { CreateSamples, Sample, World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  const groupParams = async (world: World): Promise<Sample> => ({
    params: { id: (await newErrorGroup(server, world)).id },
  })
  return {
    'errorGroup.search': async () => ({ body: { status: ['open'] }, strangerGets: 'own' }),
    'errorGroup.summary': async () => ({ body: { range: '24h' }, strangerGets: 'own' }),
    'errorGroup.export': async () => ({ body: { category: ['business'] }, strangerGets: 'own' }),
    'errorGroup.people': async () => ({ strangerGets: 'own' }),
    'errorGroup.assign': async world => ({
      body: { ids: [(await newErrorGroup(server, world)).id], user_id: world.userId },
    }),
    'errorGroup.setStatus': async world => ({
      body: { ids: [(await newErrorGroup(server, world)).id], status: 'ignored' },
    }),
    'errorGroup.get': groupParams,
    'errorGroup.records': async world => ({ ...(await groupParams(world)), body: { of: 'open' } }),
  }
}
