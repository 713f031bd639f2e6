import { type Data, toJson } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { WriteOutcome } from '../../connector.ts'
import type { HttpWritePlan } from './http-plan.ts'
import { createHttpTarget } from './http-target.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const single: HttpWritePlan = {
  method: 'POST',
  path: '/save',
  rows: 1,
  test: { successPath: 'ok', successValues: ['true'], messagePath: 'msg' },
}
const keyed: HttpWritePlan = { ...single, idempotencyHeader: 'Idempotency-Key' }
const listed: HttpWritePlan = {
  ...single,
  rows: 3,
  idempotencyField: 'key',
  results: { path: 'rows', resultKey: 'no', recordKey: 'no', test: { successPath: 'ok', messagePath: 'msg' } },
}

async function write(
  script: Script,
  plan: HttpWritePlan,
  count = 1,
  timeoutMs = 60_000,
): Promise<readonly WriteOutcome[]> {
  running = await startScripted(script, { maxConcurrent: 1, timeoutMs })
  const target = createHttpTarget(running.client, 'bills', plan)
  const batch = Array.from({ length: count }, (_, at) => ({ data: { no: `n${at}` }, idempotencyKey: `k${at}` }))
  return target.write(batch, new AbortController().signal)
}
const kinds = (outcomes: readonly WriteOutcome[]): string[] =>
  outcomes.map(each => (each.kind === 'failed' ? `${each.failure.code} ${each.failure.retry}` : each.kind))

describe('an answer that was lost', () => {
  test.each([
    ['a connection cut after the request', 'drop' as const],
    ['silence', 'silent' as const],
    ['a fault that may have come after the effect', { status: 500, body: '' }],
    ['a gateway that gave up waiting', { status: 504, body: '' }],
    ['a body nobody can read', { body: '<html>' }],
  ])('%s is unknown without a key, and asked once', async (_name, answer) => {
    expect(kinds(await write(() => answer, single, 1, 300))).toEqual(['unknown'])
    expect(running?.asked).toHaveLength(1)
  })

  test('with a key it is asked again under the same key', async () => {
    const answers = ['drop', { status: 502, body: '' }] as const
    let turn = 0
    expect(kinds(await write(() => answers[turn++] ?? { body: '{"ok":true}' }, keyed))).toEqual(['written'])
    expect(new Set(running?.asked.map(asked => asked.headers['idempotency-key']))).toEqual(new Set(['k0']))
  })

  test('with a key that never gets an answer it is tried again later', async () => {
    expect(kinds(await write(() => 'drop', keyed))).toEqual(['egress.broken later'])
    expect(running?.asked).toHaveLength(4)
  })
})

describe('a refusal', () => {
  test('429 had no effect and is repeated without a key, as late as it says', async () => {
    let turn = 0
    const limited = { status: 429, body: '', headers: { 'retry-after': '3' } }
    expect(kinds(await write(() => (turn++ === 0 ? limited : { body: '{"ok":true}' }), single))).toEqual(['written'])
    expect(running?.slept).toEqual([3000])
  })

  test('4xx is final and tells the far system’s words', async () => {
    const [outcome] = await write(() => ({ status: 422, body: '{"msg":"no customer"}' }), single)
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'http.rejected' } })
    expect(JSON.stringify(outcome)).toContain('no customer')
    expect(kinds([outcome!])).not.toContain('http.rejected later') // one record, one outcome
  })

  test('texts of the message decide: there already, held, busy', async () => {
    const plan: HttpWritePlan = {
      ...single,
      patterns: { duplicate: ['已存在'], negativeStock: ['库存不足'], masterData: ['客户不存在'], busy: ['稍后'] },
    }
    const said = ['单据已存在', '库存不足：A', '客户不存在', '请稍后', '金额错误']
    let turn = 0
    const outcomes = await write(() => ({ body: toJson({ ok: false, msg: said[turn++] ?? '' }) }), plan, 5)
    expect(kinds(outcomes)).toEqual([
      'skipped',
      'target.negativeStock later',
      'target.masterData later',
      'http.busy later',
      'target.refused skip',
    ])
  })

  test('of the whole endpoint is thrown before anything was done, and costs no record after', async () => {
    await expect(write(() => ({ status: 403, body: '' }), single, 3)).rejects.toMatchObject({ code: 'connector.auth' })
    await running?.close()
    let turn = 0
    const script: Script = () => (turn++ === 0 ? { body: '{"ok":true}' } : { status: 403, body: '' })
    expect(kinds(await write(script, single, 3))).toEqual(['written', 'target.notTried later', 'target.notTried later'])
  })

  test('a closed port is thrown as "later": nothing was sent', async () => {
    const gone = await startScripted(() => 'drop')
    await gone.close()
    running = await startScripted(() => 'drop')
    const target = createHttpTarget(running.makeClient({ baseUrl: gone.url }), 'bills', single)
    const batch = [{ data: { no: '1' }, idempotencyKey: 'k' }]
    await expect(target.write(batch, new AbortController().signal)).rejects.toMatchObject({
      code: 'egress.refused',
      retry: 'later',
    })
  })
})

describe('without a success test', () => {
  const plain: HttpWritePlan = { ...single, test: {} }
  test.each([
    [{ success: false, msg: '库存不足' }, '库存不足'],
    [{ Result: { ResponseStatus: { IsSuccess: false, ErrorMsg: '账套已锁定' } } }, '账套已锁定'],
    [{ errcode: 40001, errmsg: 'invalid credential' }, 'invalid credential'],
    [{ errors: ['no such field'] }, 'errors is ["no such field"]'],
  ])('%j is a refusal, told in the far system’s words', async (body, said) => {
    const [outcome] = await write(() => ({ body: toJson(body) }), plain)
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: { code: 'target.refused', message: `bills: the far system refused: ${said}` },
    })
  })

  test.each([
    {},
    { success: true, errors: [], errcode: 0 },
    { error_code: '00000', ErrorCode: '', errNo: null },
    { rows: [{ success: false }] },
    { code: 7, status: 'false', error: 'none' },
  ])('%j is none', async body => {
    expect(kinds(await write(() => ({ body: toJson(body) }), plain))).toEqual(['written'])
  })

  test('a request of several rows whose answer names single ones leaves all of them unknown', async () => {
    const refused = [{ Message: '数量不足', DIndex: 1 }]
    const body = toJson({
      Result: { ResponseStatus: { IsSuccess: false, Errors: refused, SuccessEntitys: [{ DIndex: 0 }] } },
    })
    expect(kinds(await write(() => ({ body }), { ...plain, rows: 2 }, 2))).toEqual(['unknown', 'unknown'])
  })

  test('a test that is set is all that counts', async () => {
    const plan = { ...single, test: { successPath: 'code', successValues: ['1'] } }
    expect(kinds(await write(() => ({ body: '{"code":1,"success":false}' }), plan))).toEqual(['written'])
  })
})

describe('a list', () => {
  const rowsOf = (body: string): Data[] => JSON.parse(body) as Data[]

  test('gives each record its own result by key, in whatever order they come', async () => {
    const script: Script = ({ body }) => {
      const results = rowsOf(body).map(row => ({ no: row['no'] ?? '', ok: row['no'] !== 'n1', msg: 'bad one' }))
      return { body: toJson({ ok: true, rows: results.toReversed() }) }
    }
    expect(kinds(await write(script, listed, 5))).toEqual([
      'written',
      'target.refused skip',
      'written',
      'written',
      'written',
    ])
    expect(running?.asked).toHaveLength(2)
  })

  test.each([
    ['fewer results than records', { ok: true, rows: [{ no: 'n0', ok: true }] }],
    ['one key twice', { ok: true, rows: ['n0', 'n0', 'n1', 'n2'].map(no => ({ no, ok: true })) }],
    ['no results at all', { ok: true }],
  ])('%s: an answer that does not tell the rows apart leaves all unknown', async (_name, answer) => {
    const { idempotencyField: _, ...plain } = listed
    expect(kinds(await write(() => ({ body: toJson(answer) }), plain, 3))).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('refused as a whole is sent again one by one where repeats are harmless', async () => {
    const script: Script = ({ body }) => {
      const rows = rowsOf(body)
      if (rows.some(row => row['no'] === 'n1')) return { status: 400, body: '{"msg":"n1 is bad"}' }
      return { body: toJson({ ok: true, rows: rows.map(row => ({ no: row['no'] ?? '', ok: true })) }) }
    }
    expect(kinds(await write(script, listed, 3))).toEqual(['written', 'http.rejected skip', 'written'])
  })

  test('carries key and fixed fields, and says what it promises', async () => {
    const plan: HttpWritePlan = { ...listed, bodyKey: 'Model', extraBody: '{"Form":"X"}' }
    await write(() => ({ body: '{"ok":true}' }), plan, 1)
    expect(running?.asked[0]?.body).toBe('{"Form":"X","Model":[{"no":"n0","key":"k0"}]}')
    const promise = (each: HttpWritePlan) => createHttpTarget(running!.client, 'x', each).guarantee // started above
    expect([single, keyed, { ...keyed, rows: 5 }, listed].map(promise)).toEqual([
      'none',
      'idempotencyKey',
      'none',
      'idempotencyKey',
    ])
  })
})
