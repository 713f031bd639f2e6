import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpWritePlan } from './http-plan.ts'
import { lookAtWrite } from './look-write.ts'
import { type Scripted, startScripted } from './testing.ts'

let running: Scripted
beforeAll(async () => {
  running = await startScripted(() => ({ status: 500, body: 'Nothing is sent by a look.' }))
})
afterAll(() => running.close())

const plan = (more: Partial<HttpWritePlan> = {}): HttpWritePlan => ({
  method: 'POST',
  path: '/save',
  rows: 1,
  test: {},
  ...more,
})
const look = (write: HttpWritePlan, body: unknown, status = 200) =>
  lookAtWrite({ client: running.client, resource: '/save', plan: write }, [], {
    ...{ status, headers: {} },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const twoLists = {
  Result: {
    ResponseStatus: {
      IsSuccess: false,
      Errors: [{ FieldName: 'FQty', Message: '数量不能为负', DIndex: 1 }],
      SuccessEntitys: [
        { Id: 100001, Number: 'SO-1', DIndex: 0 },
        { Id: 100002, Number: 'SO-3', DIndex: 2 },
      ],
    },
  },
}

describe('a look at a target', () => {
  test('shows the request that would be sent, and sends nothing', () => {
    const endpoint = { client: running.client, resource: '/save', plan: plan({ rows: 100, bodyKey: 'data.Model' }) }
    const { request, rows, problem } = lookAtWrite(endpoint, [{ no: 'A1' }, { no: 'A2' }], null)
    expect(request).toMatchObject({ method: 'POST', body: '{"data":{"Model":[{"no":"A1"},{"no":"A2"}]}}' })
    expect(request?.url).toMatch(/\/save$/)
    expect([rows, problem, running.asked.length]).toEqual([[], null, 0])
  })

  test('says why no request can be made of a record', () => {
    const endpoint = { client: running.client, resource: '/save', plan: plan({ path: '/orders/{{no}}' }) }
    expect(lookAtWrite(endpoint, [{ id: 1 }], null)).toMatchObject({
      request: null,
      problem: { message: expect.stringContaining('no') },
    })
  })

  test('two lists are proposed as the results of rows, and read by that', () => {
    const { proposals } = look(plan({ rows: 100 }), twoLists)
    expect(proposals).toEqual([
      {
        code: 'rowLists',
        seen: 'Result.ResponseStatus.SuccessEntitys, Result.ResponseStatus.Errors',
        options: {
          result_path: 'Result.ResponseStatus.SuccessEntitys',
          result_error_path: 'Result.ResponseStatus.Errors',
          result_by: 'index',
          result_index: 'DIndex',
          result_index_base: 0,
          result_target_key_path: 'Number',
          result_message_path: 'Message',
          field_path: 'FieldName',
        },
      },
    ])
    const results = {
      path: 'Result.ResponseStatus.SuccessEntitys',
      errorPath: 'Result.ResponseStatus.Errors',
      by: 'index' as const,
      indexPath: 'DIndex',
      indexBase: 0,
      targetKeyPath: 'Number',
      test: { messagePath: 'Message' },
    }
    const read = look(plan({ rows: 100, results }), twoLists)
    expect(read.rows).toMatchObject([
      { outcome: 'written', targetKey: 'SO-1' },
      { outcome: 'failed', message: expect.stringContaining('数量不能为负') },
      { outcome: 'written', targetKey: 'SO-3' },
    ])
    expect([read.problem, read.proposals]).toEqual([null, []])
    // Told apart by their order they can't be: it is said, and not guessed.
    const { by: _, ...unordered } = results
    expect(look(plan({ rows: 100, results: unordered }), twoLists).problem?.message).toContain('does not tell')
  })

  test('one list in which every element says how it went is proposed with its mark', () => {
    const body = {
      code: 0,
      results: [
        { success: true, id: 7 },
        { success: false, message: 'no such item' },
      ],
    }
    const { proposals } = look(plan({ rows: 100 }), body)
    expect(proposals).toEqual([
      {
        code: 'rowList',
        seen: 'results · success',
        options: {
          result_path: 'results',
          result_by: 'order',
          result_success_path: 'success',
          result_success_values: 'true',
          result_message_path: 'message',
        },
      },
    ])
    const results = {
      path: 'results',
      test: { successPath: 'success', successValues: ['true'], messagePath: 'message' },
      targetKeyPath: 'id',
    }
    expect(look(plan({ rows: 100, results }), body).rows).toMatchObject([
      { outcome: 'written', targetKey: '7' },
      { outcome: 'failed', message: expect.stringContaining('no such item') },
    ])
  })

  test('a list of what was sent is no list of results', () => {
    expect(look(plan(), { ok: true, items: [{ sku: 'a' }, { sku: 'b' }] }).proposals.map(({ code }) => code)).toEqual([
      'success',
    ])
  })

  test('the mark of success and the key of what was written are proposed', () => {
    const body = { code: 0, msg: 'ok', data: { id: '9007199254740993' } }
    expect(look(plan(), body).proposals).toEqual([
      {
        code: 'success',
        seen: 'code = 0',
        options: { success_path: 'code', success_values: '0', message_path: 'msg' },
      },
      { code: 'targetKey', seen: 'data.id = 9007199254740993', options: { target_key_path: 'data.id' } },
    ])
    const set = plan({
      test: { successPath: 'code', successValues: ['0'], messagePath: 'msg' },
      targetKeyPath: 'data.id',
    })
    expect(look(set, body)).toMatchObject({
      rows: [{ outcome: 'written', targetKey: '9007199254740993' }],
      proposals: [],
    })
    expect(look(set, { code: 5, msg: '仓库不存在' }).rows).toMatchObject([
      { outcome: 'failed', message: expect.stringContaining('仓库不存在') },
    ])
  })

  test.each([
    ['an empty answer says nothing', '', 200, 'http.silent'],
    ['wrong credentials are no row’s', '{"message":"bad token"}', 401, 'connector.auth'],
  ])('%s', (_, body, status, code) => {
    expect(look(plan(), body, status).problem?.code).toBe(code)
  })
})
