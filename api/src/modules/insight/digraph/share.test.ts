import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newStrategy, startedStrategy } from '../../../testing/objects.ts'
import { unique, type World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Dashboard } from './contract.ts'

let server: TestServer
let world: World
let dashboard: Dashboard
const BASE = '/api/dp/digraph'
const READERS = '00000000-0000-7000-8000-000000000002'

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  await newStrategy(world)
  await startedStrategy(world)
  dashboard = await world.post<Dashboard>(BASE, { name: unique('wall'), template: 'operations' })
})
afterAll(() => server.drop())

interface Made {
  readonly share: { readonly id: string; readonly state: string }
  readonly token: string
  readonly path: string
}
const make = (body: object = {}, id = dashboard.id) =>
  world.post<Made>(`${BASE}/${id}/share`, { title: 'Wall', ...body })
const open = (id: string, body: object, options: object = {}) =>
  server.call('POST', `/api/open/dashboard-share/${id}`, { body, headers: { 'accept-language': 'en' }, ...options })
const look = async ({ share, token }: Made, more: object = {}) =>
  (await open(share.id, { token, ...more })).json().content.shown
const refused = async (id: string, body: object, options: object = {}) => {
  const answer = await open(id, body, options)
  return `${answer.statusCode} ${answer.json().code}`
}
const execute = (sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
const NO = '404 notFound.dashboardShare'

describe('whoever holds the link', () => {
  test('sees what the dashboard shows, and no id of anything', async () => {
    const made = await make()
    const answer = await open(made.share.id, { token: made.token })
    const { shown } = answer.json().content
    expect(shown).toMatchObject({ title: 'Wall', pass: null, version: 1, design: dashboard.design })
    const names = new Set(dashboard.design.components.flatMap(component => component.sources))
    expect(
      shown.figures.map((figure: { name: string; state: string }) => `${figure.name} ${figure.state}`).sort(),
    ).toEqual([...names].map(name => `${name} ok`).sort())
    const flow = shown.figures.find((figure: { name: string }) => figure.name === 'picture.flow')
    expect(flow.graph.edges[0]).toMatchObject({ id: '0', source: expect.stringMatching(/^\d$/) })
    expect(answer.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  test('gets the design once for each version, and sees what is changed, but no figure that was added later', async () => {
    const own = await world.post<Dashboard>(BASE, { name: unique('wall'), template: 'blank' })
    const made = await make({}, own.id)
    expect((await look(made, { version: 1 })).design).toBeNull()
    const kpi = { id: 'a', kind: 'kpi', x: 0, y: 0, width: 200, height: 100, sources: ['strategies.all'] }
    const design = { width: 1920, height: 1080, components: [kpi] }
    const save = { name: own.name, version: 1, refresh_seconds: 5, design }
    expect((await server.call('PUT', `${BASE}/${own.id}`, { token: world.token, body: save })).statusCode).toBe(200)
    const shown = await look(made, { version: 1 })
    expect([shown.version, shown.design.components, shown.figures]).toEqual([2, [], []])
    const anew = await look(await make({}, own.id))
    expect([anew.design.components.length, anew.figures[0].name]).toEqual([1, 'strategies.all'])
  })

  test('a hundred cost the readings of one', async () => {
    const made = await make()
    server.advance(60_000)
    const first = await look(made)
    const ages = await Promise.all(Array.from({ length: 100 }, async () => (await look(made, { version: 1 })).figures))
    for (const figures of ages)
      expect(figures.map((figure: { read_at: string }) => figure.read_at)).toEqual(
        first.figures.map((figure: { read_at: string }) => figure.read_at),
      )
  })

  test('a password is asked for, and stood for by a pass', async () => {
    const made = await make({ password: 'wall-4711' })
    expect(await look(made)).toBeNull()
    expect(await refused(made.share.id, { token: made.token, password: 'wall-4712' })).toBe('422 invalid.sharePassword')
    const { pass, title } = await look(made, { password: 'wall-4711' })
    expect(title).toBe('Wall')
    expect((await look(made, { pass })).title).toBe('Wall')
    expect(await look(made, { pass: 'x'.repeat(43) })).toBeNull()
    expect(await refused((await make()).share.id, { token: made.token, pass })).toBe(NO)
  })

  test('nobody who holds the link makes a pass of a password that they guess', async () => {
    const made = await make({ password: 'wall-4711' })
    const { pass } = await look(made, { password: 'wall-4711' })
    const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
    for (const guess of [`${made.token}\nwall-4711`, `${made.token}wall-4711`, 'wall-4711']) {
      expect(hash(guess)).not.toBe(pass)
      expect(await look(made, { pass: hash(guess) })).toBeNull()
    }
  })

  test('it counts how often it was opened, and not how often it was read', async () => {
    const made = await make()
    for (const version of [undefined, 1, 1, undefined]) await look(made, version === undefined ? {} : { version })
    const { content } = (await server.call('GET', `${BASE}/${dashboard.id}/share`, { token: world.token })).json()
    expect(content.find((each: { id: string }) => each.id === made.share.id)).toMatchObject({ opens: '2' })
  })

  test('guesses of a password are stopped, the right one among them, and screens that are in go on', async () => {
    const made = await make({ password: 'wall-4711' })
    const { pass } = await look(made, { password: 'wall-4711' })
    const codes: string[] = []
    for (let count = 0; count < 11; count++)
      codes.push(await refused(made.share.id, { token: made.token, password: `guess-${count}` }))
    expect(codes.at(-1)).toBe('429 tooMany.attempts')
    expect(await refused(made.share.id, { token: made.token, password: 'wall-4711' })).toBe('429 tooMany.attempts')
    expect((await look(made, { pass })).title).toBe('Wall')
  })
})

describe('nobody else', () => {
  test('a wrong token, a wrong id, one that ended and one of another tenant sound the same', async () => {
    const made = await make()
    expect(await refused(made.share.id, { token: 'x'.repeat(43) })).toBe(NO)
    expect(await refused('00000000-0000-7000-8000-000000000000', { token: made.token })).toBe(NO)
    await server.call('DELETE', `${BASE}/${dashboard.id}/share/${made.share.id}`, { token: world.token })
    expect(await refused(made.share.id, { token: made.token })).toBe(NO)
    const old = await make()
    await execute("update dashboard_share set expires_at = now() - interval '1 second' where id = $1", [old.share.id])
    expect(await refused(old.share.id, { token: old.token })).toBe(NO)
  })

  test('guesses from one line are stopped, and a right link from another works on', async () => {
    const made = await make()
    const codes: string[] = []
    for (let at = 0; at < 25; at++)
      codes.push(await refused(made.share.id, { token: `guess-${at}` }, { ip: `2001:db8:9:9::${at + 1}` }))
    expect([codes.filter(code => code === NO).length, codes.at(-1)]).toEqual([20, '429 tooMany.attempts'])
    expect(await refused(made.share.id, { token: made.token }, { ip: '2001:db8:9:a::1' })).toBe('200 0')
  })

  test('from an address outside of the list', async () => {
    const made = await make({ ip_allow: ['198.51.100.0/24', '2001:db8::/32'] })
    const from = (ip: string) => refused(made.share.id, { token: made.token }, { ip })
    expect([await from('198.51.100.7'), await from('2001:db8::1'), await from('203.0.113.7')]).toEqual([
      '200 0',
      '200 0',
      NO,
    ])
  })

  test('a dashboard that is deleted takes its links along', async () => {
    const own = await world.post<Dashboard>(BASE, { name: unique('wall'), template: 'blank' })
    const made = await make({}, own.id)
    await server.call('DELETE', `${BASE}/${own.id}`, { token: world.token })
    expect(await refused(made.share.id, { token: made.token })).toBe(NO)
  })
})

describe('whoever shares', () => {
  const asReader = async (permissions: string) => {
    await execute('delete from app_user where role_id = $1', [READERS])
    await execute('delete from role where id = $1', [READERS])
    await execute(`insert into role (id, name, permissions) values ($1, 'readers', $2::text[])`, [READERS, permissions])
    await execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select gen_random_uuid(), 'reader', '', password_hash, '${READERS}' from app_user where username = 'admin-a'`)
    return server.signIn('reader', PASSWORD)
  }

  test('shares what they see themselves, and no more when they see less', async () => {
    const token = await asReader('{digraph:query,digraph:share,strategy:query}')
    const answer = await server.call('POST', `${BASE}/${dashboard.id}/share`, { token, body: { title: 'Mine' } })
    const made: Made = answer.json().content
    const states = async () =>
      new Map((await look(made)).figures.map((figure: { name: string; state: string }) => [figure.name, figure.state]))
    const before = await states()
    expect([before.get('strategies.all') ?? before.get('strategies.running'), before.has('alerts.open')]).toEqual([
      'ok',
      false,
    ])
    await execute(`update dashboard_share set groups = '{elsewhere}' where id = $1`, [made.share.id])
    const narrowed = (await look(made)).figures.find((figure: { name: string }) => figure.name === 'picture.flow')
    expect(narrowed.graph.edges).toEqual([])
    await execute(`update dashboard_share set groups = null where id = $1`, [made.share.id])
    await execute(`update role set groups = '{elsewhere}' where id = $1`, [READERS])
    const flow = (await look(made)).figures.find((figure: { name: string }) => figure.name === 'picture.flow')
    expect([flow.state, flow.graph.edges]).toEqual(['ok', []])
    await execute(`update role set permissions = '{digraph:query,digraph:share}' where id = $1`, [READERS])
    expect(new Set((await states()).values())).toEqual(new Set(['forbidden']))
    await execute(`update role set permissions = '{digraph:query,strategy:query}' where id = $1`, [READERS])
    expect(await refused(made.share.id, { token: made.token })).toBe(NO)
    const listed = await server.call('GET', `${BASE}/${dashboard.id}/share`, { token: world.token })
    const mine = listed.json().content.find((each: { id: string }) => each.id === made.share.id)
    expect(mine).toMatchObject({ state: 'blind', title: 'Mine', has_password: false })
  })

  test('needs a right of its own', async () => {
    const token = await asReader('{digraph:query,digraph:update}')
    const answer = await server.call('POST', `${BASE}/${dashboard.id}/share`, { token, body: { title: 'Mine' } })
    expect(answer.statusCode).toBe(405)
  })

  test.each([
    ['for more than a year', { days: 366 }],
    ['a network that is none', { ip_allow: ['300.1.1.1'] }],
    ['a password that is short', { password: '12345' }],
    ['no title', { title: ' ' }],
  ])('does not share with %s', async (_, body) => {
    const answer = await server.call('POST', `${BASE}/${dashboard.id}/share`, {
      token: world.token,
      body: { title: 'Wall', ...body },
    })
    expect(answer.statusCode).toBe(422)
  })

  test('neither token nor password stand in the store or the log', async () => {
    const made = await make({ password: 'wall-4711-secret' })
    const [row] = await server.database.withTenant(server.a.tenantId, tx =>
      tx.query<{ all: string }>('select row_to_json(s)::text as all from dashboard_share s where id = $1', [
        made.share.id,
      ]),
    )
    const log = (await server.call('GET', '/api/dp/system/log?pageSize=50', { token: world.token })).body
    expect(log).toContain('digraph.share')
    for (const text of [row?.all, log, server.readLog()])
      expect([text?.includes(made.token), text?.includes('wall-4711-secret')]).toEqual([false, false])
  })
})
