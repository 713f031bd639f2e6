import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { unique, type World } from '../../../testing/sample.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Dashboard } from './contract.ts'
import { MOST_VERSIONS } from './version-store.ts'

let server: TestServer
let world: World
const BASE = '/api/dp/digraph'

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token: world.token, body })
const create = () => world.post<Dashboard>(BASE, { name: unique('wall'), template: 'operations' })
const save = (
  { id, name, version, refresh_seconds, design }: Dashboard,
  components: unknown[],
  note?: string,
): Promise<Dashboard> =>
  call('PUT', `${BASE}/${id}`, { name, version, refresh_seconds, design: { ...design, components }, note }).then(
    answer => answer.json<{ content: Dashboard }>().content,
  )

test('each save is kept with who, when and why, and a version comes back as the newest', async () => {
  const first = await create()
  const second = await save(first, [], 'empty for the fair')
  const list = (await call('GET', `${BASE}/${first.id}/version?pageSize=1`)).json()
  expect([list.total, list.content[0]]).toMatchObject([
    2,
    { version: 2, note: 'empty for the fair', component_count: 0, restored_from: null, created_by: '管理员' },
  ])
  const old = (await call('GET', `${BASE}/${first.id}/version/1`)).json().content
  expect(old.design).toEqual(first.design)
  await call('PUT', `${BASE}/${first.id}/name`, { name: unique('renamed'), version: second.version })
  const stale = await call('POST', `${BASE}/${first.id}/version/1/restore`, { current: 2 })
  expect(stale.json()).toMatchObject({ code: 'conflict.version' })
  const back = await call('POST', `${BASE}/${first.id}/version/1/restore`, { current: 3, note: 'the fair is over' })
  expect(back.json().content).toEqual({ version: 4 })
  const now: Dashboard = (await call('GET', `${BASE}/${first.id}`)).json().content
  expect([now.design, now.name.startsWith('renamed')]).toEqual([first.design, true])
  const [newest] = (await call('GET', `${BASE}/${first.id}/version`)).json().content
  expect(newest).toMatchObject({ version: 4, restored_from: 1, note: 'the fair is over' })
})

test('so many are kept and no more, a version that is gone is said to be, and a hostile note is refused', async () => {
  let dashboard = await create()
  for (let at = 0; at < MOST_VERSIONS + 2; at++) dashboard = await save(dashboard, [])
  const list = (await call('GET', `${BASE}/${dashboard.id}/version?pageSize=200`)).json()
  expect([list.total, list.content.at(-1).version]).toEqual([MOST_VERSIONS, 4])
  expect((await call('GET', `${BASE}/${dashboard.id}/version/1`)).json()).toMatchObject({
    code: 'notFound.dashboardVersion',
  })
  const { id, name, version, refresh_seconds, design } = dashboard
  const evil = { name, version, refresh_seconds, design, note: 'safe \u202Egpj.exe' }
  expect((await call('PUT', `${BASE}/${id}`, evil)).statusCode).toBe(422)
  expect((await call('DELETE', `${BASE}/${id}`)).statusCode).toBe(200)
})
