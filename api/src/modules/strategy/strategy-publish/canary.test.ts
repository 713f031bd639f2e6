import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { strategyPublish } from './contract.ts'

let server: TestServer
let token: string
let connectorId: string
let tenantId: string
let id: string
const PATH = '/api/dh/lessee/strategy'
const PLAN = { share: 10, records: 100, max_failed_share: 2 }

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  connectorId = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id
})
afterAll(() => server.drop())
beforeEach(async () => {
  id = (await call('POST', PATH, { name: 'orders', config: config('first') })).json().content.id
  const rows = await server.database.withSystem(tx =>
    tx.query<{ tenant_id: string }>('select tenant_id from strategy where id = $1', [id]),
  )
  tenantId = rows[0]!.tenant_id
  await call('PUT', `${PATH}/${id}/gate`, { required: true })
})

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  server.database.withTenant(tenantId, tx => tx.query<Row>(text, values))
const note = (value: string) => ({ target: 'note', value: { kind: 'constant', value } })
const config = (value: string, change: object = {}) => ({
  ...configOf(connectorId),
  mapping: { copyAll: true, fields: [note(value)] },
  ...change,
})
const codeOf = (answer: Awaited<ReturnType<typeof call>>) => [answer.statusCode, answer.json().code]
const read = async () => (await call('GET', `${PATH}/${id}`)).json().content
const save = (body: object, extra: object = {}) =>
  call('PUT', `${PATH}/${id}/update-v2`, { name: 'orders', group: '', remark: '', version: 1, config: body, ...extra })

/** A draft that may be published; the revision. */
async function prepare(draft: object, maps: object = {}): Promise<number> {
  expect((await save(draft)).statusCode).toBe(200)
  const { revision } = (await read()).gate.draft
  const rehearsal = (await call('POST', `${PATH}/${id}/rehearsal`, { revision })).json().content.id
  await query(`update rehearsal set state = 'done', finished_at = now(), maps = $2 where id = $1`, [
    rehearsal,
    JSON.stringify(maps),
  ])
  expect((await call('POST', `/api/dh/lessee/rehearsal/${rehearsal}/accept`, {})).statusCode).toBe(200)
  return revision
}
const start = (revision: number, plan: object = PLAN, version = 1) =>
  call('POST', `${PATH}/${id}/canary`, { version, revision, plan })
const publish = (revision: number, version = 1) => call('POST', `${PATH}/${id}/publish`, { version, revision })
const move = (canary: string, event: 'promote' | 'roll-back' | 'replay') =>
  call('POST', `/api/dh/lessee/canary/${canary}/${event}`, {})
const list = async () => (await call('GET', `${PATH}/${id}/canary`)).json().content
const begin = async () => (await start(await prepare(config('second')))).json().content.id as string

describe('a canary', () => {
  test('begins with an accepted draft: what is published stays, and its version is stored', async () => {
    const revision = await prepare(config('second'))
    const made = (await start(revision)).json().content
    expect(made).toMatchObject({
      ...PLAN,
      state: 'running',
      base_version: 1,
      version: 2,
      promotes: true,
      minutes: null,
      old: { records: 0, failed: 0 },
      new: { records: 0, failed: 0 },
      started_by: '管理员',
    })
    expect(await read()).toMatchObject({ version: 1, gate: { draft: { revision }, has_canary: true } })
    expect(await list()).toMatchObject([{ id: made.id }])
    const versions = (await call('GET', `${PATH}/${id}/version`)).json().content
    expect(versions).toMatchObject([
      { version: 2, changed: ['mapping'], canary: 'running' },
      { version: 1, changed: null, canary: null },
    ])
  })

  test('lets nothing be saved, discarded, published or begun beside it; a name may change', async () => {
    await begin()
    expect(codeOf(await start(1))).toEqual([409, 'conflict.canary'])
    expect(codeOf(await publish(1))).toEqual([409, 'conflict.canary'])
    expect(codeOf(await save(config('third'), { draft: 1 }))).toEqual([409, 'conflict.canary'])
    expect(codeOf(await save(config('first', { schedule: { cron: '0 * * * *' } })))).toEqual([409, 'conflict.canary'])
    expect(codeOf(await call('POST', `${PATH}/${id}/draft/discard`, { revision: 1 }))).toEqual([409, 'conflict.canary'])
    expect((await save(config('second'), { draft: 1, name: 'bills' })).statusCode).toBe(200)
  })

  test('promoted by hand is what runs go by, and the draft is over', async () => {
    const canary = await begin()
    expect((await move(canary, 'promote')).json().content).toMatchObject({
      state: 'promoted',
      reason: 'person',
      ended_by: '管理员',
    })
    const now = await read()
    expect([now.version, now.config.mapping.fields[0].value.value, now.gate.draft]).toEqual([2, 'second', null])
    const [rehearsal] = (await call('GET', `${PATH}/${id}/rehearsal`)).json().content
    expect(rehearsal.published_version).toBe(2)
    for (const event of ['promote', 'roll-back', 'replay'] as const)
      expect(codeOf(await move(canary, event))).toEqual([409, 'conflict.state'])
    const log = await query<{ after: { state?: string } }>(
      `select after from operation_log where object_id = $1 and after ? 'canary' order by created_at, id`,
      [id],
    )
    expect(log.map(({ after }) => after.state)).toEqual([undefined, 'promoted'])
  })

  test('rolled back by hand leaves the draft; the next version takes a number of its own', async () => {
    const canary = await begin()
    expect((await move(canary, 'roll-back')).json().content).toMatchObject({ state: 'rolledBack', reason: 'person' })
    expect(await read()).toMatchObject({ version: 1, gate: { draft: { revision: 1 }, has_canary: false } })
    expect(codeOf(await move(canary, 'promote'))).toEqual([409, 'conflict.state'])
    expect(codeOf(await move(canary, 'replay'))).toEqual([409, 'conflict.nothingFailed'])
    // The same draft, accepted before, may be tried again or published.
    expect((await publish(1)).json().content.version).toBe(3)
    const versions = (await call('GET', `${PATH}/${id}/version`)).json().content
    expect(versions).toMatchObject([
      { version: 3, changed: ['mapping'], canary: null },
      { version: 2, changed: ['mapping'], canary: 'rolledBack' },
      { version: 1 },
    ])
  })

  test('offers what its version failed for the replay there is', async () => {
    const canary = await begin()
    await query(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       values ($1, 'A', 1, 1, now(), 0, 3, 2, '', $1), ($1, 'B', 2, 1, now(), 1, 3, 1, '', $1), ($1, 'C', 3, 1, now(), 2, 9, 2, '', $1)`,
      [id],
    )
    await move(canary, 'roll-back')
    expect((await list())[0].open_failed).toBe(1)
    expect((await move(canary, 'replay')).json().content).toMatchObject({ records: 1 })
    expect(await query('select selection, kind from replay_job where strategy_id = $1', [id])).toEqual([
      { selection: { ids: ['1'] }, kind: 'remap' },
    ])
  })

  test.each([
    ['source', { source: { pageSize: 7 } }, 'conflict.canarySource'],
    ['target', { target: { batchSize: 7 } }, 'conflict.canaryTarget'],
    ['schedule', { schedule: { cron: '0 * * * *' } }, 'conflict.canarySchedule'],
  ])('is refused where the draft changes the %s, and says why', async (_part, change, code) => {
    const base = configOf(connectorId) as unknown as Record<string, object>
    const parts = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, { ...base[name], ...value }]))
    const revision = await prepare(config('second', parts))
    const answer = await start(revision)
    expect(codeOf(answer)).toEqual([409, code])
    expect(answer.json().message.length).toBeGreaterThan(10)
    expect(await list()).toEqual([])
  })

  test('is refused without an acceptance, over another version, and with a plan that says nothing', async () => {
    await save(config('second'))
    expect(codeOf(await start(1))).toEqual([409, 'conflict.notRehearsed'])
    expect(codeOf(await start(1, PLAN, 7))).toEqual([409, 'conflict.version'])
    expect(codeOf(await start(9))).toEqual([409, 'conflict.version'])
    for (const plan of [
      { ...PLAN, share: 0 },
      { ...PLAN, share: 51 },
      { share: 10, max_failed: 1 },
      { share: 10, minutes: 5 },
      { ...PLAN, minutes: 0 },
    ])
      expect((await start(1, plan)).statusCode).toBe(422)
    expect(codeOf(await move(crypto.randomUUID(), 'promote'))).toEqual([404, 'notFound.canary'])
  })

  test('two who begin at once begin one; who promotes and who rolls back, one has his way', async () => {
    const revision = await prepare(config('second'))
    const answers = await Promise.all([start(revision), start(revision), start(revision)])
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409, 409])
    const [{ id: canary }] = await list()
    const moves = await Promise.all([move(canary, 'promote'), move(canary, 'roll-back')])
    expect(moves.map(answer => answer.statusCode).sort()).toEqual([200, 409])
  })

  test('is begun, promoted and rolled back by who may publish', () => {
    const { startCanary, promoteCanary, rollBackCanary } = strategyPublish
    for (const { permission } of [startCanary, promoteCanary, rollBackCanary])
      expect(permission).toBe('strategy:publish')
  })
})

describe('what was accepted', () => {
  test('is void once a value map of its draft has changed, and says which, who and when', async () => {
    const [mapId, version] = [crypto.randomUUID(), 1]
    await query(`insert into value_map (id, name) values ($1, '省份')`, [mapId])
    const lookup = { map_id: mapId, direction: 'forward' }
    const mapping = { copyAll: true, fields: [{ ...note('x'), lookup }] }
    const revision = await prepare(config('first', { mapping }), { [mapId]: version })
    await query('update value_map set version = version + 1 where id = $1', [mapId])
    await query(
      `insert into value_map_change (map_id, version, kind, settings, username) values ($1, $2, 'lines', '{}', 'zhang-san')`,
      [mapId, version + 1],
    )
    for (const answer of [await publish(revision), await start(revision)]) {
      expect(codeOf(answer)).toEqual([409, 'conflict.mapChanged'])
      expect(answer.json().message).toMatch(/值映射被修改（省份 · zhang-san · \d{4}-\d\d-\d\d \d\d:\d\d UTC）/)
    }
    // Rehearsed again with the new lines, it is accepted and published.
    const again = (await call('POST', `${PATH}/${id}/rehearsal`, { revision })).json().content.id
    await query(`update rehearsal set state = 'done', maps = $2 where id = $1`, [
      again,
      JSON.stringify({ [mapId]: version + 1 }),
    ])
    await call('POST', `/api/dh/lessee/rehearsal/${again}/accept`, {})
    expect((await publish(revision)).statusCode).toBe(200)
  })

  test('is void once an adapter in force got another version', async () => {
    const adapterId = crypto.randomUUID()
    await query(
      `insert into adapter (id, platform_id, name, status, version, published_version, updated_by, updated_at)
       values ($1, 'x', $2, 'published', 1, 1, 'admin-a', now() - interval '1 day')`,
      [adapterId, `sign ${adapterId}`],
    )
    const target = { ...configOf(connectorId).target, options: { adapter: adapterId } }
    const revision = await prepare(config('second', { target }))
    await query(`update rehearsal set adapters = $2 where strategy_id = $1`, [id, JSON.stringify({ [adapterId]: 1 })])
    await query(
      `update adapter set version = 2, published_version = 2, updated_by = 'li-si', updated_at = now() where id = $1`,
      [adapterId],
    )
    const answer = await publish(revision)
    expect(codeOf(answer)).toEqual([409, 'conflict.adapterChanged'])
    expect(answer.json().message).toContain('li-si')
  })

  test('is not published while the check-list of the draft has errors, and the list comes along', async () => {
    const mapping = { copyAll: true, fields: [{ ...note('x'), target: 'broken' }] }
    const revision = await prepare(config('first', { mapping }))
    const lines = (await call('GET', `${PATH}/${id}/draft/check-list`)).json().content
    expect(lines).toMatchObject([{ level: 'error', item: 'mapping.required' }])
    for (const answer of [await publish(revision), await start(revision)]) {
      expect(codeOf(answer)).toEqual([409, 'conflict.draftCheck'])
      expect(answer.json()).toMatchObject({ content: lines, message: expect.stringContaining('broken') })
    }
    expect((await read()).version).toBe(1)
  })
})
