import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listHeldAssets } from './setting-rows.ts'
import { callWith, inTenant, makeApp, startGateways, stopGateways, tellChange, tokenOf } from './testing.ts'

beforeAll(startGateways)
afterAll(stopGateways)

async function publishAsset(applicationId: string): Promise<string> {
  const [id, connectorId] = [newId(), newId()]
  await inTenant(async tx => {
    await tx.execute("insert into connector (id, platform_id, name) values ($1::uuid, 'http', $1::uuid::text)", [
      connectorId,
    ])
    await tx.execute(
      "insert into api_asset (id, platform_id, name, api, method, type, status) values ($1, 'http', 'Stock', '/stock', 'GET', 'QUERY', 'published')",
      [id],
    )
    await tx.execute("insert into api_asset_version (asset_id, version, doc) values ($1, 1, '{}')", [id])
    await tx.execute('insert into gateway_asset (application_id, asset_id, connector_id) values ($1, $2, $3)', [
      ...[applicationId, id, connectorId],
    ])
  })
  await tellChange()
  return id
}

const rowsOf = (applicationId: string) =>
  inTenant(tx =>
    tx.query<object>(
      `select asset_id, asset_name, status from gateway_call
        where application_id = $1 and operation = 'asset-call' order by created_at, id`,
      [applicationId],
    ),
  )

test('a call of an asset has its name in the log, done, failed or refused, and one that is none has no name', async () => {
  const app = await makeApp({ quota: 5 })
  // Of five calls the two sign-ins were the first.
  const token = await tokenOf(app)
  const asset_id = await publishAsset(app.id)
  const call = async (id: string, body: object = {}) =>
    (await callWith(token, `/v2/open-api/asset/${id}/call`, body)).statusCode
  // The gateway hears of it a moment after it was published; asking for nothing but that costs nothing.
  const heard = async () => (await callWith(token, '/v2/openapi.json')).body
  await expect.poll(heard).toContain(asset_id)
  await inTenant(tx => tx.execute("update api_asset set name = 'Renamed' where id = $1", [asset_id]))

  expect([await call(asset_id), await call(asset_id, { strange: 1 }), await call(newId())]).toEqual([200, 400, 404])
  expect([await call(asset_id), await call(asset_id)]).toEqual([429, 429])
  const named = { asset_id, asset_name: 'Stock' }
  await expect
    .poll(() => rowsOf(app.id))
    .toEqual([
      { ...named, status: 200 },
      { ...named, status: 400 },
      { asset_id: null, asset_name: null, status: 404 },
      { ...named, status: 429 },
    ])
})

test('an asset whose newest version would break its callers goes on with the one before, and says so', async () => {
  const app = await makeApp()
  const asset_id = await publishAsset(app.id)
  const held = () => inTenant(tx => listHeldAssets(tx, app.id))
  const describe = (version: number, field: string) =>
    inTenant(async tx => {
      const doc = { response: [{ field, type: 'int' }] }
      await tx.execute(
        `insert into api_asset_version (asset_id, version, doc) values ($1, $2, $3)
           on conflict (tenant_id, asset_id, version) do update set doc = excluded.doc`,
        [asset_id, version, JSON.stringify(doc)],
      )
      await tx.execute('update api_asset set version = $2, published_version = $2 where id = $1', [asset_id, version])
    })
  await describe(1, 'quantity')
  await inTenant(tx =>
    tx.execute(`update gateway_asset set asset_version = 1, fields = '{quantity}' where asset_id = $1`, [asset_id]),
  )
  expect(await held()).toEqual([])
  await describe(2, 'stock')
  expect(await held()).toEqual([{ asset_id, version: 1, newest: 2, breaks: [{ what: 'field', name: 'quantity' }] }])
})
