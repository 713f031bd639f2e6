import { toJson, type Value } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { WriteOutcome } from '../../connector.ts'
import type { HttpWritePlan, RowResults } from './http-plan.ts'
import { createHttpTarget } from './http-target.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const STATUS = 'Result.ResponseStatus'
const lists: RowResults = {
  path: `${STATUS}.SuccessEntitys`,
  errorPath: `${STATUS}.Errors`,
  by: 'index',
  indexPath: 'DIndex',
  test: { messagePath: 'Message' },
  targetKeyPath: 'Number',
  fieldPath: 'FieldName',
}
const planOf = (results: RowResults | undefined, change: Partial<HttpWritePlan> = {}): HttpWritePlan => ({
  method: 'POST',
  path: '/batch',
  rows: 5,
  test: { successPath: `${STATUS}.IsSuccess`, successValues: ['true'], messagePath: `${STATUS}.Errors.*.Message` },
  ...(results ? { results } : {}),
  ...change,
})

/** A batch save as the ERP answers it: one refused order makes the whole no success. */
const answerOf = (done: Value, refused: Value): string =>
  toJson({
    Result: { ResponseStatus: { ErrorCode: 500, IsSuccess: false, Errors: refused, SuccessEntitys: done } },
  })
const done = (...places: number[]): Value => places.map(at => ({ Id: 100 + at, Number: `XS${at}`, DIndex: at }))
const bad = (at: number, message = `客户 ${at} 不存在`): Value => ({
  FieldName: 'FCustId',
  Message: message,
  DIndex: at,
})

async function write(script: Script, plan: HttpWritePlan, count = 5): Promise<readonly WriteOutcome[]> {
  running = await startScripted(script)
  const batch = Array.from({ length: count }, (_, at) => ({ data: { no: `n${at}` }, idempotencyKey: `k${at}` }))
  return createHttpTarget(running.client, 'bills', plan).write(batch, new AbortController().signal)
}
const says =
  (body: string, status = 200): Script =>
  () => ({ status, body })
const told = (outcomes: readonly WriteOutcome[]): string[] =>
  outcomes.map(each => {
    if (each.kind === 'written') return `written ${each.targetKey ?? ''}`.trim()
    if (each.kind === 'skipped') return `skipped ${each.reason}`
    return each.kind === 'unknown' ? `unknown ${each.failure.code}` : `failed ${each.failure.message}`
  })
const UNTOLD = 'unknown target.rowsUntold'
const all = (count = 5): string[] => Array.from({ length: count }, () => UNTOLD)

describe('results in two lists', () => {
  test('each record has its own outcome by its place, whatever the whole is called', async () => {
    expect(told(await write(says(answerOf(done(4, 0, 2), [bad(3), bad(1)])), planOf(lists)))).toEqual([
      'written XS0',
      'failed 客户 1 不存在',
      'written XS2',
      'failed 客户 3 不存在',
      'written XS4',
    ])
  })

  test('several complaints about one record are one refusal with all their words', async () => {
    const [outcome] = await write(says(answerOf(done(1), [bad(0, '客户必填'), bad(0, '币别必填')])), planOf(lists), 2)
    expect(outcome).toMatchObject({ kind: 'failed', failure: { message: '客户必填; 币别必填', field: 'FCustId' } })
  })

  test.each([
    ['an element alone where a list of one is meant', done(1), bad(0)],
    ['null where there are none', done(0, 1), null],
    ['an empty text where there are none', done(0, 1), ''],
  ])('%s is understood', async (_name, good, refused) => {
    const outcomes = told(await write(says(answerOf(good, refused)), planOf(lists), 2))
    expect(outcomes.at(1)).toBe('written XS1')
    expect(outcomes).not.toContain(UNTOLD)
  })

  test('a place may be counted from one, and a refusal that means "there already" is no error', async () => {
    const plan = planOf({ ...lists, indexBase: 1 }, { patterns: { duplicate: ['唯一性'] } })
    expect(told(await write(says(answerOf(done(2), [bad(1, '违反唯一性')])), plan, 2))).toEqual([
      'skipped 违反唯一性',
      'written XS2',
    ])
  })

  test('a refusal whose words no path leads to is told by its usual name, or as it stands', async () => {
    const plan = planOf({ ...lists, test: {} }, { rows: 2 })
    const refused: Value = [
      { DIndex: 0, FieldName: 'FCustId', Message: '客户不存在' },
      { DIndex: 1, Why: 7 },
    ]
    expect(told(await write(says(answerOf([], refused)), plan, 2))).toEqual([
      'failed The far system refused the record: 客户不存在',
      'failed The far system refused the record: {"DIndex":1,"Why":7}',
    ])
  })

  test('by key, in whatever order they come; bare keys count too', async () => {
    const plan = planOf({ ...lists, path: 'saved', errorPath: 'refused', by: 'key', recordKey: 'no' })
    expect(told(await write(says(toJson({ saved: ['n2', 'n0'], refused: ['n1'] })), plan, 3))).toEqual([
      'written',
      'failed The far system refused the record without a reason.',
      'written',
    ])
  })

  test('a record in neither list is unknown; what is told of the others holds', async () => {
    expect(told(await write(says(answerOf(done(0, 2), [bad(1)])), planOf(lists), 4))).toEqual([
      'written XS0',
      'failed 客户 1 不存在',
      'written XS2',
      UNTOLD,
    ])
  })

  test.each<[string, Value, Value]>([
    ['a place that was not sent', done(0, 1, 5), []],
    ['places counted from one instead of zero', done(1, 2, 3, 4, 5), []],
    ['one place in both lists', done(0, 1, 2, 3, 4), [bad(1)]],
    ['one place done twice', done(0, 1, 2, 3, 3), []],
    ['no place at all', [{ Number: 'X' }], []],
    ['a place that is no number', [{ Number: 'X', DIndex: 'first' }], []],
    ['a place that is no whole number', [{ Number: 'X', DIndex: 1.5 }], []],
  ])('%s makes all unknown: half of a wrong reading is wrong', async (_name, good, refused) => {
    expect(told(await write(says(answerOf(good, refused)), planOf(lists)))).toEqual(all())
  })

  test.each([
    ['a key that was not sent', { saved: ['n0', 'n9'], refused: [] }],
    ['a key in both lists', { saved: ['n0', 'n1'], refused: ['n1'] }],
    ['a result without a key', { saved: [{ id: 7 }], refused: [] }],
  ])('%s makes all unknown', async (_name, answer) => {
    const plan = planOf({ ...lists, path: 'saved', errorPath: 'refused', by: 'key', recordKey: 'no' })
    expect(told(await write(says(toJson(answer)), plan, 3))).toEqual(all(3))
  })

  test('two records with one key cannot be told apart, even by one result', async () => {
    running = await startScripted(says(toJson({ saved: ['same'], refused: [] })))
    const plan = planOf({ ...lists, path: 'saved', errorPath: 'refused', by: 'key', recordKey: 'no' })
    const batch = ['a', 'b'].map(key => ({ data: { no: 'same' }, idempotencyKey: key }))
    const outcomes = await createHttpTarget(running.client, 'bills', plan).write(batch, new AbortController().signal)
    expect(told(outcomes)).toEqual(all(2))
  })

  test('a refusal with status 400 that tells rows is read row by row; one that tells none is about all', async () => {
    expect(told(await write(says(answerOf(done(0), [bad(1)]), 400), planOf(lists), 2))).toEqual([
      'written XS0',
      'failed 客户 1 不存在',
    ])
    await running?.close()
    expect(told(await write(says('{"msg":"no form"}', 400), planOf(lists), 2))[0]).toMatch(/^failed/)
  })

  test('a success that names no row leaves all unknown', async () => {
    const answer = toJson({ Result: { ResponseStatus: { IsSuccess: true, Errors: [], SuccessEntitys: [] } } })
    expect(told(await write(says(answer), planOf(lists), 2))).toEqual(all(2))
  })

  test('told rows stay unknown although a repeat would be harmless', async () => {
    const plan = planOf(lists, { idempotencyField: 'key' })
    expect(told(await write(says(answerOf(done(0), [])), plan, 2))).toEqual(['written XS0', UNTOLD])
    expect(running?.asked).toHaveLength(1)
  })

  test('without row results a partial refusal is unknown, not three errors with each other’s words', async () => {
    expect(told(await write(says(answerOf(done(0, 2, 4), [bad(3), bad(1)])), planOf(undefined)))).toEqual(all())
    await running?.close()
    // Nobody was saved: the refusal is about all of them.
    expect(told(await write(says(answerOf([], [bad(0)])), planOf(undefined), 2))[0]).toMatch(/^failed/)
  })
})

describe('a target whose rows cannot be told apart', () => {
  test('is not written to any more after the first request, and that one goes alone', async () => {
    const outcomes = await write(says(answerOf(done(0, 0), [])), planOf(lists, { rows: 2 }), 12)
    expect(running?.asked).toHaveLength(1)
    expect(told(outcomes).slice(0, 2)).toEqual(all(2))
    expect(outcomes.slice(2)).toMatchObject(
      Array.from({ length: 10 }, () => ({ kind: 'failed', failure: { code: 'target.notTried', retry: 'later' } })),
    )
  })

  test('in the middle stops there', async () => {
    let turn = 0
    const script: Script = () => ({ body: answerOf(turn++ === 2 ? done(7, 8) : done(0, 1), []) })
    running = await startScripted(script, { maxConcurrent: 1 })
    const batch = Array.from({ length: 10 }, (_, at) => ({ data: { no: `n${at}` }, idempotencyKey: `k${at}` }))
    const target = createHttpTarget(running.client, 'bills', planOf(lists, { rows: 2 }))
    const outcomes = await target.write(batch, new AbortController().signal)
    expect(outcomes.map(each => each.kind)).toEqual([
      ...Array.from({ length: 4 }, () => 'written'),
      'unknown',
      'unknown',
      ...Array.from({ length: 4 }, () => 'failed'),
    ])
    expect(running.asked).toHaveLength(3)
  })
})

describe('answers of other systems', () => {
  const byKey = {
    ...lists,
    path: 'saved',
    errorPath: 'refused',
    by: 'key',
    resultKey: 'code',
    recordKey: 'no',
  } as const
  const ofKey = (change: Partial<RowResults> = {}) => planOf({ ...byKey, ...change })

  test('places are numbers in quotes, and those of a refusal too', async () => {
    const good = [{ Number: 'XS0', DIndex: '0' }]
    const refused = [{ Message: '库存不足', DIndex: '1' }]
    expect(told(await write(says(answerOf(good, refused)), planOf(lists), 2))).toEqual([
      'written XS0',
      'failed 库存不足',
    ])
  })

  test('a key of digits is the same in quotes and without them', async () => {
    running = await startScripted(
      says('{"saved":[{"code":1001,"Number":"A"}],"refused":[{"code":"1002","Message":"no"}]}'),
    )
    const batch = [{ no: '1001' }, { no: 1002 }].map((data, at) => ({ data, idempotencyKey: `k${at}` }))
    const outcomes = await createHttpTarget(running.client, 'bills', ofKey()).write(batch, new AbortController().signal)
    expect(told(outcomes)).toEqual(['written A', 'failed no'])
  })

  test('keys that differ in leading zeros are two', async () => {
    running = await startScripted(says('{"saved":[{"code":"0012"}],"refused":[{"code":"12","Message":"no"}]}'))
    const batch = ['12', '0012'].map(no => ({ data: { no }, idempotencyKey: no }))
    const outcomes = await createHttpTarget(running.client, 'bills', ofKey()).write(batch, new AbortController().signal)
    expect(told(outcomes)).toEqual(['failed no', 'written'])
  })

  test('a refusal that names no row, beside rows that are told, makes all unknown', async () => {
    const refused = [{ Message: '会话已过期' }, bad(1)]
    expect(told(await write(says(answerOf(done(0), refused)), planOf(lists), 2))).toEqual(all(2))
  })

  test('an answer whose lists are both gone, or empty, or no lists, tells nothing of any row', async () => {
    for (const answer of ['{}', answerOf([], []), answerOf(7, 'x'), answerOf({}, {}), 'null', '[]']) {
      const outcomes = await write(says(answer), planOf(lists), 2)
      expect(
        outcomes.map(({ kind }) => kind),
        answer,
      ).not.toContain('written')
      await running?.close()
    }
  })

  test('one list of both, by place, with a mark for each', async () => {
    const rows = [
      { i: 1, ok: 'N', msg: '单价为空' },
      { i: 0, ok: 'Y', no: 'P-1' },
    ]
    const results: RowResults = {
      ...{ path: 'rows', by: 'index', indexPath: 'i', targetKeyPath: 'no' },
      test: { successPath: 'ok', successValues: ['Y'], messagePath: 'msg' },
    }
    const plan = planOf(results, { test: { successPath: 'code', successValues: ['0'] } })
    expect(told(await write(says(toJson({ code: 0, rows })), plan, 2))).toEqual(['written P-1', 'failed 单价为空'])
    await running?.close()
    expect(told(await write(says(toJson({ code: 0, rows: rows.slice(0, 1) })), plan, 2))).toEqual(all(2))
  })

  test('one key told done and refused in other letters is not told apart by guess', async () => {
    const outcomes = await write(says('{"saved":[{"code":"N0"}],"refused":[{"code":"n1","Message":"no"}]}'), ofKey(), 2)
    expect(told(outcomes)).toEqual(all(2))
  })
})
