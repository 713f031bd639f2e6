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
})

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  server.database.withTenant(tenantId, tx => tx.query<Row>(text, values))
const mappingOf = (value: string) => ({
  copyAll: true,
  fields: [{ target: 'note', value: { kind: 'constant', value } }],
})
const config = (note: string, extra: object = {}) => ({ ...configOf(connectorId), mapping: mappingOf(note), ...extra })

const gate = (required: boolean) => call('PUT', `${PATH}/${id}/gate`, { required })
const save = (note: string, extra: object = {}, change: object = {}) =>
  call('PUT', `${PATH}/${id}/update-v2`, {
    name: 'orders',
    group: '',
    remark: '',
    version: 1,
    config: config(note, change),
    ...extra,
  })
const read = async () => (await call('GET', `${PATH}/${id}`)).json().content
const noteOf = (config: { mapping: { fields: { value: { value: string } }[] } }) =>
  config.mapping.fields[0]!.value.value
const rehearse = async (revision: number): Promise<string> => {
  const answer = await call('POST', `${PATH}/${id}/rehearsal`, { revision })
  expect(answer.statusCode).toBe(200)
  return answer.json().content.id
}
/** As the engine would leave it. */
const finish = (rehearsalId: string, state = 'done') =>
  query(`update rehearsal set state = $2, finished_at = now() where id = $1`, [rehearsalId, state])
const accept = (rehearsalId: string, note = '') =>
  call('POST', `/api/dh/lessee/rehearsal/${rehearsalId}/accept`, { note })
const publish = (revision: number, version = 1) => call('POST', `${PATH}/${id}/publish`, { version, revision })
const codeOf = (answer: Awaited<ReturnType<typeof call>>) => [answer.statusCode, answer.json().code]

describe('without a gate', () => {
  test('a save is published at once, as ever', async () => {
    const saved = (await save('second')).json().content
    expect([saved.version, noteOf(saved.config), saved.gate]).toEqual([
      2,
      'second',
      { required: false, draft: null, has_canary: false },
    ])
    expect(codeOf(await publish(0, 2))).toEqual([409, 'conflict.noDraft'])
  })
})

describe('behind a gate', () => {
  beforeEach(async () => void (await gate(true)))

  test('a changed mapping waits: what is published stays, for every run too', async () => {
    const saved = (await save('second')).json().content
    expect([saved.version, noteOf(saved.config)]).toEqual([1, 'first'])
    expect(saved.gate).toMatchObject({
      required: true,
      draft: { revision: 1, changed: ['mapping'], username: '管理员' },
    })
    expect(noteOf(saved.gate.draft.config)).toBe('second')
    // What every run takes.
    expect(await query('select version from strategy where id = $1', [id])).toEqual([{ version: 1 }])
  })

  test('a schedule alone is published at once, and the draft keeps its mapping', async () => {
    await save('second')
    const saved = (await save('first', {}, { schedule: { cron: '0 * * * *' } })).json().content
    expect([saved.version, saved.config.schedule.cron, noteOf(saved.config)]).toEqual([2, '0 * * * *', 'first'])
    expect([noteOf(saved.gate.draft.config), saved.gate.draft.config.schedule.cron]).toEqual(['second', '0 * * * *'])
  })

  test('a rename needs no publication and makes no version', async () => {
    const saved = (await save('second', { name: 'bills' })).json().content
    expect([saved.name, saved.version]).toEqual(['bills', 1])
  })

  test('a draft is changed only by who has seen it; saved back to what is published, it is gone', async () => {
    await save('second')
    expect(codeOf(await save('third'))).toEqual([409, 'conflict.draft'])
    const stale = await save('third', { draft: 7 })
    expect(codeOf(stale)).toEqual([409, 'conflict.version'])
    expect(stale.json().content).toMatchObject([{ version: 1, username: '管理员', draft: 1 }])
    expect((await save('third', { draft: 1 })).json().content.gate.draft.revision).toBe(2)
    const restore = await call('POST', `${PATH}/${id}/restore`, { version: 1, newest: 1 })
    expect([restore.statusCode, (await read()).gate.draft.revision]).toEqual([200, 2])
    const back = (await save('first', { draft: 2, version: 2 })).json().content
    expect(back).toMatchObject({ version: 2, gate: { draft: null } })
    // Its number goes on, so that nothing rehearsed before fits a new one.
    expect((await save('second', { version: 2 })).json().content.gate.draft.revision).toBe(4)
  })

  test('an earlier version that is restored waits like any change', async () => {
    await gate(false)
    await save('second')
    await gate(true)
    const restored = (await call('POST', `${PATH}/${id}/restore`, { version: 1, newest: 2 })).json().content
    expect([restored.version, noteOf(restored.config), noteOf(restored.gate.draft.config)]).toEqual([
      2,
      'second',
      'first',
    ])
  })

  test('a draft that cannot run is refused where it is saved', async () => {
    const target = { ...configOf(connectorId).target, connector_id: crypto.randomUUID() }
    expect(codeOf(await save('second', {}, { target }))).toEqual([404, 'notFound.connector'])
    expect((await read()).gate.draft).toBeNull()
  })

  test('it goes live only after a rehearsal of just this draft was accepted', async () => {
    await save('second')
    expect(codeOf(await publish(1))).toEqual([409, 'conflict.notRehearsed'])
    const first = await rehearse(1)
    expect(codeOf(await call('POST', `${PATH}/${id}/rehearsal`, { revision: 1 }))).toEqual([409, 'conflict.rehearsing'])
    expect(codeOf(await accept(first))).toEqual([409, 'conflict.state'])
    await finish(first)
    expect(codeOf(await publish(1))).toEqual([409, 'conflict.notAccepted'])
    expect((await accept(first, 'as wanted')).json().content.accepted).toMatchObject({
      by: '管理员',
      note: 'as wanted',
    })
    const done = (await publish(1)).json().content
    expect([done.version, noteOf(done.config), done.gate]).toEqual([
      2,
      'second',
      { required: true, draft: null, has_canary: false },
    ])
    const versions = (await call('GET', `${PATH}/${id}/version`)).json().content
    expect(versions[0]).toMatchObject({ version: 2, changed: ['mapping'], username: 'admin-a' })
    const [listed] = (await call('GET', `${PATH}/${id}/rehearsal`)).json().content
    expect(listed).toMatchObject({ published_version: 2, is_current: false })
    expect(await query('select version from strategy where id = $1', [id])).toEqual([{ version: 2 }])
    const log = await query<{ after: object }>(
      `select after from operation_log where object_id = $1 and after ? 'accepted' or after ? 'published' order by created_at, id`,
      [id],
    )
    expect(log.map(({ after }) => after)).toMatchObject([{ accepted: first, note: 'as wanted' }, { published: 2 }])
  })

  test('any later save makes what was accepted void', async () => {
    await save('second')
    const first = await rehearse(1)
    await finish(first)
    await accept(first)
    await save('third', { draft: 1 })
    expect(codeOf(await publish(1))).toEqual([409, 'conflict.version'])
    expect(codeOf(await publish(2))).toEqual([409, 'conflict.notRehearsed'])
    expect(codeOf(await accept(first))).toEqual([409, 'conflict.otherDraft'])
    const second = await rehearse(2)
    await finish(second)
    await accept(second)
    // A schedule that is published meanwhile is another version to be compared with.
    await save('first', {}, { schedule: { cron: '0 * * * *' } })
    expect(codeOf(await publish(2, 2))).toEqual([409, 'conflict.notRehearsed'])
    expect(codeOf(await publish(2, 1))).toEqual([409, 'conflict.version'])
    expect(noteOf((await read()).config)).toBe('first')
  })

  test('one that failed or was cancelled publishes nothing', async () => {
    await save('second')
    for (const state of ['failed', 'cancelled']) {
      const broken = await rehearse(1)
      await finish(broken, state)
      expect(codeOf(await accept(broken))).toEqual([409, 'conflict.state'])
      expect(codeOf(await publish(1))).toEqual([409, 'conflict.notRehearsed'])
    }
  })

  test('two who publish at once publish one version', async () => {
    await save('second')
    const made = await rehearse(1)
    await finish(made)
    await accept(made)
    const answers = await Promise.all([publish(1), publish(1), publish(1)])
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409, 409])
    expect((await read()).version).toBe(2)
  })

  test('the gate is not switched off over a draft; given up, the draft leaves nothing', async () => {
    await save('second')
    expect(codeOf(await gate(false))).toEqual([409, 'conflict.draft'])
    expect(codeOf(await call('POST', `${PATH}/${id}/draft/discard`, { revision: 5 }))).toEqual([
      409,
      'conflict.version',
    ])
    const left = (await call('POST', `${PATH}/${id}/draft/discard`, { revision: 1 })).json().content
    expect([left.version, noteOf(left.config), left.gate]).toEqual([
      1,
      'first',
      { required: true, draft: null, has_canary: false },
    ])
    expect((await gate(false)).json().content.gate.required).toBe(false)
  })

  // The walk over all routes proves that each asks for its permission.
  test('who may change a strategy may not publish, accept or switch the gate by that alone', () => {
    const { setGate, publish, accept, rehearse } = strategyPublish
    expect([setGate, publish, accept].map(({ permission }) => permission)).toEqual(Array(3).fill('strategy:publish'))
    expect(rehearse.permission).toBe('strategy:update')
  })
})

describe('what a rehearsal found', () => {
  const summary = {
    kinds: { same: 1, changed: 2, refused: 1, accepted: 0, stillRefused: 0, filtered: 0, unclear: 0 },
    fields: [{ field: 'note', count: 2, examples: [{ recordId: '1', key: 'A', before: '"a"', after: '"b"' }] }],
    causes: [],
    kept: 3,
    isCut: true,
  }
  let rehearsalId: string
  beforeEach(async () => {
    await gate(true)
    const source = { ...configOf(connectorId).source, flatten: ['lines'] }
    await save('second', {}, { source })
    rehearsalId = await rehearse(1)
    await query('update rehearsal set summary = $2, examined = 4, total = 4 where id = $1', [
      rehearsalId,
      JSON.stringify(summary),
    ])
    for (const [ordinal, key, kind, fields, problems] of [
      [0, 'A', 'changed', '[{"field":"note","before":"\\"a\\"","after":"=1+1"}]', '[]'],
      [1, '=B', 'changed', '[{"field":"lines[0].q","before":null,"after":"1"}]', '[]'],
      [2, 'C', 'refused', '[]', '[{"field":"no","code":"mapping.required","message":"Empty."}]'],
    ] as const)
      await query(
        `insert into rehearsal_difference (rehearsal_id, ordinal, strategy_id, record_id, key, status, version, kind, paths, fields, problems)
         values ($1, $2, $3, $2 + 1, $4, 2, 1, $5, $6, $7, $8)`,
        [rehearsalId, ordinal, id, key, kind, [['note'], ['lines[].q'], ['no']][ordinal], fields, problems],
      )
    await finish(rehearsalId)
  })
  const differences = async (body: object) =>
    (await call('POST', `/api/dh/lessee/rehearsal/${rehearsalId}/difference`, body)).json()

  test('adds up, and says what stored records cannot show', async () => {
    const found = (await call('GET', `/api/dh/lessee/rehearsal/${rehearsalId}`)).json().content
    expect(found).toMatchObject({
      state: 'done',
      examined: 4,
      kinds: summary.kinds,
      is_cut: true,
      beyond: ['source.flatten'],
      is_current: true,
    })
    expect(found.fields[0].examples).toEqual([{ record_id: '1', key: 'A', before: '"a"', after: '"b"' }])
  })

  test('is listed by page, by outcome and by field', async () => {
    expect(await differences({ pageSize: 2 })).toMatchObject({ total: 3, content: [{ key: 'A' }, { key: '=B' }] })
    expect((await differences({ kind: 'refused' })).content).toMatchObject([
      { key: 'C', problems: [{ field: 'no', message: 'Empty.', value: null }] },
    ])
    expect((await differences({ field: 'lines[].q' })).content).toMatchObject([{ key: '=B' }])
    expect((await differences({ kind: 'same' })).total).toBe(0)
  })

  test('leaves as CSV that no spreadsheet runs', async () => {
    const file = await call('POST', `/api/dh/lessee/rehearsal/${rehearsalId}/export`, {})
    const lines = file.body.split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toBe('A,,有变化,1,note,"""a""",\'=1+1,')
    expect(lines[2]).toBe("'=B,,有变化,1,lines[0].q,,1,")
    expect(lines[3]).toBe('C,,新被拒绝,1,no,,,Empty.')
  })
})
