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
    [`{"data":${rows},"has_more":true}`, 'data', 'has_more: true'],
    [`{"data":${rows},"paging":{"next":"/list?page=2"}}`, 'data', 'next: /list?page=2'],
    [`{"value":${rows},"@odata.nextLink":"http://far/next"}`, 'value', '@odata.nextLink: http://far/next'],
    [`{"data":${rows},"response_metadata":{"next_cursor":"b"}}`, 'data', 'next_cursor: b'],
  ])('%s', (body, path, sign) => expect(tell(body, path)).toBe(sign))

  test.each([
    [{ 'x-next-cursor': 'b' }, 'x-next-cursor: b'],
    [{ 'x-next-page': '2' }, 'x-next-page: 2'],
    [{ 'x-total-count': '3' }, 'x-total-count: 3'],
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
    [rows, ''],
  ])('%s', (body, path) => expect(tell(body, path)).toBeNull())

  test.each([
    { 'x-next-page': '' },
    { 'x-total': '2' },
    { link: '<http://far/1>; rel="prev"' },
    { 'content-length': '900' },
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
    const found = await read({ kind: 'none', refusesMore: true })
    expect(found.slice(0, 2)).toEqual([{ data: { id: 1 } }, { data: { id: 2 } }])
    expect(found[2]?.failure).toMatchObject({
      code: 'source.moreThere',
      message: 'The answer holds 2 rows and says that there are more (has_more: true), but no paging is set.',
    })
  })

  test('unless this answer alone is wanted', async () => {
    expect(await read({ kind: 'none' })).toHaveLength(2)
  })
})
