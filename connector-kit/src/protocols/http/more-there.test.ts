import { parseJson } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpPagination } from './http-plan.ts'
import { createHttpSource } from './http-source.ts'
import { tellMore } from './more-there.ts'
import { type Scripted, startScripted } from './testing.ts'

const rows = '[{"id":1},{"id":2}]'
const tell = (body: string, listPath: string, headers: Record<string, string> = {}) =>
  tellMore(parseJson(body), { headers }, listPath, 2)

describe('an answer that says that there is more', () => {
  test.each([
    [`{"total":500,"data":${rows}}`, 'data', 'total: 500'],
    [`{"code":0,"msg":"ok","total":"500","page":1,"data":${rows}}`, 'data', 'total: 500'],
    [`{"data":{"list":${rows},"totalCount":3}}`, 'data.list', 'totalCount: 3'],
    [`{"data":{"list":${rows}},"page":{"total_elements":3}}`, 'data.list', 'total_elements: 3'],
    [`{"response":{"numFound":3,"start":0,"docs":${rows}}}`, 'response.docs', 'numFound: 3'],
    [`{"count":3,"data":${rows}}`, 'data', 'count: 3'],
    [`{"count":3,"next":null,"previous":null,"results":${rows}}`, 'results', 'count: 3'],
    [`{"code":0,"data":{"count":"3","list":${rows}}}`, 'data.list', 'count: 3'],
    [`{"data":${rows},"has_more":true}`, 'data', 'has_more: true'],
    [`{"data":${rows},"paging":{"next":"/list?page=2"}}`, 'data', 'next: /list?page=2'],
    [`{"value":${rows},"@odata.nextLink":"http://far/next"}`, 'value', '@odata.nextLink: http://far/next'],
    [`{"data":${rows},"response_metadata":{"next_cursor":"b"}}`, 'data', 'next_cursor: b'],
  ])('%s', (body, path, sign) => expect(tell(body, path)).toBe(sign))

  test.each([
    [{ 'x-next-cursor': 'b' }, 'x-next-cursor: b'],
    [{ 'x-next-page': '2' }, 'x-next-page: 2'],
    [{ 'x-total-count': '3' }, 'x-total-count: 3'],
    [{ 'content-range': 'items 0-1/9' }, 'content-range: items 0-1/9'],
    [{ link: '<http://far/2>; rel="next"' }, 'link: <http://far/2>; rel="next"'],
  ])('in a header: %j', (headers, sign) => expect(tell(rows, '', headers as Record<string, string>)).toBe(sign))
})

describe('an answer that says nothing of more', () => {
  test.each([
    [`{"total":2,"data":${rows}}`, 'data'],
    [`{"total":500,"no":"SO-1","lines":${rows}}`, 'lines'],
    [`{"data":${rows},"has_more":false,"next_cursor":"kept"}`, 'data'],
    [`{"data":${rows},"next":null,"nextCursor":""}`, 'data'],
    [`{"data":${rows},"page":1,"pageSize":100,"pages":7}`, 'data'],
    // How many were asked for.
    [`{"start":0,"count":100,"total":2,"data":${rows}}`, 'data'],
    [`{"data":${rows},"paging":{"start":0,"count":10,"links":[]}}`, 'data'],
    [`{"page":1,"count":100,"data":${rows}}`, 'data'],
    [`{"count":2,"data":${rows}}`, 'data'],
    [`{"count":500,"no":"SO-1","lines":${rows}}`, 'lines'],
    [rows, ''],
  ])('%s', (body, path) => expect(tell(body, path)).toBeNull())

  test.each([
    { 'x-next-page': '' },
    { 'x-total': '2' },
    { link: '<http://far/1>; rel="prev"' },
    { 'content-length': '900' },
    { 'content-range': 'bytes 0-899/900' },
    { 'content-range': 'items 0-1/*' },
  ])('in a header: %j', headers => expect(tell(rows, '', headers as Record<string, string>)).toBeNull())
})

describe('where no paging is set', () => {
  let running: Scripted | undefined
  afterEach(async () => {
    await running?.close()
    running = undefined
  })
  async function read(pagination: HttpPagination) {
    running = await startScripted(() => ({ status: 200, body: `{"data":${rows},"has_more":true}` }))
    const plan = { method: 'GET', path: '/list', listPath: 'data', test: {}, pagination } as const
    const { signal } = new AbortController()
    const found = []
    for await (const page of createHttpSource(running.client, 'list', plan).read({
      cursor: null,
      window: null,
      pageSize: 100,
      signal,
    }))
      found.push(...page.records)
    return found
  }

  test('what the answer says of more is a rejected row behind its rows', async () => {
    const found = await read({ kind: 'none' })
    expect(found.slice(0, 2)).toEqual([{ data: { id: 1 } }, { data: { id: 2 } }])
    expect(found[2]?.failure).toMatchObject({
      code: 'source.moreThere',
      message: 'The answer holds 2 rows and says that there are more (has_more: true), but no paging is set.',
    })
  })

  test('unless this answer alone is wanted', async () => {
    expect(await read({ kind: 'none', believesEnd: true })).toHaveLength(2)
  })
})

describe('pages that end before what the far system tells of', () => {
  let running: Scripted | undefined
  afterEach(async () => {
    await running?.close()
    running = undefined
  })
  /** Three pages of two rows each, then none; `around` stands beside the rows. */
  async function read(pagination: HttpPagination, around: (page: number) => object, headers = {}) {
    running = await startScripted(({ url }) => {
      const page = Number(url.searchParams.get('p') ?? 1)
      const data = page > 3 ? [] : [{ id: page * 2 - 1 }, { id: page * 2 }]
      return { status: 200, headers, body: JSON.stringify({ data, ...around(page) }) }
    })
    const plan = { method: 'GET', path: '/list', listPath: 'data', test: {}, pagination } as const
    const { signal } = new AbortController()
    const found = []
    const request = { cursor: null, window: null, pageSize: 2, signal }
    for await (const page of createHttpSource(running.client, 'list', plan).read(request)) found.push(...page.records)
    return found
  }
  const byPage: HttpPagination = { kind: 'page', param: 'p' }
  const byCursor: HttpPagination = { kind: 'cursor', param: 'p', nextPath: 'next' }
  const next = (page: number) => (page < 3 ? { next: String(page + 1) } : { next: null })

  test.each<[string, HttpPagination, (page: number) => object, Record<string, string>, string]>([
    ['a cursor that is not named any more', byCursor, page => ({ ...next(page), total_count: 10 }), {}, '10'],
    [
      'a total that the first page tells alone',
      byCursor,
      page => ({ ...next(page), ...(page === 1 && { total: 7 }) }),
      {},
      '7',
    ],
    ['a list that is cut after so many pages', byPage, () => ({ code: 0, msg: 'ok', total: '25000' }), {}, '25000'],
    ['a total in a header', byPage, () => ({}), { 'x-total-count': '8' }, '8'],
    ['a mark for more on the last page', byCursor, page => ({ ...next(page), has_more: true }), {}, 'has_more: true'],
  ])('%s is a rejected row behind what was read', async (_, pagination, around, headers, sign) => {
    const found = await read(pagination, around, headers)
    expect(found).toHaveLength(7)
    expect(found[6]?.failure).toMatchObject({
      code: 'source.moreThere',
      message: `The pages end after 6 rows, and the far system says that there are more (${sign}).`,
    })
    await running?.close()
    expect(await read({ ...pagination, believesEnd: true }, around, headers)).toHaveLength(6)
  })

  test.each([{ ...byPage, totalPath: 'total' }, byPage])(
    'so is a row in place of which another came twice: %j',
    async pagination => {
      const twice = (page: number) => ({ total: 6, ...(page === 2 && { data: [{ id: 3 }, { id: 1 }] }) })
      const found = await read(pagination, twice)
      expect(found.map(({ data, failure }) => failure?.message ?? data?.['id'])).toEqual([
        1,
        2,
        3,
        1,
        5,
        6,
        'The pages hold 5 different rows, and the far system says that there are 6: others came twice.',
      ])
      await running?.close()
      expect(await read({ ...pagination, believesEnd: true }, twice)).toHaveLength(6)
    },
  )

  test.each<[string, HttpPagination, (page: number) => object]>([
    ['a total of what was read', byCursor, page => ({ ...next(page), total: 6 })],
    ['a total that became smaller', byPage, page => ({ total: page === 1 ? 9 : 6 })],
    ['the number of rows on the page', byPage, page => ({ total: page > 3 ? 0 : 2 })],
    ['a total of all beside a bound of ids', { kind: 'id_gt', param: 'p', idPath: 'id' }, () => ({ total: 900 })],
  ])('not so for %s', async (_, pagination, around) => {
    const found = await read(pagination, around)
    expect(found.filter(({ failure }) => failure)).toEqual([])
  })
})
