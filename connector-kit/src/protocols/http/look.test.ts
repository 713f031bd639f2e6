import { afterEach, describe, expect, test } from 'vitest'
import type { HttpPagination, HttpReadPlan } from './http-plan.ts'
import { inferPaging } from './infer-paging.ts'
import { lookAt } from './look.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const signal = new AbortController().signal
const rows = Array.from({ length: 57 }, (_, at) => ({ id: at + 1 }))
const plan = (more: Partial<HttpReadPlan> = {}, pagination: HttpPagination = { kind: 'none' }): HttpReadPlan => ({
  method: 'GET',
  path: '/orders',
  pagination,
  listPath: '',
  test: {},
  ...more,
})
async function open(script: Script, read = plan()) {
  running = await startScripted(script)
  return { client: running.client, resource: '/orders', plan: read }
}
const answer = (body: unknown, more: object = {}) => ({ body: JSON.stringify(body), ...more })

describe('a look at an endpoint', () => {
  test('shows what was answered and proposes where the list stands', async () => {
    const look = await lookAt(await open(() => answer({ code: 0, result: { rows, totalCount: '57' } })), 20, signal)
    expect(look).toMatchObject({
      rows: [],
      problem: { code: 'http.noList' },
      exchange: { method: 'GET', status: 200, bytes: expect.any(Number) },
      proposals: [{ code: 'listPath', seen: 'result.rows', options: { list_path: 'result.rows' } }],
    })
    expect(look.exchange?.body).toContain('"totalCount":"57"')
  })

  test('shows the first rows, what there is beside them, and the settings that say so', async () => {
    const script = () => answer({ code: 0, msg: 'ok', result: { rows: rows.slice(0, 20), totalCount: '57' } })
    const look = await lookAt(await open(script, plan({ listPath: 'result.rows' })), 5, signal)
    expect(look.rows).toEqual(['{"id":1}', '{"id":2}', '{"id":3}', '{"id":4}', '{"id":5}'])
    expect(look).toMatchObject({ problem: null, more: 'totalCount: 57' })
    expect(look.proposals).toEqual([
      { code: 'total', seen: 'result.totalCount = 57', options: { total_path: 'result.totalCount' } },
      {
        code: 'success',
        seen: 'code = 0',
        options: { success_path: 'code', success_values: '0', message_path: 'msg' },
      },
    ])
  })

  test('a long answer loses elements of its lists and not its end', async () => {
    const long = Array.from({ length: 5000 }, (_, id) => ({ id, text: 'x'.repeat(100) }))
    const look = await lookAt(
      await open(() => answer({ list: long, total: 5000 }), plan({ listPath: 'list' })),
      5,
      signal,
    )
    const shown = JSON.parse(look.exchange?.body ?? '') as { list: object[]; total: number }
    expect([shown.list.length, shown.total, look.exchange?.isCut, look.rows.length]).toEqual([5, 5000, true, 5])
  })

  test('a secret that a cut would go through is hidden whole', async () => {
    const secret = 'canary-secret-4711'
    const list = Array.from({ length: 6000 }, () => ({ text: `${'x'.repeat(490)}${secret}` }))
    running = await startScripted(() => answer({ list }), {
      auth: { kind: 'apiKey', place: 'header', name: 'X-Key', value: secret },
    })
    const read = plan({ listPath: 'list' })
    const { exchange } = await lookAt({ client: running.client, resource: '/orders', plan: read }, 5, signal)
    expect(exchange?.isCut).toBe(true)
    expect(exchange?.body).not.toContain('canary')
  })

  test.each([
    [{ next_page_token: 'abc' }, { pagination: 'cursor', next_path: 'next_page_token', page_param: 'page_token' }],
    [{ paging: { nextCursor: 'abc' } }, { pagination: 'cursor', next_path: 'paging.nextCursor', page_param: 'cursor' }],
    [{ next: 'https://far.test/2' }, { pagination: 'link', link_path: 'next' }],
    [{ '@odata.nextLink': '/orders?skip=2' }, { pagination: 'link', link_path: '@odata.nextLink' }],
  ])('proposes the next page that %j names', async (beside, options) => {
    const look = await lookAt(
      await open(() => answer({ list: rows, ...beside }), plan({ listPath: 'list' })),
      5,
      signal,
    )
    expect(look.proposals[0]?.options).toEqual(options)
  })

  test('tells what the external system says before what is missing', async () => {
    const look = await lookAt(await open(() => answer({ code: 40101, msg: '令牌无效', result: null })), 5, signal)
    expect(look.problem).toMatchObject({
      code: 'http.refused',
      message: expect.stringContaining('the far system refused: 令牌无效 (code 40101)'),
    })
    expect(look.proposals).toEqual([])
  })
})

describe('paging that is found by asking', () => {
  const cut = (url: URL, page: string, size: string, first = 1) => {
    const long = Number(url.searchParams.get(size) ?? 20)
    const at = (Number(url.searchParams.get(page) ?? first) - first) * long
    return rows.slice(at, at + long)
  }

  test('by the names that the answer itself uses', async () => {
    const script: Script = ({ url }) =>
      answer({ data: { list: cut(url, 'pageNo', 'pageSize'), pageNo: 1, pageSize: 20, total: 57 } })
    const found = await inferPaging(await open(script, plan({ listPath: 'data.list' })), signal)
    expect(found.proposal?.options).toEqual({
      pagination: 'page',
      page_param: 'pageNo',
      start_page: 1,
      size_param: 'pageSize',
      total_path: 'data.total',
    })
    expect(found.tries.map(({ query, rows: count, finding }) => [query, count, finding])).toEqual([
      ['', 20, 'same'],
      ['pageNo=2', 20, 'other'],
      ['pageNo=1', 20, 'same'],
      ['pageNo=1&pageSize=10', 10, 'overlaps'],
    ])
  })

  test('with a first page of 0, and a size that cannot be chosen', async () => {
    const script: Script = ({ url }) => answer(cut(url, 'page', 'none', 0))
    const { proposal } = await inferPaging(await open(script), signal)
    expect(proposal?.options).toEqual({ pagination: 'page', page_param: 'page', start_page: 0, max_page_size: 20 })
  })

  test('by an offset', async () => {
    const script: Script = ({ url }) => {
      const at = Number(url.searchParams.get('skip') ?? 0)
      return answer(rows.slice(at, at + Number(url.searchParams.get('limit') ?? 20)))
    }
    const { proposal } = await inferPaging(await open(script), signal)
    expect(proposal?.options).toEqual({ pagination: 'offset', page_param: 'skip', size_param: 'limit' })
  })

  test('or not: every number gives the same, and the number of tries is bounded', async () => {
    const found = await inferPaging(await open(() => answer(rows.slice(0, 3))), signal)
    expect(found.proposal).toBeNull()
    expect(found.tries.length).toBeLessThanOrEqual(14)
    expect(running?.asked.length).toBe(found.tries.length)
  })

  test('never by rows that come in another order each time', async () => {
    let turn = 0
    const script: Script = () => answer([...rows.slice(turn % 3), ...rows.slice(0, turn++ % 3)].slice(0, 57))
    expect((await inferPaging(await open(script), signal)).proposal).toBeNull()
  })

  test('an endpoint whose first page is refused says why', async () => {
    await expect(inferPaging(await open(() => answer({}, { status: 401 })), signal)).rejects.toMatchObject({
      code: 'connector.auth',
    })
  })
})
