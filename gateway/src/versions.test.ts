import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callWith, inTenant, makeApp, pathOf, startGateways, stopGateways, tellChange, tokenOf } from './testing.ts'

beforeAll(startGateways)
afterAll(stopGateways)

type App = Awaited<ReturnType<typeof makeApp>>
const DEPRECATED = '2026-01-01T00:00:00Z'

/** Version 1 as it was, and a second one of now that shows less. */
async function turn(app: App, sunset: string): Promise<void> {
  const doc = {
    operations: ['query', 'find', 'store'],
    fields: ['id', 'amount', 'phone'],
    masks: { phone: 'hide' },
    row_filter: [],
  }
  await inTenant(async tx => {
    await tx.execute(
      `insert into gateway_old_version (id, application_id, strategy_id, version, doc, deprecated_at, sunset_at)
       values ($1, $2, $3, 1, $4, $5, $6)`,
      [newId(), app.id, app.strategyId, JSON.stringify(doc), DEPRECATED, sunset],
    )
    await tx.execute("update gateway_scope set version = 2, fields = '{id}' where application_id = $1", [app.id])
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       values ($1, 'r1', nextval('record_id'), 1, now(), 1, 2, 1, '\\x00', gen_random_uuid())`,
      [app.strategyId],
    )
  })
  await tellChange()
}

const logOf = (app: App) =>
  inTenant(tx =>
    tx.query<{ api_version: number | null; status: number }>(
      'select api_version, status from gateway_call where application_id = $1 order by created_at, id',
      [app.id],
    ),
  )

const query = (app: App, token: string, version = '') =>
  callWith(token, `/v2/open-api/business/${app.strategyId}${version}/query`, { pageSize: 5 })
type Page = { content: { items: { content: object }[] } }

test('an old version answers as it did, says when it ends, and names the newer one; each is in the log', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  await turn(app, '2099-06-30T12:00:00Z')
  await expect.poll(async () => (await query(app, token)).headers['deprecation']).toBe('@1767225600')
  const old = await query(app, token)
  expect(old.headers).toMatchObject({
    sunset: 'Tue, 30 Jun 2099 12:00:00 GMT',
    link: `<${pathOf(app.strategyId, '').slice(0, -1)}/v2>; rel="successor-version"`,
  })
  expect(old.json<Page>().content.items).toMatchObject([{ content: { id: 'r1', phone: '****' } }])
  const now = await query(app, token, '/v2')
  expect(now.json<Page>().content.items).toEqual([expect.objectContaining({ content: { id: 'r1' } })])
  expect(now.headers).not.toHaveProperty('deprecation')
  // Numbers that there are not, other spellings, and the first one by its number.
  for (const odd of ['/v3', '/v1', '/v02', '/V2', '/2', '/v2.0', '/v', '/query'])
    expect([odd, (await query(app, token, odd)).statusCode]).toEqual([odd, 404])
  expect((await logOf(app)).map(row => row.api_version)).toEqual(expect.arrayContaining([1, 2]))
  const { paths } = (await callWith(token, '/v2/openapi.json')).json<{
    paths: Record<string, Record<string, object>>
  }>()
  expect(paths[pathOf(app.strategyId, 'query')]?.['post']).toMatchObject({
    deprecated: true,
    'x-sunset-at': expect.stringContaining('2099'),
  })
  expect(paths[pathOf(app.strategyId, 'v2/query')]?.['post']).not.toHaveProperty('deprecated')
})

test('after its sunset every operation is gone, says so, and hands out nothing', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  await turn(app, '2026-02-01T00:00:00Z')
  await expect.poll(async () => (await query(app, token)).statusCode).toBe(410)
  const gone = await query(app, token)
  expect(gone.json()).toMatchObject({ success: false, code: 41001 })
  expect(gone.headers['sunset']).toBe('Sun, 01 Feb 2026 00:00:00 GMT')
  for (const [operation, body] of [
    ['find-one/1', undefined],
    ['store', { content: [{ id: 'x' }] }],
  ] as const)
    expect((await callWith(token, pathOf(app.strategyId, operation), body)).statusCode).toBe(410)
  const first = await callWith(token, `/api/open/operation/${app.strategyId}/query`, {})
  expect([first.statusCode, first.headers['deprecation']]).toEqual([410, '@1767225600'])
  expect((await query(app, token, '/v2')).statusCode).toBe(200)
  expect((await logOf(app)).filter(row => row.status === 410)).not.toHaveLength(0)
  const { paths } = (await callWith(token, '/v2/openapi.json')).json<{ paths: object }>()
  expect(Object.keys(paths)).not.toContain(pathOf(app.strategyId, 'query'))
})

test('what was withdrawn answers until its sunset, and a stranger learns of no version', async () => {
  const [app, other] = [await makeApp(), await makeApp()]
  const [token, strange] = [await tokenOf(app), await tokenOf(other)]
  await turn(app, '2099-01-01T00:00:00Z')
  // Before the gateway has heard of it there is no second version either.
  await expect.poll(async () => (await query(app, token, '/v2')).statusCode).toBe(200)
  await inTenant(tx => tx.execute('delete from gateway_scope where application_id = $1', [app.id]))
  await tellChange()
  await expect.poll(async () => (await query(app, token, '/v2')).statusCode).toBe(404)
  const kept = await query(app, token)
  expect([kept.statusCode, kept.headers['link']]).toEqual([200, undefined])
  const seen = await query(app, strange)
  expect([seen.statusCode, seen.headers['deprecation'], seen.headers['sunset']]).toEqual([404, undefined, undefined])
})
