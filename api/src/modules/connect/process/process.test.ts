import { newId } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
const call = async (method: string, path: string, body?: unknown) =>
  (await server.call(method, path, { token, ...(body === undefined ? {} : { body }) })).json()
const pools = '/api/dh/lessee/process'
let world: World

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  world = {
    token,
    tenantId: server.a.tenantId,
    userId: '',
    post: async <T>(path: string, body: unknown) => (await call('POST', path, body)).content as T,
  }
})
afterAll(() => server.drop())

beforeEach(() =>
  server.database.withSystem(async tx => {
    await tx.execute('delete from process')
    await tx.execute('delete from run')
    await tx.execute('update strategy set process_id = null')
    await tx.execute('delete from process_pool where id <> tenant_id')
    await tx.execute("update process_pool set state = 'running'")
  }),
)

const addProcess = (labels: readonly string[], silentSeconds = 0) =>
  server.database.withSystem(tx =>
    tx.execute(
      `insert into process (id, host, pid, version, roles, labels, mode, key_id, files_id, concurrency, heartbeat_at)
       values ($1, 'm1', 7, '1', '{worker}', $2, 'work', 'k', 'f', 4, now() - make_interval(secs => $3))`,
      [newId(), labels, silentSeconds],
    ),
  )
const create = async (name: string, label = 'default') =>
  (await call('POST', pools, { name, label, concurrency: 2 })).content as { id: string }
const request = async (strategyId: string): Promise<string> =>
  (await call('POST', `/api/dh/lessee/strategy/${strategyId}/run`, {})).content.run_id

const WAITING = `select distinct l.pid from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database()`

describe('process pools', () => {
  test('a tenant has its default pool from the beginning, and every strategy is in it', async () => {
    const { id } = await newStrategy(world)
    const { content } = await call('GET', pools)
    expect(content).toMatchObject([{ id: server.a.tenantId, is_default: true, state: 'running', label: 'default' }])
    const bound = await call('GET', `${pools}/${server.a.tenantId}/strategy`)
    expect(bound.content.map((row: { id: string }) => row.id)).toContain(id)
  })

  test('a pool is offline until a living process serves its label, and again when that is silent for a minute', async () => {
    const { id } = await create('erp', 'erp')
    const status = async () => (await call('GET', `${pools}/${id}`)).content.status
    expect(await status()).toBe('offline')
    await addProcess(['erp', 'other'])
    expect(await status()).toBe('running')
    await server.database.withSystem(tx =>
      tx.execute(`update process set heartbeat_at = now() - interval '61 seconds'`),
    )
    expect(await status()).toBe('offline')
  })

  test('machine and process are named to who may change pools and runs the installation, and to nobody else', async () => {
    const { id } = await create('named', 'named')
    await addProcess(['named', 'another:erp'])
    const readAs = async (username: string, permissions: string[], runsInstallation = true) => {
      await server.database.withTenant(server.a.tenantId, async tx => {
        await tx.execute('insert into role (id, name, permissions) values ($1, $2, $3)', [
          newId(),
          username,
          permissions,
        ])
        await tx.execute(
          `insert into app_user (id, username, nickname, password_hash, role_id)
           select $1, $2::text, '', u.password_hash, r.id from app_user u, role r where u.username = 'admin-a' and r.name = $2`,
          [newId(), username],
        )
      })
      const token = await server.signIn(username, PASSWORD)
      await server.database.withSystem(tx =>
        tx.execute('update tenant set plain_names = $2 where id = $1', [server.a.tenantId, runsInstallation]),
      )
      const one = (await server.call('GET', `${pools}/${id}`, { token })).json().content
      const all = (await server.call('GET', pools, { token })).json().content as { processes: object[] }[]
      return [one.processes, all.flatMap(pool => pool.processes)]
    }
    const frame = ['own:add', 'own:delete', 'process:query']
    expect(await readAs('looker', frame)).toMatchObject([[{ host: null, pid: null }], [{ host: null, pid: null }]])
    const may = [...frame, 'process:update']
    const hidden = { host: null, pid: null, labels: ['named'] }
    const shown = { host: 'm1', pid: 7, labels: ['named', 'another:erp'] }
    expect(await readAs('operator', may)).toMatchObject([[shown], [shown]])
    expect(await readAs('guest', may, false)).toMatchObject([[hidden], [hidden]])
    await server.database.withSystem(tx =>
      tx.execute('update tenant set plain_names = true where id = $1', [server.a.tenantId]),
    )
  })

  test('drain, stop and resume follow the table of states', async () => {
    const { id } = await create('one')
    const act = async (event: string) => (await call('POST', `${pools}/${id}/${event}`)).code
    expect(await act('resume')).toBe('conflict.state')
    expect(await act('drain')).toBe(0)
    expect((await call('GET', `${pools}/${id}`)).content).toMatchObject({ state: 'draining', status: 'drained' })
    expect(await act('drain')).toBe('conflict.state')
    expect(await act('stop')).toBe(0)
    expect(await act('stop')).toBe('conflict.state')
    expect(await act('resume')).toBe(0)
  })

  test('two made at once cannot pass the quota of ten together', async () => {
    for (let made = 1; made < 9; made += 1) await create(`pool ${made}`)
    const codes = await Promise.all(['x', 'y', 'z'].map(async name => (await call('POST', pools, { name })).code))
    expect(codes.filter(code => code === 0)).toHaveLength(1)
    expect(codes.filter(code => code === 'conflict.quota')).toHaveLength(2)
  })

  test('a label of another tenant’s machines is neither listed nor accepted', async () => {
    await addProcess(['aa:own', 'bb:theirs', 'shared'])
    const labels = (await call('GET', '/api/dh/lessee/process-label')).content
    expect(labels.map((row: { label: string }) => row.label)).toEqual(['aa:own', 'default', 'shared'])
    expect((await call('POST', pools, { name: 'x', label: 'bb:theirs' })).code).toBe('invalid.label')
    expect((await call('POST', pools, { name: 'x', label: 'aa:own' })).code).toBe(0)
  })

  test('only an empty pool is deleted, the default one never', async () => {
    const { id: strategy } = await newStrategy(world)
    const { id } = await create('one')
    await call('POST', `/api/dh/lessee/strategy/${strategy}/${id}/process-change`)
    expect((await call('DELETE', `${pools}/${id}`)).code).toBe('conflict.poolInUse')
    await call('POST', `${pools}/${server.a.tenantId}/strategy`, { ids: [strategy] })
    expect((await call('DELETE', `${pools}/${id}`)).code).toBe(0)
    expect((await call('DELETE', `${pools}/${server.a.tenantId}`)).code).toBe('conflict.defaultPool')
  })

  test('clearing the queue stops what waits and leaves what has begun', async () => {
    const [waiting, begun] = [await newStrategy(world), await newStrategy(world)]
    const runs = [await request(waiting.id), await request(begun.id)]
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(`update run set state = 'running', pool_id = tenant_id, updated_at = now() where id = $1`, [runs[1]]),
    )
    const pool = `${pools}/${server.a.tenantId}`
    expect((await call('GET', pool)).content).toMatchObject({ queued: 1, running: 1 })
    expect((await call('GET', `${pool}/queue`)).content).toMatchObject([{ id: runs[0] }])
    expect((await call('GET', `${pool}/running`)).content).toMatchObject([{ id: runs[1], state: 'running' }])
    expect((await call('POST', `${pool}/clear-queue`)).content).toEqual({ cleared: 1 })
    expect((await call('GET', pool)).content).toMatchObject({ queued: 0, running: 1 })
  })

  test('clearing the queue and a worker that takes one of its runs never wait for each other', async () => {
    const { id } = await newStrategy(world)
    const runId = await request(id)
    const poolId = server.a.tenantId
    let clearing: ReturnType<typeof call> | null = null
    await server.database.withSystem(async tx => {
      // As a worker: the run, then its pool.
      await tx.query('select 1 from run where id = $1 for update', [runId])
      clearing = call('POST', `${pools}/${poolId}/clear-queue`)
      await expect.poll(() => tx.query(WAITING), { timeout: 30_000 }).toHaveLength(1)
      await tx.query('select 1 from process_pool where id = $1 for no key update', [poolId])
    })
    expect((await clearing!).content).toEqual({ cleared: 1 }) // set in the transaction
  })
})

describe('process-change', () => {
  test.each(['GET', 'POST'])('by %s takes along what waits and nothing that is held', async method => {
    const { id: strategy } = await newStrategy(world)
    const { id: pool } = await create('fast')
    await addProcess(['default'])
    const runId = await request(strategy)
    const changed = await call(method, `/api/dh/lessee/strategy/${strategy}/${pool}/process-change`)
    expect(changed.content).toEqual({
      strategy_id: strategy,
      pool_id: pool,
      pool_name: 'fast',
      moved: 1,
      warning: null,
    })
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(`update run set state = 'running', updated_at = now() where id = $1`, [runId]),
    )
    const back = await call(method, `/api/dh/lessee/strategy/${strategy}/${server.a.tenantId}/process-change`)
    expect(back.content).toMatchObject({ pool_id: server.a.tenantId, moved: 0 })
    const [run] = await server.database.withTenant(server.a.tenantId, tx =>
      tx.query<{ pool_id: string }>('select pool_id from run where id = $1', [runId]),
    )
    expect(run?.pool_id).toBe(pool)
  })

  test('an unknown pool is refused, one that nobody serves is taken with a warning', async () => {
    const { id: strategy } = await newStrategy(world)
    const path = (pool: string) => `/api/dh/lessee/strategy/${strategy}/${pool}/process-change`
    expect((await call('POST', path(newId()))).code).toBe('notFound.process')
    const { id: pool } = await create('far', 'far')
    expect((await call('POST', path(pool))).content.warning).toContain('far')
  })
})
