import type { Sample, World } from './sample.ts'

type Samples = Readonly<Record<string, (world: World) => Promise<Sample>>>

let counter = 0
const unique = (prefix: string) => `${prefix}-${++counter}`

export const templateOf = (change: object = {}) => {
  const code = unique('shop')
  return {
    base: 'fake',
    code,
    name: `Shop ${code}`,
    icon: { text: 'S', color: '#13C2C2' },
    params: [
      { field: 'shop', label: { zh: '店铺', en: 'Shop' }, type: 'text', is_required: true },
      {
        field: 'password',
        label: { zh: '密码', en: 'Password' },
        type: 'password',
        encryption: true,
        is_required: true,
      },
    ],
    settings: { host: '{{shop}}.test' },
    ...change,
  }
}
export const docOf = (change: object = {}) => ({
  name: unique('Orders'),
  type: 'QUERY',
  method: 'GET',
  api: `/${unique('orders')}`,
  id: ['id'],
  ...change,
})

const PLATFORM = '/api/dh/lessee/platform'
const ASSET = '/api/dh/lessee/api-asset'
const ADAPTER = '/api/dh/lessee/adapter'
const COLLECTION = '/api/dh/lessee/collection'
type Made = { readonly id: string; readonly version: number }

const newPlatform = (world: World) => world.post<Made>(PLATFORM, templateOf())
const newAsset = (world: World) => world.post<Made>(ASSET, { platform_id: 'fake', doc: docOf() })
const newAdapter = (world: World) => world.post<Made>(ADAPTER, { platform_id: 'fake', doc: { name: unique('Signed') } })
const newCollection = (world: World) => world.post<Made>(COLLECTION, { platform_id: 'fake', name: unique('Sales') })
const newConnector = (world: World) =>
  world.post<Made>('/api/dh/lessee/connector', {
    platform_id: 'fake',
    name: unique('far'),
    params: { host: 'shop.test', password: 'a-password' },
  })

const own =
  (sample: Sample = {}) =>
  async (): Promise<Sample> => ({ ...sample, strangerGets: 'own' })
const platformParams = async (world: World): Promise<Sample> => ({ params: { id: (await newPlatform(world)).id } })
const assetParams = async (world: World): Promise<Sample> => ({ params: { id: (await newAsset(world)).id } })
const adapterParams = async (world: World): Promise<Sample> => ({ params: { id: (await newAdapter(world)).id } })
/** A wish to publish, asked by whoever the world is. */
export async function approvalParams(world: World): Promise<Sample> {
  await world.post('/api/dh/lessee/approval-policy', { is_required: true })
  const { id } = await newAdapter(world)
  const { approval_id } = await world.post<{ approval_id: string }>(`${ADAPTER}/${id}/publish`, undefined)
  await world.post('/api/dh/lessee/approval-policy', { is_required: false })
  return { params: { id: approval_id } }
}
const collectionParams = async (world: World): Promise<Sample> => ({ params: { id: (await newCollection(world)).id } })

/** Platforms of one's own, API assets and their categories. */
export const assetSamples: Samples = {
  'pack.list': own(),
  'platform.list': own({ query: { group: '1' } }),
  'platform.get': own({ params: { id: 'fake' } }),
  'platform.template': platformParams,
  'platform.create': async () => ({ body: templateOf(), strangerGets: 'own' }),
  'platform.update': async world => ({ ...(await platformParams(world)), body: { ...templateOf(), version: 1 } }),
  'platform.enable': platformParams,
  'platform.stop': platformParams,
  'platform.delete': platformParams,
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
    body: { connector_id: (await newConnector(world)).id, platform_id: 'fake', doc: docOf() },
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
      connector_id: (await newConnector(world)).id,
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
      connector_id: (await newConnector(world)).id,
      platform_id: 'fake',
      doc: { name: unique('Signed') },
      request: { api: '/orders' },
    },
  }),
  'approval.list': own(),
  'approval.get': approvalParams,
  'approval.withdraw': approvalParams,
  'approval.policy': own(),
  'approval.savePolicy': own({ body: { is_required: false } }),
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
}
