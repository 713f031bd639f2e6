import { newPlatform, templateOf } from '../../../testing/asset-objects.ts'
import { type CreateSamples, own, type Sample, type World } from '../../../testing/sample.ts'

const platformParams = async (world: World): Promise<Sample> => ({ params: { id: (await newPlatform(world)).id } })

export const createSamples: CreateSamples = () => ({
  'platform.list': own({ query: { group: '1' } }),
  'platform.get': own({ params: { id: 'fake' } }),
  'platform.template': platformParams,
  'platform.create': async () => ({ body: templateOf(), strangerGets: 'own' }),
  'platform.update': async world => ({ ...(await platformParams(world)), body: { ...templateOf(), version: 1 } }),
  'platform.enable': platformParams,
  'platform.stop': platformParams,
  'platform.delete': platformParams,
})
