import type { SolutionPackage } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { caller, fileOf, fillTenant, maker } from '../../../testing/config-world.ts'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { ConfigFile } from '../../admin/config/contract.ts'
import type { PackageDetail } from '../solution-package/contract.ts'
import type { InstallationDetail, UpgradePlan } from './contract.ts'

let server: TestServer
let document: SolutionPackage
let call: ReturnType<typeof caller>
const publisher = { name: 'Publisher', secret: createPublisherKey().secret }

beforeAll(async () => {
  server = await startTestServer()
  const author = caller(server, await server.signIn('admin-a', PASSWORD))
  await fillTenant(author)
  const [stock] = (await author('POST', '/strategy/searchv2', { keyword: 'A-STOCK' })).json().content
  const body = { strategy_ids: [stock.id], name: 'stock', title: 'Stock' }
  document = (await author('POST', '/solution-package', body)).json<{ content: PackageDetail }>().content.document
  call = caller(server, await server.signIn('admin-b', PASSWORD))
})
afterAll(() => server.drop())

const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, body)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

async function upload(version: string, change: (text: string, path: string) => string): Promise<string> {
  const files = document.files.map(({ path, text }) => ({ path, text: change(text, path) }))
  const signed = signPackage({ ...document, manifest: { ...document.manifest, version }, files }, publisher)
  return (await ok<{ ref: string }>('POST', '/market/upload', { text: writePackage(signed) })).ref
}

const exportAll = async (): Promise<ConfigFile[]> =>
  (await ok<{ files: ConfigFile[] }>('POST', '/config/export', { kinds: ['api-asset', 'mapping', 'strategy'] })).files

test('interfaces move on with those that name them, and back; what is shared stays when all else is uninstalled', async () => {
  const ref = await upload('1.0.0', text => text)
  await ok('POST', '/installation/platform', { ref })
  const groups = await ok<Record<string, { id: string; name: string }[]>>('GET', '/platform')
  const acme = Object.values(groups)
    .flat()
    .find(each => each.name === 'Acme')
  const make = maker(call)
  const shop = await make('/connector', { platform_id: acme?.id, name: 'Mine', params: { shop: 's', password: 'p' } })
  const erp = await make('/connector', { ...connectorBody(), name: 'ERP' })
  const wish = { ref, prefix: 'N', connectors: { acme: shop.id, fake: erp.id } }
  const { hash } = await ok<{ hash: string }>('POST', '/installation/plan', wish)
  const { id } = await ok<InstallationDetail>('POST', '/installation', { ...wish, hash })
  const before = await exportAll()
  const path = `/installation/${id}`
  const [asset, flow] = ['api-assets/own-acme/N Orders.yaml', 'strategies/N-A-STOCK.yaml']

  const next = await upload('1.1.0', (text, at) =>
    at.includes('api-assets/') ? text.replace(/listPath: .*/, 'listPath: data.rows') : text,
  )
  const planned = await ok<UpgradePlan>('POST', `${path}/upgrade/plan`, { ref: next })
  expect([planned.problems, planned.conflicts, planned.kept]).toEqual([[], [], 0])
  await ok('POST', `${path}/upgrade`, { ref: next, hash: planned.hash })
  const after = await exportAll()
  expect(fileOf(after, asset)).toContain('listPath: data.rows')
  // The newest one, and not the version that is there no longer.
  expect(fileOf(after, flow)).toContain('resource: asset:own:acme/N Orders\n')
  expect(await ok<InstallationDetail>('GET', path)).toMatchObject({ version: '1.1.0', local_changes: 0 })

  await ok('POST', `${path}/rollback`)
  expect(await exportAll()).toEqual(before)

  const gone = await ok<{ changes: { kind: string }[]; problems: unknown[] }>('GET', `${path}/removal`)
  expect([gone.problems, gone.changes.map(each => each.kind).sort()]).toEqual([
    [],
    ['api-asset', 'mapping', 'strategy', 'strategy'],
  ])
  await ok('DELETE', path, {})
  expect(await exportAll()).toEqual([])
  expect(await ok('GET', '/installation')).toEqual([])
})
