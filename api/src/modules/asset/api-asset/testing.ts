import { docOf, newAsset, newFarConnector } from '../../../testing/asset-objects.ts'
import { type CreateSamples, own, type Sample, unique, type World } from '../../../testing/sample.ts'

const assetParams = async (world: World): Promise<Sample> => ({ params: { id: (await newAsset(world)).id } })

export const createSamples: CreateSamples = () => ({
  'apiAsset.list': own(),
  'apiAsset.export': own({ body: {} }),
  'apiAsset.get': assetParams,
  'apiAsset.create': async () => ({ body: { platform_id: 'fake', doc: docOf() }, strangerGets: 'own' }),
  'apiAsset.update': async world => ({ ...(await assetParams(world)), body: { doc: docOf(), version: 1 } }),
  'apiAsset.publish': assetParams,
  'apiAsset.stop': assetParams,
  'apiAsset.copy': assetParams,
  'apiAsset.delete': assetParams,
  'apiAsset.move': async world => ({ body: { ids: [(await newAsset(world)).id], collection_id: null } }),
  'apiAsset.versions': assetParams,
  'apiAsset.restore': async world => ({ ...(await assetParams(world)), body: { version: 1 } }),
  'apiAsset.references': assetParams,
  'apiAsset.try': async world => ({
    body: { connector_id: (await newFarConnector(world)).id, platform_id: 'fake', doc: docOf() },
  }),
  'apiAsset.read': own({
    body: { doc: docOf({ type: 'EXECUTE', method: 'POST' }), records: '[{}]', body: '{"code":0}' },
  }),
  'apiAsset.check': own({ body: { text: 'name: Orders\ntype: QUERY\nmethod: GET\napi: /orders' } }),
  'apiAsset.parse': own({ body: { text: 'curl https://a.test/orders' } }),
  'apiAsset.import': async () => ({
    body: { platform_id: 'fake', items: [{ group: unique('g'), doc: docOf() }] },
    strangerGets: 'own',
  }),
})
