import { unique, type World } from './sample.ts'

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
type Made = { readonly id: string; readonly version: number }

export const newPlatform = (world: World) => world.post<Made>(PLATFORM, templateOf())
export const newAsset = (world: World) => world.post<Made>(ASSET, { platform_id: 'fake', doc: docOf() })
export const newAdapter = (world: World) =>
  world.post<Made>(ADAPTER, { platform_id: 'fake', doc: { name: unique('Signed') } })
export const newFarConnector = (world: World) =>
  world.post<Made>('/api/dh/lessee/connector', {
    platform_id: 'fake',
    name: unique('far'),
    params: { host: 'shop.test', password: 'a-password' },
  })
