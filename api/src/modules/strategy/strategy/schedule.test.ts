import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { changeQuota } from '../../identity/tenant/index.ts'

let server: TestServer
let token: string
let connectorId: string
const PATH = '/api/dh/lessee/strategy'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  connectorId = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const send = (name: string, schedule: object) =>
  call('POST', PATH, { name, config: { ...configOf(connectorId), schedule } })
const create = async (name: string, schedule: object = {}) => (await send(name, schedule)).json().content
const save = ({ id, name, version, config }: Saved, schedule: object) =>
  call('PUT', `${PATH}/${id}/update-v2`, { name, version, config: { ...config, schedule } })
type Saved = { id: string; name: string; version: number; config: object }
const after = (...strategies: Saved[]) => ({ after: strategies.map(strategy => strategy.id) })
const waits = (strategy: Saved) => ({ preconditions: [{ strategy_id: strategy.id, kind: 'succeeded' }] })

test('strategies that would wait for each other are refused, and the circle is shown by name', async () => {
  const master = await create('master data')
  const orders = await create('orders', waits(master))
  const invoices = await create('invoices', after(orders))
  const answer = await save(master, after(invoices))
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.cycle'])
  expect(answer.json().message).toContain('master data → invoices → orders → master data')
  const self = await save(master, waits(master))
  expect(self.json().message).toContain('master data → master data')
  // Nothing of the refused save is left.
  expect((await call('GET', `${PATH}/${master.id}`)).json().content).toMatchObject({ version: 1 })
  expect((await save(invoices, waits(master))).statusCode).toBe(200)
})

test('a strategy of nobody, or of another tenant, cannot be waited for', async () => {
  const stranger = await server.signIn('admin-b', PASSWORD)
  const made = await server.call('POST', '/api/dh/lessee/connector', { token: stranger, body: connectorBody() })
  const body = { name: 'theirs', config: configOf(made.json().content.id) }
  const theirs = (await server.call('POST', PATH, { token: stranger, body })).json().content
  const answer = await send('mine', waits(theirs))
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'notFound.strategy'])
})

test('what others wait for cannot be deleted until they do not', async () => {
  const upstream = await create('upstream')
  const downstream = await create('downstream', after(upstream))
  const remove = async () =>
    (await call('POST', '/api/dh/lessee/strategy-batch/delete', { ids: [upstream.id] })).json().content[0]
  expect(await remove()).toMatchObject({
    ok: false,
    code: 'conflict.inUse',
    message: expect.stringContaining('downstream'),
  })
  expect((await save(downstream, {})).statusCode).toBe(200)
  expect(await remove()).toMatchObject({ ok: true })
})

test('several are started upstream first', async () => {
  const last = await create('last')
  const middle = await create('middle', waits(last))
  const first = await create('first', after(middle))
  const answer = await call('POST', `${PATH}/batch-start`, { ids: [first.id, middle.id, last.id] })
  expect(answer.json().content.map((row: { id: string }) => row.id)).toEqual([last.id, middle.id, first.id])
})

test('a pause takes the next slot away and keeps the strategy running; saving does not bring it back, going on does', async () => {
  const made = await create('paused', { cron: '* * * * *' })
  const refused = await call('POST', `${PATH}/${made.id}/pause-schedule`)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict.state'])
  await call('POST', `${PATH}/${made.id}/start`)
  const paused = (await call('POST', `${PATH}/${made.id}/pause-schedule`)).json().content
  expect(paused).toMatchObject({ status: 'running', is_paused: true, next_run_at: null })
  const saved = (await save(paused, { cron: '*/5 * * * *' })).json().content
  expect(saved).toMatchObject({ is_paused: true, next_run_at: null })
  const resumed = (await call('POST', `${PATH}/${made.id}/resume-schedule`)).json().content
  expect(resumed).toMatchObject({ status: 'running', is_paused: false, next_run_at: expect.any(String) })
  await call('POST', `${PATH}/${made.id}/pause-schedule`)
  const stopped = (await call('POST', `${PATH}/${made.id}/stop`)).json().content
  expect(stopped).toMatchObject({ status: 'stopped', is_paused: false })
})

test('a queued run says in the caller’s language what it waits for, in the run and in the list', async () => {
  const { id } = await create('waiting')
  const { run_id } = (await call('POST', `${PATH}/${id}/run`, {})).json().content
  const waiting = { code: 'wait.worker', message: '等待执行进程', params: {} }
  expect((await call('GET', `/api/dh/lessee/run/${run_id}`)).json().content).toMatchObject({
    waiting,
    waiting_reason: waiting.message,
  })
  const list = (await call('POST', `${PATH}/searchv2`, { keyword: 'waiting' })).json().content
  expect(list[0].waits_for).toEqual(waiting)
  expect((await call('GET', `${PATH}/${id}`)).json().content.waits_for).toEqual(waiting)
})

test('a tenant at its quota of strategies is told so, and reads what it uses', async () => {
  const code = await findTenantCode()
  const used = (await call('GET', '/api/dh/lessee/quota')).json().content.strategies.used
  await changeQuota(server.database, code, { strategies: used + 1, weight: 2, records_per_month: 5_000_000_000 })
  expect((await send('the last one', {})).statusCode).toBe(200)
  const answer = await send('one too many', {})
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'tooMany.strategies'])
  expect(answer.json().message).toContain(String(used + 1))
  expect((await call('GET', '/api/dh/lessee/quota')).json().content).toMatchObject({
    weight: 2,
    strategies: { used: used + 1, limit: used + 1 },
    records: { used: 0, limit: 5_000_000_000 },
    runs: { limit: null },
  })
  await changeQuota(server.database, code, { strategies: null })
  expect((await send('room again', {})).statusCode).toBe(200)
  await expect(changeQuota(server.database, 'nobody', { runs: 1 })).rejects.toMatchObject({ code: 'notFound.tenant' })
})

test('a plan says how often a strategy may run, when it starts and while it runs', async () => {
  const code = await findTenantCode()
  const { id } = await create('often', { cron: '*/5 * * * *', timeZone: 'Asia/Shanghai' })
  await changeQuota(server.database, code, { least_minutes: 15 })
  const refused = await call('POST', `${PATH}/${id}/start`)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooMany.often'])
  await changeQuota(server.database, code, { least_minutes: 5 })
  expect((await call('POST', `${PATH}/${id}/start`)).statusCode).toBe(200)
  await changeQuota(server.database, code, { least_minutes: 15 })
  expect((await call('GET', '/api/dh/lessee/quota')).json().content).toMatchObject({
    least_minutes: 15,
    may_follow: true,
  })
  const again = await call('POST', '/api/dh/lessee/strategy-batch/basic', { ids: [id], cron: '*/10 * * * *' })
  expect(again.json().content).toMatchObject([{ ok: false, message: expect.stringContaining('15') }])
  await changeQuota(server.database, code, { least_minutes: null })
})

test('a plan leaves out scripts and following, and says how many connectors there may be', async () => {
  const code = await findTenantCode()
  const config = configOf(connectorId)
  const script = { code: 'function afterMap(mapped) { return mapped }' }
  const made = await call('POST', PATH, {
    name: 'scripted',
    config: { ...config, mapping: { ...config.mapping, script } },
  })
  expect(made.statusCode).toBe(200)
  const { used } = (await call('GET', '/api/dh/lessee/quota')).json().content.connectors
  await changeQuota(server.database, code, { may_script: false, connectors: used })
  const refused = await call('POST', `${PATH}/${made.json().content.id}/start`)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooMany.script'])
  const more = await call('POST', '/api/dh/lessee/connector', connectorBody())
  expect([more.statusCode, more.json().code]).toEqual([429, 'tooMany.connectors'])
  await changeQuota(server.database, code, { may_script: true, connectors: null })
  expect((await call('POST', '/api/dh/lessee/connector', connectorBody())).statusCode).toBe(200)
})

test('a run that follows its source takes no place of the quota, so it is not counted against it', async () => {
  const used = async () => (await call('GET', '/api/dh/lessee/quota')).json().content.runs.used
  const before = await used()
  const { id } = await create('followed')
  const { run_id } = (await call('POST', `${PATH}/${id}/run`, {})).json().content
  const hold = (follow: boolean) =>
    server.database.withTenant(server.a.tenantId, tx =>
      tx.query("update run set state = 'running', follow = $2 where id = $1", [run_id, follow]),
    )
  await hold(false)
  expect(await used()).toBe(before + 1)
  await hold(true)
  expect(await used()).toBe(before)
})

const findTenantCode = async (): Promise<string> => {
  const [tenant] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ code: string }>('select code from tenant'),
  )
  return tenant!.code // it was made before
}

test('limits of an account are kept until they are sent anew', async () => {
  const limits = { rate_per_second: 2.5, concurrency: 3 }
  const made = (await call('POST', '/api/dh/lessee/connector', { ...connectorBody(), ...limits })).json().content
  expect(made).toMatchObject({ ...limits, trouble: null })
  const { id, name, params, version } = made
  const put = (body: object) => call('PUT', `/api/dh/lessee/connector/${id}`, { name, params, ...body })
  expect((await put({ version })).json().content).toMatchObject(limits)
  expect((await put({ version: version + 1, concurrency: null })).json().content).toMatchObject({
    rate_per_second: 2.5,
    concurrency: null,
  })
  expect((await put({ version: version + 2, rate_per_second: 0 })).statusCode).toBe(422)
})
