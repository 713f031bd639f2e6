import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { caller, maker } from '../../../testing/config-world.ts'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { InstallationDetail } from './contract.ts'
import { shopOne, shopPackage } from './testing/shop-package.ts'

let server: TestServer
let call: ReturnType<typeof caller>
let installed: InstallationDetail
let wish: { readonly ref: string; readonly prefix: string; readonly connectors: object }
const publisher = { name: 'Publisher', secret: createPublisherKey().secret }

beforeAll(async () => {
  server = await startTestServer()
  call = caller(server, await server.signIn('admin-a', PASSWORD))
  const make = maker(call)
  const shop = await make('/connector', { ...connectorBody(), name: 'Shop' })
  const erp = await make('/connector', { ...connectorBody(), name: 'ERP' })
  wish = { ref: await upload('1.0.0'), prefix: 'A', connectors: { shop: shop.id, erp: erp.id } }
  const { hash } = (await call('POST', '/installation/plan', wish)).json().content
  installed = (await call('POST', '/installation', { ...wish, hash })).json().content
})
const upload = async (version: string): Promise<string> => {
  const text = writePackage(signPackage(shopPackage({ ...shopOne, version }), publisher))
  return (await call('POST', '/market/upload', { text })).json().content.ref
}
afterAll(() => server.drop())

const execute = (sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
const tell = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body)
  const { code, message } = answer.json()
  return { status: answer.statusCode, code, message }
}

test('a stored package that is not whole is told, wherever it is asked for', async () => {
  await execute(`update package_upload set document = '{"files":[]}' where tenant_id = app_tenant()`)
  const refused = await tell('POST', '/installation/plan', wish)
  expect(refused).toMatchObject({ status: 409, code: 'conflict.packageNotWhole' })
  expect(refused.message).toContain('manifest')
  await execute(`update package_upload set document = 'no JSON' where tenant_id = app_tenant()`)
  expect(await tell('POST', '/installation/plan', wish)).toMatchObject({ code: 'conflict.packageNotWhole' })
  await execute(`update package_installation set document = '{}' where tenant_id = app_tenant()`)
  const answer = await tell('GET', `/installation/${installed.id}`)
  expect(answer).toMatchObject({ status: 409, code: 'conflict.packageNotWhole' })
})

test('a stored strategy whose version is not whole is told by its code, and nothing is planned beside it', async () => {
  const id = installed.flows[0]?.strategy_id
  await execute(
    `insert into strategy_version (strategy_id, version, config)
     select strategy_id, version + 1, config - 'mapping' from strategy_version where strategy_id = $1`,
    [id],
  )
  await execute('update strategy set version = version + 1 where id = $1', [id])
  const refused = await tell('POST', '/installation/plan', { ...wish, ref: await upload('3.0.0'), prefix: 'B' })
  expect(refused).toMatchObject({ status: 409, code: 'conflict.strategyNotWhole' })
  expect(refused.message).toContain('A-SO')
  expect(refused.message).toContain('mapping')
  expect(await tell('POST', '/config/export', {})).toMatchObject({ status: 409, code: 'conflict.strategyNotWhole' })
  expect(await tell('GET', `/installation/${installed.id}/removal`)).toMatchObject({ status: 409 })
})
