import { afterAll, beforeAll, expect, test } from 'vitest'
import { docOf } from '../../../testing/asset-objects.ts'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let connectorId: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  connectorId = (await call('POST', '/api/dh/lessee/connector', connectorBody())).content.id
})
afterAll(() => server.drop())

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(method, path, { token, body })
  return { status: answer.statusCode, ...answer.json() }
}
const STRATEGY = '/api/dh/lessee/strategy'
const ASSET = '/api/dh/lessee/api-asset'
const field = { target: 'no', value: { kind: 'template', template: '{{no}}' } }

/** A change of a whole body, and the name by which it is refused. */
type Case = readonly [name: string, change: (config: ReturnType<typeof wholeConfig>) => object]
const wholeConfig = () => ({ ...configOf(connectorId), mapping: { copyAll: false, fields: [field] } })
const unknown: readonly Case[] = [
  ['config.surce', config => ({ ...config, surce: {} })],
  ['config.source.pagesize', config => ({ ...config, source: { ...config.source, pagesize: 10 } })],
  [
    'config.source.increment.lookback',
    c => ({ ...c, source: { ...c.source, increment: { field: 'at', lookback: 1 } } }),
  ],
  ['config.target.batch.bytes', config => ({ ...config, target: { ...config.target, batch: { bytes: 1 } } })],
  ['config.schedule.crn', config => ({ ...config, schedule: { crn: '* * * * *' } })],
  ['config.retry.attempts', config => ({ ...config, retry: { attempts: 2 } })],
  ['config.mapping.copyall', config => ({ ...config, mapping: { ...config.mapping, copyall: true } })],
  [
    'config.mapping.fields.0.requird',
    config => ({ ...config, mapping: { copyAll: false, fields: [{ ...field, requird: true }] } }),
  ],
  [
    'config.mapping.fields.0.value.fields.0.typ',
    config => ({
      ...config,
      mapping: {
        copyAll: false,
        fields: [{ target: 'l', value: { kind: 'lines', source: 'l', fields: [{ ...field, typ: 'int' }] } }],
      },
    }),
  ],
  ['config.source.options.sheet', config => ({ ...config, source: { ...config.source, options: { sheet: 'a' } } })],
  ['config.target.options.methd', config => ({ ...config, target: { ...config.target, options: { methd: 'a' } } })],
]

test.each(unknown)('a strategy with %s is refused by that name, new and saved again', async (name, change) => {
  const made = await call('POST', STRATEGY, { name: 'orders', config: change(wholeConfig()) })
  expect([made.status, made.message]).toEqual([422, expect.stringContaining(name)])
  const { id, version } = (await call('POST', STRATEGY, { name: 'orders', config: wholeConfig() })).content
  const saved = await call('PUT', `${STRATEGY}/${id}/update-v2`, { version, config: change(wholeConfig()) })
  expect([saved.status, saved.message]).toEqual([422, expect.stringContaining(name)])
  expect((await call('GET', `${STRATEGY}/${id}`)).content.version).toBe(version)
})

test('an option that is nearly one is told the one', async () => {
  const config = { ...wholeConfig(), target: { ...wholeConfig().target, options: { methd: 'a' } } }
  expect((await call('POST', STRATEGY, { name: 'orders', config })).message).toMatch(
    /config\.target\.options\.methd.*method/,
  )
})

test('an option that the platform has lost since stands in nobody’s way', async () => {
  const { id, version } = (await call('POST', STRATEGY, { name: 'orders', config: wholeConfig() })).content
  const options = { old: 'kept' }
  const config = { ...wholeConfig(), target: { ...wholeConfig().target, options } }
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, $2, $3)', [
      id,
      version + 1,
      JSON.stringify(config),
    ])
    await tx.execute('update strategy set version = $2 where id = $1', [id, version + 1])
  })
  expect(
    (await call('PUT', `${STRATEGY}/${id}/update-v2`, { version: version + 1, name: 'renamed', config })).status,
  ).toBe(200)
})

test('a strategy read from a text is refused by the name of what is unknown', async () => {
  const end = { platform_id: 'fake', connector: 'shop' }
  const { connector_id: _source, ...source } = wholeConfig().source
  const { connector_id: _target, ...target } = wholeConfig().target
  const document = { name: 'orders', source: end, target: end, config: { ...wholeConfig(), source, target } }
  const load = (each: object) =>
    call('POST', `${STRATEGY}/import/parse`, { text: JSON.stringify({ strategies: [each] }) })
  expect((await load(document)).status).toBe(200)
  const wrong = { ...document, config: { ...document.config, target: { ...target, mdoe: 'insert' } } }
  expect((await load(wrong)).message).toContain('strategies[0].config.target.mdoe')
})

test.each([
  ['pagination.siz', { pagination: { kind: 'page', siz: 10 } }],
  ['request.0.defualt', { request: [{ field: 'a', type: 'string', defualt: '1' }] }],
  ['loneRecords', { loneRecords: true }],
])('an interface with %s is refused by that name', async (name, change) => {
  const made = await call('POST', ASSET, { platform_id: 'fake', doc: docOf(change) })
  expect([made.status, JSON.stringify(made)]).toEqual([422, expect.stringContaining(`doc.${name}`)])
  const { id, version } = (await call('POST', ASSET, { platform_id: 'fake', doc: docOf() })).content
  const saved = await call('PUT', `${ASSET}/${id}`, { version, doc: docOf(change) })
  expect([saved.status, JSON.stringify(saved)]).toEqual([422, expect.stringContaining(`doc.${name}`)])
})

test.each([
  ['group_by.0.field.nam', { group_by: [{ field: { of: 'data', name: 'no', nam: 'x' } }] }],
  ['conditions.0.0.zon', { conditions: [[{ field: 'no', logic: 'eq', value: '1', zon: 'UTC' }]] }],
  ['pivott', { pivott: true }],
])('a report with %s is refused by that name', async (name, change) => {
  const { id } = (await call('POST', STRATEGY, { name: 'orders', config: wholeConfig() })).content
  const definition = { metrics: [{ op: 'count' }] }
  const body = (given: object) => ({ name: `per day ${name}`, definition: { ...definition, ...given } })
  const path = `/api/dh/lessee/strategy-aggregate/${id}`
  expect((await call('POST', path, body({}))).status).toBe(200)
  const made = await call('POST', path, body(change))
  expect([made.status, JSON.stringify(made)]).toEqual([422, expect.stringContaining(name)])
})
