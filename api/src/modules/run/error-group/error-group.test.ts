import { newId } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let world: World

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const me = (await server.call('GET', '/api/user', { token })).json().content
  world = {
    token,
    tenantId: server.a.tenantId,
    userId: me.user_id,
    post: async (path, body) => (await call('POST', path, body)).json().content,
  }
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown, as = token) =>
  server.call(method, path, { token: as, body })
const content = async (method: string, path: string, body?: unknown, as = token) => {
  const answer = await call(method, path, body, as)
  expect(answer.json(), `${method} ${path}`).toMatchObject({ success: true })
  return answer.json().content
}
const inTenant = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.query<Row>(text, values))
const PATH = '/api/dh/lessee/error-group'
const search = (body: object = {}) => content('POST', `${PATH}/searchv2`, body)

interface Given {
  readonly category?: string
  readonly code?: string
  readonly sample?: string
  readonly status?: string
  readonly records?: number
  readonly lastAt?: string
  readonly strategyId?: string
  readonly field?: string
}

/** A group with records, as runs leave them. */
async function makeGroup(given: Given = {}): Promise<{ id: string; strategyId: string }> {
  const strategyId = given.strategyId ?? (await newStrategy(world)).id
  const id = newId()
  await inTenant(
    `insert into error_group (id, strategy_id, category, code, field, pattern, sample, status, seen_count, last_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, coalesce($9::timestamptz, now()))`,
    [
      id,
      strategyId,
      given.category ?? 'business',
      given.code ?? 'target.refused',
      given.field ?? null,
      given.sample ?? 'Customer "C1" is unknown.',
      given.status ?? 'open',
      given.records ?? 1,
      given.lastAt ?? null,
    ],
  )
  await inTenant(`insert into error_hour (group_id, hour, count) values ($1, date_trunc('hour', now()), $2)`, [
    id,
    given.records ?? 1,
  ])
  await inTenant(
    `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, error_code,
       error_message, error_group)
     select $1, $2 || n, nextval('record_id'), 1, now(), 0, 3, 1, '\\x00', gen_random_uuid(), 'target.refused', 'refused ' || n, $3
       from generate_series(1, $4::int) n`,
    [strategyId, `${id}-`, id, given.records ?? 1],
  )
  return { id, strategyId }
}

beforeEach(async () => {
  for (const table of ['record_state', 'error_move', 'error_group', 'notice', 'replay_job', 'ignore_rule'])
    await inTenant(`delete from ${table}`)
})

test('groups are listed with the number of records that their list has, whatever was folded', async () => {
  const { id, strategyId } = await makeGroup({ records: 45 })
  const [group] = await search()
  expect(group).toMatchObject({ id, open_count: 45, ignored_count: 0, status: 'open', repair: 'data', owner: null })
  // The one that came last stands for the group, with the system that did not take it.
  expect(group).toMatchObject({ newest: { key: `${id}-45`, number: null }, system: expect.stringMatching(/./) })
  const records = await content('POST', `/api/dh/lessee/strategy-data/${strategyId}/searchv2`, { pageSize: 1 })
  const error = { group_id: id, system: group.system, owner: null, repair: 'data' }
  expect(records.rows).toMatchObject([{ key: `${id}-45`, error }])
  await inTenant('update record_state set status = 7 where error_group = $1 and id % 3 = 0', [id])
  await inTenant(
    'update record_state set status = 2, error_code = null where error_group = $1 and status = 3 and id % 3 = 1',
    [id],
  )
  const [now] = await search()
  const listed = { open: 0, ignored: 0 }
  for (const state of ['open', 'ignored'] as const)
    for (let cursor: string | undefined; ; ) {
      const part = await content('POST', `${PATH}/${id}/record`, {
        of: state,
        pageSize: 7,
        ...(cursor ? { cursor } : {}),
      })
      listed[state] += part.rows.length
      if (part.next === null) break
      cursor = part.next
    }
  expect(listed).toEqual({ open: now.open_count, ignored: now.ignored_count })
  expect(listed).toEqual({ open: 15, ignored: 15 })
})

test('what its messages have in common is said in the reader’s language', async () => {
  const { id } = await makeGroup({ category: 'mapping', sample: 'Field "qty": "many" is no number.' })
  const causeIn = async (language: string) =>
    (await server.call('GET', `${PATH}/${id}`, { token, headers: { 'accept-language': language } })).json().content
      .cause
  expect(await causeIn('zh-CN')).toBe('字段…：…不是数字。')
  expect(await causeIn('en')).toBe('Field …: … is no number.')
  const far = await makeGroup({ sample: '客户 "C1" 不存在' })
  const [group] = await search({ keyword: '不存在' })
  expect([group.id, group.cause]).toEqual([far.id, '客户 … 不存在'])
})

test('a filter keeps what it says, and totals and trend are of what it keeps', async () => {
  const one = await makeGroup({ records: 3, sample: 'The period is closed.' })
  await makeGroup({ category: 'mapping', code: 'mapping.noMatch', records: 2, status: 'progress' })
  await makeGroup({ category: 'network', code: 'egress.dns', records: 4, lastAt: '2020-01-01T00:00:00Z' })
  const codes = async (body: object) => (await search(body)).map((group: { code: string }) => group.code).sort()
  expect(await codes({})).toEqual(['egress.dns', 'mapping.noMatch', 'target.refused'])
  expect(await codes({ category: ['mapping', 'network'] })).toEqual(['egress.dns', 'mapping.noMatch'])
  expect(await codes({ status: ['progress'] })).toEqual(['mapping.noMatch'])
  expect(await codes({ keyword: 'period' })).toEqual(['target.refused'])
  expect(await codes({ strategy_id: one.strategyId })).toEqual(['target.refused'])
  expect(await codes({ from: '2021-01-01T00:00:00Z' })).toEqual(['mapping.noMatch', 'target.refused'])
  expect(await codes({ platform_id: 'fake' })).toHaveLength(3)
  expect(await codes({ platform_id: 'other' })).toEqual([])
  expect(await codes({ strategy_group: 'nowhere' })).toEqual([])
  expect(await codes({ owner: 'me' })).toEqual([])
  expect(await codes({ owner: 'none' })).toHaveLength(3)
  const bySize = await search({ sort: '-count' })
  expect(bySize.map((group: { open_count: number }) => group.open_count)).toEqual([4, 3, 2])
  const all = await content('POST', `${PATH}/summary`, {})
  expect(all.categories).toEqual([
    { category: 'network', groups: 1, records: 4 },
    { category: 'business', groups: 1, records: 3 },
    { category: 'mapping', groups: 1, records: 2 },
  ])
  expect(all.trend).toHaveLength(24)
  expect(all.trend.at(-1).count).toBe(9)
  const days = await content('POST', `${PATH}/summary`, { category: ['mapping'], range: '7d' })
  expect(days.trend.map((step: { count: number }) => step.count)).toEqual([0, 0, 0, 0, 0, 0, 2])
  const file = await call('POST', `${PATH}/export`, { category: ['mapping'] })
  const lines = file.body.split('\r\n')
  expect(lines).toHaveLength(3)
  expect([lines[1]?.split(',')[1], lines[1]?.split(',').at(-2)]).toEqual(['映射', '处理中'])
})

test('somebody who is given a group is told, until it is over or somebody else’s', async () => {
  const { id } = await makeGroup()
  await inTenant(`insert into app_user (id, username, nickname, password_hash, role_id)
    select gen_random_uuid(), 'mender', 'Mender', password_hash, role_id from app_user where username = 'admin-a' on conflict do nothing`)
  const people = await content('GET', `${PATH}/people`)
  const mender = people.find((person: { name: string }) => person.name === 'Mender')
  await content('POST', `${PATH}/assign`, { ids: [id], user_id: mender.id })
  expect(await content('GET', `${PATH}/${id}`)).toMatchObject({ owner: mender, status: 'progress' })
  const told = () =>
    inTenant(`select user_id, object_id, settled_at is null as is_open from notice where kind = 'error.assigned'`)
  expect(await told()).toEqual([{ user_id: mender.id, object_id: id, is_open: true }])
  await content('POST', `${PATH}/status`, { ids: [id], status: 'resolved' })
  expect(await told()).toEqual([{ user_id: mender.id, object_id: id, is_open: false }])
  expect(await content('GET', `${PATH}/${id}`)).toMatchObject({ status: 'resolved', status_by: expect.any(String) })
})

test('a group is not given to who cannot see it', async () => {
  const { id } = await makeGroup()
  await inTenant(
    `insert into role (id, name, permissions, groups) values (gen_random_uuid(), 'blind', '{log:query}', null), (gen_random_uuid(), 'far', '{strategy:query}', '{elsewhere}')
     on conflict do nothing`,
  )
  await inTenant(`insert into app_user (id, username, nickname, password_hash, role_id)
    select gen_random_uuid(), r.name, '', u.password_hash, r.id from app_user u, role r
     where u.username = 'admin-a' and r.name in ('blind', 'far') on conflict do nothing`)
  const users = await inTenant<{ id: string; username: string }>('select id, username from app_user')
  const idOf = (name: string) => users.find(user => user.username === name)!.id
  for (const [user, code] of [
    [idOf('blind'), 'invalid.assignee'],
    [newId(), 'invalid.assignee'],
    [idOf('far'), 'invalid.assigneeScope'],
  ]) {
    const answer = await call('POST', `${PATH}/assign`, { ids: [id], user_id: user })
    expect(answer.json()).toMatchObject({ code, content: [{ field: 'user_id' }] })
  }
  const far = await server.signIn('far', PASSWORD)
  expect((await call('GET', `${PATH}/${id}`, undefined, far)).statusCode).toBe(404)
  expect((await call('POST', `${PATH}/searchv2`, {}, far)).json().content).toEqual([])
  expect((await call('POST', `${PATH}/assign`, { ids: [id, newId()], user_id: null })).statusCode).toBe(404)
})

test('ignoring a group leaves its records out in the background', async () => {
  const { id, strategyId } = await makeGroup({ records: 2 })
  const { replays } = await content('POST', `${PATH}/status`, { ids: [id], status: 'ignored' })
  expect(await inTenant('select id, strategy_id, group_id, kind from replay_job')).toEqual([
    { id: replays[0], strategy_id: strategyId, group_id: id, kind: 'ignore' },
  ])
})

test('a group says which value map its field looks up', async () => {
  const { strategyId } = await makeGroup()
  const map = await content('POST', '/api/dh/lessee/mapping', { name: 'customers' })
  const fields = [
    {
      target: 'lines',
      value: {
        kind: 'lines',
        source: 'l',
        fields: [
          {
            target: 'sku',
            value: { kind: 'template', template: '{{s}}' },
            lookup: { map_id: map.id, direction: 'forward' },
          },
        ],
      },
    },
  ]
  await inTenant(
    `insert into strategy_version (strategy_id, version, config) select strategy_id, 2, jsonb_set(config, '{mapping,fields}', $2::jsonb)
       from strategy_version where strategy_id = $1 and version = 1`,
    [strategyId, JSON.stringify(fields)],
  )
  await inTenant('update strategy set version = 2 where id = $1', [strategyId])
  const { id } = await makeGroup({ strategyId, category: 'mapping', code: 'mapping.noMatch', field: 'lines[].sku' })
  expect(await content('GET', `${PATH}/${id}`)).toMatchObject({
    repair: 'map',
    map: { id: map.id, name: 'customers' },
    target: { connector_name: expect.any(String) },
  })
})

test('a rule for every strategy is made by who sees every strategy, and a stale change is refused', async () => {
  const rule = { strategy_id: null, contains: '单据已存在', outcome: 'finished', enabled: true, remark: '' }
  const made = await content('POST', '/api/dh/lessee/ignore-rule', rule)
  const changed = await content('PUT', `/api/dh/lessee/ignore-rule/${made.id}`, { ...rule, enabled: false, version: 1 })
  expect(changed).toMatchObject({ enabled: false, version: 2, hit_count: 0, strategy: null })
  const stale = await call('PUT', `/api/dh/lessee/ignore-rule/${made.id}`, { ...rule, version: 1 })
  expect(stale.json().code).toBe('conflict.version')
  await inTenant(
    `insert into role (id, name, permissions, groups) values (gen_random_uuid(), 'part', '{strategy:query,strategy:update}', '{part}') on conflict do nothing`,
  )
  await inTenant(`insert into app_user (id, username, nickname, password_hash, role_id)
    select gen_random_uuid(), 'part', '', u.password_hash, r.id from app_user u, role r where u.username = 'admin-a' and r.name = 'part' on conflict do nothing`)
  const part = await server.signIn('part', PASSWORD)
  for (const [method, path, body] of [
    ['POST', '/api/dh/lessee/ignore-rule', rule],
    ['PUT', `/api/dh/lessee/ignore-rule/${made.id}`, { ...rule, version: 2 }],
    ['DELETE', `/api/dh/lessee/ignore-rule/${made.id}`, undefined],
  ] as const)
    expect((await call(method, path, body, part)).json()).toMatchObject({ success: false, code: 'invalid.ruleScope' })
  expect(await content('GET', '/api/dh/lessee/ignore-rule', undefined, part)).toHaveLength(1)
  await content('DELETE', `/api/dh/lessee/ignore-rule/${made.id}`)
  expect(await content('GET', '/api/dh/lessee/ignore-rule')).toEqual([])
})

test('a correction keeps every digit of its values and names the value that is none', async () => {
  const { id } = await makeGroup()
  const changes = [
    { field: 'amount', value: '12.50' },
    { field: 'id', value: '9007199254740993' },
    { field: 'note', value: null },
    { field: 'empty', value: 'null' },
  ]
  const job = await content('POST', '/api/dh/lessee/replay', { group_id: id, kind: 'correct', changes })
  expect(job).toMatchObject({ kind: 'correct', state: 'choosing', total: 0, changes })
  const [row] = await inTenant<{ changes: string }>('select changes from replay_job')
  expect(row?.changes).toBe(
    '[{"field":"amount","value":12.50},{"field":"id","value":9007199254740993},{"field":"note"},{"field":"empty","value":null}]',
  )
  const bad = await call('POST', '/api/dh/lessee/replay', {
    group_id: id,
    kind: 'correct',
    changes: [{ field: 'amount', value: 'abc' }],
  })
  expect(bad.json()).toMatchObject({
    code: 'invalid.changeValue',
    content: [{ field: 'changes.0.value', value: 'abc' }],
  })
  expect((await content('POST', `/api/dh/lessee/replay/${job.id}/cancel`)).cancelling).toBe(true)
})
