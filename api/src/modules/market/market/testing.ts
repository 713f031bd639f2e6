import { fileOfPackage, newInstallation, newUpload, packageOf } from '../../../testing/package-objects.ts'
import { type CreateSamples, own, unique, type World } from '../../../testing/sample.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'
import type { PackageDetail } from '../solution-package/contract.ts'
import type { MarketCard } from './contract.ts'

const PATH = '/api/dh/lessee/solution-package'

/** Of a package that was released to whoever has it. */
async function newShareCode(server: TestServer, world: World): Promise<string> {
  const text = JSON.stringify(packageOf(unique('shared')))
  const { id, lock, document } = await world.post<PackageDetail>(`${PATH}/import`, { text })
  await world.post(`${PATH}/${id}/release`, { lock })
  const { manifest } = document
  const body = { lock, manifest, docs: [], pictures: [], visibility: 'code' }
  const saved = await server.call('PUT', `${PATH}/${id}`, { token: world.token, body })
  return saved.json<{ content: PackageDetail }>().content.share_code ?? ''
}

const collection = () => ({ title: unique('Collection'), members: [{ name: 'orders', publisher_key: '' }] })

async function newCollection(world: World): Promise<{ id: string; lock: number }> {
  const wish = collection()
  const all = await world.post<readonly { id: string; lock: number; title: string }[]>(
    '/api/dh/lessee/market-collection',
    wish,
  )
  return all.find(each => each.title === wish.title) ?? { id: '', lock: 0 }
}

export const createSamples: CreateSamples = server => ({
  'market.search': own({ body: {} }),
  'market.facets': own(),
  'market.publisher': async world => {
    const name = unique('signed')
    const { id, lock } = await world.post<PackageDetail>(`${PATH}/import`, { text: JSON.stringify(packageOf(name)) })
    await world.post(`${PATH}/${id}/release`, { lock })
    const [card] = await world.post<readonly MarketCard[]>('/api/dh/lessee/market/searchv2', { keyword: name })
    return { params: { id: card?.publisher_key ?? '' } }
  },
  'market.collections': own(),
  'market.addCollection': async () => ({ body: collection() }),
  'market.saveCollection': async world => {
    const { id, lock } = await newCollection(world)
    return { params: { id }, body: { ...collection(), lock } }
  },
  'market.removeCollection': async world => ({ params: { id: (await newCollection(world)).id } }),
  'market.detail': async world => ({ params: { ref: await newUpload(world) } }),
  'market.open': async world => ({ body: { code: await newShareCode(server, world) }, strangerGets: 'own' }),
  'market.upload': async () => ({ body: { text: fileOfPackage(packageOf(unique('package'))) }, strangerGets: 'own' }),
  'market.discard': async world => ({ params: { id: (await newUpload(world)).slice('upload:'.length) } }),
  'market.say': async world => ({ params: { ref: (await newInstallation(world)).ref }, body: { stars: 5 } }),
})
