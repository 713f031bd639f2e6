import type { SolutionPackage } from '@sluice/contract'
import { digestOf } from '../../../../packaging/index.ts'
import { packageOf } from '../../../../testing/package-objects.ts'
import { unique, type World } from '../../../../testing/sample.ts'
import type { TestServer } from '../../../../testing/start-test-server.ts'
import type { PackageDetail } from '../../solution-package/contract.ts'

const PATH = '/api/dh/lessee/solution-package'

async function put<T>(server: TestServer, token: string, path: string, body: object): Promise<T> {
  const answer = await server.call('PUT', path, { token, body })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().content
}

type Poster = Pick<World, 'token' | 'post'>

/** Released by a tenant and let into the market by the operator, who is the same one here. Answers with what it is asked for by. */
export async function offerPackage(
  server: TestServer,
  world: Poster,
  document: SolutionPackage = packageOf(unique('offered')),
): Promise<string> {
  const made = await world.post<PackageDetail>(`${PATH}/import`, { text: JSON.stringify(document) })
  const { manifest, files } = made.document
  const docs = files.filter(each => each.path.startsWith('docs/'))
  const body = { lock: made.lock, manifest, docs, pictures: [], visibility: 'market' }
  const { lock } = await put<PackageDetail>(server, world.token, `${PATH}/${made.id}`, body)
  return letIn(server, world, made.id, lock)
}

/** The next version of it. */
export async function offerVersion(server: TestServer, world: Poster, id: string, version: string): Promise<string> {
  const answer = await server.call('GET', `${PATH}/${id}`, { token: world.token })
  const { lock, document } = answer.json<{ content: PackageDetail }>().content
  const body = { lock, manifest: { ...document.manifest, version }, docs: [], pictures: [], visibility: 'market' }
  const saved = await put<PackageDetail>(server, world.token, `${PATH}/${id}`, body)
  return letIn(server, world, id, saved.lock)
}

async function letIn(server: TestServer, world: Poster, id: string, lock: number): Promise<string> {
  const { releases, document } = await world.post<PackageDetail>(`${PATH}/${id}/release`, { lock })
  await world.post(`/api/dh/lessee/market-review/${releases[0]?.id}/approve`, {})
  const version = document.manifest.version
  const file = await server.call('GET', `${PATH}/${id}/release/${version}/file`, { token: world.token })
  if (file.statusCode !== 200) throw new Error(file.body)
  return digestOf(file.body)
}

/** What somebody of a tenant asks, in English. */
export const callOf = (server: TestServer, token: string) => ({
  token,
  async post<T>(path: string, body: unknown): Promise<T> {
    const answer = await server.call('POST', path, { token, body, headers: { 'accept-language': 'en' } })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json().content
  },
  call: (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/dh/lessee${path}`, { token, body, headers: { 'accept-language': 'en' } }),
})
