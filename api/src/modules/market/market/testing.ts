import { fileOfPackage, newInstallation, newUpload, packageOf } from '../../../testing/package-objects.ts'
import { type CreateSamples, own, unique, type World } from '../../../testing/sample.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'
import type { PackageDetail } from '../solution-package/contract.ts'

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

export const createSamples: CreateSamples = server => ({
  'market.search': own({ body: {} }),
  'market.facets': own(),
  'market.detail': async world => ({ params: { ref: await newUpload(world) } }),
  'market.open': async world => ({ body: { code: await newShareCode(server, world) }, strangerGets: 'own' }),
  'market.upload': async () => ({ body: { text: fileOfPackage(packageOf(unique('package'))) }, strangerGets: 'own' }),
  'market.discard': async world => ({ params: { id: (await newUpload(world)).slice('upload:'.length) } }),
  'market.say': async world => ({ params: { ref: (await newInstallation(world)).ref }, body: { stars: 5 } }),
})
