import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let stranger: string
let connectorId: string
const STRATEGY = '/api/dh/lessee/strategy'
const PATH = '/api/dh/lessee/strategy-template'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  stranger = await server.signIn('admin-b', PASSWORD)
  connectorId = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown, as = token) =>
  server.call(method, path, { token: as, body })
const list = async (as = token) => (await call('GET', PATH, undefined, as)).json().content as { name: string }[]
let counter = 0
const newStrategy = async (extra: object = {}) =>
  (await call('POST', STRATEGY, { name: `orders ${++counter}`, config: { ...configOf(connectorId), ...extra } })).json()
    .content
const keep = async (name: string, strategyId: string) =>
  call('POST', PATH, { strategy_id: strategyId, name, description: 'how we do it' })

test('a template is what is saved of a strategy, without its connectors and what it waits for', async () => {
  const upstream = await newStrategy()
  const made = await newStrategy({ schedule: { cron: '0 * * * *', after: [upstream.id] } })
  const template = (await keep('hourly', made.id)).json().content
  expect(template).toMatchObject({ name: 'hourly', description: 'how we do it', is_delivered: false })
  expect(template.source).toMatchObject({ platform_id: 'fake', platform_name: '假平台', resource: 'orders' })
  const { config } = (await call('POST', `${PATH}/${template.id}/use`)).json().content
  expect(config.schedule).toMatchObject({ cron: '0 * * * *' })
  expect(JSON.stringify(config)).not.toContain('connector_id')
  expect(JSON.stringify(config)).not.toContain(upstream.id)
  // With connectors in its places it is a strategy again.
  const again = await call('POST', STRATEGY, {
    name: 'again',
    config: {
      ...config,
      source: { ...config.source, connector_id: connectorId },
      target: { ...config.target, connector_id: connectorId },
    },
  })
  expect(again.json().content.config.mapping).toEqual(made.config.mapping)
})

test('a template outlives its strategy, is renamed and deleted; a name is given once', async () => {
  const made = await newStrategy()
  const { id } = (await keep('Kept', made.id)).json().content
  await call('POST', '/api/dh/lessee/strategy-batch/delete', { ids: [made.id] })
  const twin = await keep('kept', (await newStrategy()).id)
  expect([twin.statusCode, twin.json().code]).toEqual([409, 'conflict.name'])
  const renamed = await call('PUT', `${PATH}/${id}`, { name: 'Other', description: '' })
  expect(renamed.json().content).toMatchObject({ name: 'Other', description: '' })
  expect((await call('DELETE', `${PATH}/${id}`)).statusCode).toBe(200)
  expect((await list()).map(each => each.name)).not.toContain('Other')
  expect((await call('POST', `${PATH}/${id}/use`)).json().code).toBe('notFound.template')
  expect((await call('POST', `${PATH}/no-such-word/use`)).json().code).toBe('notFound.template')
})

test('another tenant sees none of it', async () => {
  const { id } = (await keep('ours', (await newStrategy()).id)).json().content
  expect((await list(stranger)).map(each => each.name)).not.toContain('ours')
  for (const [method, path, body] of [
    ['POST', `${PATH}/${id}/use`, undefined],
    ['PUT', `${PATH}/${id}`, { name: 'mine', description: '' }],
    ['DELETE', `${PATH}/${id}`, undefined],
  ] as const)
    expect((await call(method, path, body, stranger)).statusCode).toBe(404)
})

test('a name out of bounds and a strategy that is not there are refused at their field', async () => {
  const { id } = await newStrategy()
  for (const name of ['', ' ', 'x'.repeat(61)]) {
    const answer = await keep(name, id)
    expect([answer.statusCode, answer.json().content[0].field]).toEqual([422, 'name'])
  }
  expect((await keep('lost', '0190a0b0-0000-7000-8000-00000000dead')).statusCode).toBe(404)
})

test('a delivered template brings its value maps along: made with the first use, found by name ever after', async () => {
  expect(await list()).toContainEqual(
    expect.objectContaining({
      id: 'codes',
      name: '编码',
      is_delivered: true,
      source: expect.objectContaining({ platform_id: null }),
    }),
  )
  const first = (await call('POST', `${PATH}/codes/use`)).json().content
  expect(first.maps).toMatchObject([{ name: '单位', is_new: true }])
  expect(first.config.mapping.fields[0].lookup.map_id).toBe(first.maps[0].id)
  const lines = (await call('GET', `/api/dh/lessee/mapping/${first.maps[0].id}/line`)).json().content
  expect(lines).toMatchObject([{ a_value: '件', b_value: 'H87' }])
  expect((await call('POST', `${PATH}/codes/use`)).json().content.maps).toEqual([{ ...first.maps[0], is_new: false }])
  expect((await call('POST', `${PATH}/codes/use`, undefined, stranger)).json().content.maps[0].is_new).toBe(true)
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await call(method, `${PATH}/codes`, { name: 'x', description: '' })).statusCode).toBe(404)
})

test('a role with chosen groups sees no template of a strategy outside them, and no value that one missed', async () => {
  const make = async (group: string) =>
    (await call('POST', STRATEGY, { name: `of ${group}`, group, config: configOf(connectorId) })).json().content.id
  const hidden = await make('sales')
  const seen = await make('stock')
  await keep('from sales', hidden)
  await keep('from stock', seen)
  const mapId = (await call('POST', '/api/dh/lessee/mapping', { name: 'units' })).json().content.id
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into role (id, name, permissions, groups) values (gen_random_uuid(), 'stock', '{*}', '{stock}')`,
    )
    await tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select gen_random_uuid(), 'keeper', '', u.password_hash, r.id from app_user u, role r
       where u.username = 'admin-a' and r.name = 'stock'`)
    for (const [value, strategy] of [
      ['hidden value', hidden],
      ['seen value', seen],
    ])
      await tx.execute(
        `insert into value_map_miss (map_id, direction, value, value_hash, count, strategy_id)
         values ($1, 'forward', $2, sha256($2::text::bytea), 1, $3)`,
        [mapId, value, strategy],
      )
  })
  const keeper = await server.signIn('keeper', PASSWORD)
  const names = (await list(keeper)).map(({ name }) => name)
  expect([names.includes('from stock'), names.includes('from sales')]).toEqual([true, false])
  const all = (await list()) as { id: string; name: string }[]
  const { id } = all.find(({ name }) => name === 'from sales')!
  for (const [method, path, body] of [
    ['POST', `${PATH}/${id}/use`, undefined],
    ['PUT', `${PATH}/${id}`, { name: 'mine now', description: '' }],
    ['DELETE', `${PATH}/${id}`, undefined],
  ] as const)
    expect([path, (await call(method, path, body, keeper)).statusCode]).toEqual([path, 404])
  const misses = await call('GET', `/api/dh/lessee/mapping/${mapId}/miss`, undefined, keeper)
  expect(misses.statusCode).toBe(200)
  expect([misses.body.includes('seen value'), misses.body.includes('hidden value')]).toEqual([true, false])
})
