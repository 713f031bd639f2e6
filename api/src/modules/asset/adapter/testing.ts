import { newAdapter, newFarConnector } from '../../../testing/asset-objects.ts'
import { type CreateSamples, own, type Sample, unique, type World } from '../../../testing/sample.ts'

const adapterParams = async (world: World): Promise<Sample> => ({ params: { id: (await newAdapter(world)).id } })

export const createSamples: CreateSamples = () => ({
  'adapter.list': own(),
  'adapter.export': own({ body: {} }),
  'adapter.get': adapterParams,
  'adapter.create': async () => ({
    body: { platform_id: 'fake', doc: { name: unique('Signed') } },
    strangerGets: 'own',
  }),
  'adapter.update': async world => ({
    ...(await adapterParams(world)),
    body: { doc: { name: unique('Signed') }, version: 1 },
  }),
  'adapter.publish': adapterParams,
  'adapter.stop': adapterParams,
  'adapter.copy': adapterParams,
  'adapter.delete': adapterParams,
  'adapter.versions': adapterParams,
  'adapter.restore': async world => ({ ...(await adapterParams(world)), body: { version: 1 } }),
  'adapter.references': adapterParams,
  'adapter.inherited': own({ query: { platform_id: 'fake' } }),
  'adapter.check': own({ body: { text: '{"name":"Signed"}' } }),
  'adapter.checkScript': own({ body: { code: 'export const connect = () => 1' } }),
  'adapter.tryStatement': async world => ({
    body: {
      connector_id: (await newFarConnector(world)).id,
      platform_id: 'fake',
      doc: { name: unique('Query'), kind: 'sql', sql: { text: 'select 1 as id' } },
    },
  }),
  'adapter.import': async () => ({
    body: {
      text: JSON.stringify({ adapters: [{ platform_id: 'fake', doc: { name: unique('Signed') } }] }),
      preview: false,
    },
    strangerGets: 'own',
  }),
  'adapter.try': async world => ({
    body: {
      connector_id: (await newFarConnector(world)).id,
      platform_id: 'fake',
      doc: { name: unique('Signed') },
      request: { api: '/orders' },
    },
  }),
})
