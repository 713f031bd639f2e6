import { packageOf } from '../../../testing/package-objects.ts'
import { type CreateSamples, unique, type World } from '../../../testing/sample.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'
import type { PackageDetail } from '../solution-package/contract.ts'

const PATH = '/api/dh/lessee/solution-package'

/** Id of a release that waits for the operator. */
async function newSubmission(server: TestServer, world: World, name = unique('offered')): Promise<string> {
  const { id, lock, document } = await world.post<PackageDetail>(`${PATH}/import`, {
    text: JSON.stringify(packageOf(name)),
  })
  const body = { lock, manifest: document.manifest, docs: [], pictures: [], visibility: 'market' }
  const saved = await server.call('PUT', `${PATH}/${id}`, { token: world.token, body })
  const made = await world.post<PackageDetail>(`${PATH}/${id}/release`, {
    lock: saved.json<{ content: PackageDetail }>().content.lock,
  })
  return made.releases[0]?.id ?? ''
}

export const createSamples: CreateSamples = server => ({
  // Of whoever does not run the installation nothing is answered.
  'marketReview.list': async () => ({ body: {} }),
  'marketReview.detail': async world => ({ params: { id: await newSubmission(server, world) } }),
  'marketReview.approve': async world => ({ params: { id: await newSubmission(server, world) } }),
  'marketReview.refuse': async world => ({
    params: { id: await newSubmission(server, world) },
    body: { reason: 'What does it do?' },
  }),
})
