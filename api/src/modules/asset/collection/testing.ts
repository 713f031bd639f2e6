import { newAsset } from '../../../testing/asset-objects.ts'
import { type CreateSamples, own, type Sample, unique, type World } from '../../../testing/sample.ts'

const newCollection = (world: World) =>
  world.post<{ readonly id: string }>('/api/dh/lessee/collection', { platform_id: 'fake', name: unique('Sales') })
const collectionParams = async (world: World): Promise<Sample> => ({ params: { id: (await newCollection(world)).id } })

export const createSamples: CreateSamples = () => ({
  'collection.list': own(),
  'collection.get': collectionParams,
  'collection.create': async () => ({ body: { platform_id: 'fake', name: unique('Stock') }, strangerGets: 'own' }),
  'collection.update': async world => ({ ...(await collectionParams(world)), body: { name: unique('Stock') } }),
  'collection.move': async world => ({ ...(await collectionParams(world)), body: { parent_id: null, index: 0 } }),
  'collection.order': async world => ({
    ...(await collectionParams(world)),
    body: { ids: [(await newAsset(world)).id] },
  }),
  'collection.delete': collectionParams,
})
