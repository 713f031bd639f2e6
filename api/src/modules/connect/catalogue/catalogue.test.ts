import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Catalogue, CatalogueObject } from './contract.ts'

let server: TestServer
let token: string
let path: string
let connectorId: string
const call = (method: string, suffix: string, body?: unknown) =>
  server.call(method, `${path}${suffix}`, { token, body })
const query = (text: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.query(text, values))

const COUNT = 2000
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const made = await server.call('POST', '/api/dh/lessee/connector', { token, body: connectorBody() })
  connectorId = made.json().content.id
  path = `/api/dh/lessee/connector/${connectorId}/catalogue`
})
afterAll(() => server.drop())

interface Page {
  readonly objects: CatalogueObject[]
  readonly next: string | null
  readonly total: number | null
}
async function search(suffix = ''): Promise<Page> {
  const answer = await call('GET', `/object?${suffix}`)
  expect(answer.statusCode).toBe(200)
  return answer.json().content
}
const ids = async (suffix: string) => (await search(suffix)).objects.map(({ id }) => id)

test('nothing is listed before it was asked for, and then it is asked for once', async () => {
  const read = async (method: string, suffix: string, body?: unknown): Promise<Catalogue> =>
    (await call(method, suffix, body)).json().content
  expect(await read('GET', '')).toMatchObject({ discovery: null, listed_at: null, objects: 0, is_stale: true })
  expect(await read('POST', '/refresh', {})).toMatchObject({ discovery: { state: 'queued', phase: 'list', found: 0 } })
  const asked = await query('select id from discovery')
  expect(await read('POST', '/refresh', { if_stale: true })).toMatchObject({ discovery: { state: 'queued' } })
  expect(await query('select id from discovery')).toEqual(asked)
  expect(await read('POST', '/cancel')).toMatchObject({ discovery: { state: 'cancelled' } })
})

test('pages of any order hold every object once, with the count of all on the first', async () => {
  await query(
    `insert into catalogue_object (connector_id, env, id, schema, label, kind, direction, comment, estimated_count, search, round)
     select $1, d.env, 'public.t_' || n, 'public', 't_' || n, case when n % 10 = 0 then 'view' else 'table' end,
       case when n % 4 = 0 then 'source' else 'both' end, case when n = 7 then 'Der Größe nach' else '' end,
       case when n % 3 = 0 then null else n % 50 end, lower('public.t_' || n || case when n = 7 then ' Der Größe nach' else '' end), d.id
       from discovery d, generate_series(1, $2::int) n`,
    [connectorId, COUNT],
  )
  for (const sort of ['fit', 'id', '-estimated_count', '-found_at']) {
    const seen: CatalogueObject[] = []
    let page = await search(`sort=${sort}&limit=300`)
    expect(page.total).toBe(COUNT)
    for (seen.push(...page.objects); page.next !== null; seen.push(...page.objects)) {
      page = await search(`sort=${sort}&limit=300&after=${encodeURIComponent(page.next)}`)
      expect(page.total).toBeNull()
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(COUNT)
    expect(seen).toHaveLength(COUNT)
    if (sort !== '-estimated_count') continue
    const counts = seen.map(each => each.estimated_count ?? -1)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  }
})

test('a search finds words anywhere, what fits best first, and takes signs of patterns as they are', async () => {
  expect((await ids('keyword=t_19'))[0]).toBe('public.t_19')
  expect((await ids('keyword=t_19')).slice(1, 3)).toEqual(['public.t_190', 'public.t_1900'])
  expect(await ids(`keyword=${encodeURIComponent('größe PUBLIC')}`)).toEqual(['public.t_7'])
  expect(await ids('keyword=%25')).toEqual([])
  expect(await ids('keyword=t__1')).toEqual([])
  expect((await search('kind=view')).total).toBe(COUNT / 10)
  expect((await search('role=target')).total).toBe((COUNT * 3) / 4)
  expect((await search('schema=other')).total).toBe(0)
  expect(await ids('object=public.t_5')).toEqual(['public.t_5'])
  await query(`update catalogue_object set gone_at = now() where id = 'public.t_5'`)
  expect(await ids('object=public.t_5')).toEqual([])
  expect(await ids('presence=gone')).toEqual(['public.t_5'])
})

test('the whole of it leaves as CSV, by the same filters, and that is logged', async () => {
  const file = await call('POST', '/export', { kind: 'view', sort: 'id' })
  const lines = file.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + COUNT / 10)
  expect(lines[1]).toContain('public.t_10,public,t_10,view')
  expect(await query(`select object_id from operation_log where action = 'catalogue.export'`)).toEqual([
    { object_id: connectorId },
  ])
})

test('changes are told newest first, with the strategies they touch and nobody else', async () => {
  const detail = { added: ['x'], removed: [], changed: [{ name: 'y', from: 'int', to: 'text' }] }
  for (const [kind, text] of [
    ['removed', {}],
    ['fields', detail],
    ['changed', { comment: ['a', 'b'] }],
  ] as const)
    await query(
      `insert into catalogue_change (connector_id, env, object_id, kind, detail)
       select connector_id, env, 'public.t_5', $1, $2 from discovery`,
      [kind, JSON.stringify(text)],
    )
  const changes = (await call('GET', '/change?limit=2')).json().content
  expect(changes).toMatchObject([
    { kind: 'changed', attributes: [{ name: 'comment', before: 'a', after: 'b' }], strategies: [] },
    { kind: 'fields', fields: detail, attributes: [] },
  ])
  expect((await call('GET', `/change?before=${changes[1].id}`)).json().content).toMatchObject([{ kind: 'removed' }])
  const stranger = await server.signIn('admin-b', PASSWORD)
  expect((await server.call('GET', `${path}/change`, { token: stranger })).statusCode).toBe(404)
})
