import { createTranslate, Failure, type ReadWindow, toJson, type Value } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { SourcePage } from '../../connector.ts'
import type { HttpPagination, HttpReadPlan } from './http-plan.ts'
import { createHttpSource } from './http-source.ts'
import { httpSentences as httpPortuguese } from './sentences.pt.ts'
import { httpSentences } from './sentences.zh.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const byPage: HttpPagination = { kind: 'page', param: 'page', sizeParam: 'size', totalPath: 'total' }
const planOf = (pagination: HttpPagination, more: Partial<HttpReadPlan> = {}): HttpReadPlan => ({
  method: 'GET',
  path: '/list',
  listPath: 'list',
  test: { successPath: 'code', successValues: ['0'], messagePath: 'msg' },
  pagination,
  ...more,
})

async function read(
  script: Script,
  plan: HttpReadPlan,
  window: ReadWindow | null = null,
  cursor: string | null = null,
) {
  running = await startScripted(script)
  const source = createHttpSource(running.client, 'orders', plan)
  const pages: SourcePage[] = []
  const { signal } = new AbortController()
  for await (const page of source.read({ cursor, window, pageSize: 2, signal })) pages.push(page)
  return pages
}
const ids = (pages: readonly SourcePage[]): unknown[] =>
  pages.flatMap(page => page.records.map(each => each.data?.['id']))

/** Ids 1..count, by page. */
const rows = (from: number, to: number): Value =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({ id: from + at }))
const pageOf = (count: number, page: number, size = 2): Value =>
  rows((page - 1) * size + 1, Math.min(count, page * size))
const ok = (body: Record<string, Value>) => ({ body: toJson({ code: 0, ...body }) })
const number = (url: URL, name: string, fallback = 1): number => Number(url.searchParams.get(name) ?? fallback)

describe('paging', () => {
  test('by page, ended by the total', async () => {
    const pages = await read(({ url }) => ok({ list: pageOf(5, number(url, 'page')), total: 5 }), planOf(byPage))
    expect(ids(pages)).toEqual([1, 2, 3, 4, 5])
    expect(pages.map(page => page.cursor === null)).toEqual([false, false, true])
  })

  test('by page from 0, ended by the mark for more', async () => {
    const plan = planOf({ kind: 'page', param: 'page', startPage: 0, hasMorePath: 'more' })
    const script: Script = ({ url }) => ok({ list: pageOf(4, number(url, 'page') + 1), more: number(url, 'page') < 1 })
    expect(ids(await read(script, plan))).toEqual([1, 2, 3, 4])
  })

  test('by page without a word about the end: a short page is not the end, an empty one is', async () => {
    // The far system gives one record a page whatever is asked for.
    const script: Script = ({ url }) => ok({ list: pageOf(3, number(url, 'page'), 1) })
    expect(ids(await read(script, planOf({ kind: 'page', param: 'page', sizeParam: 'size' })))).toEqual([1, 2, 3])
  })

  test('by page with a total, where the far system caps the page size', async () => {
    const script: Script = ({ url }) => ok({ list: pageOf(5, number(url, 'page'), 1), total: 5 })
    expect(ids(await read(script, planOf(byPage)))).toEqual([1, 2, 3, 4, 5])
  })

  test('a record repeated at the start of a page does not end the read early', async () => {
    const script: Script = ({ url }) => {
      const page = number(url, 'page')
      const list = pageOf(6, page) as Value[]
      return ok({ list: page === 1 ? list : [{ id: (page - 1) * 2 }, ...list], total: 6 })
    }
    expect(new Set(ids(await read(script, planOf(byPage))))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })

  test('by offset, moving on by what was given, and not by repeated records', async () => {
    const plan = planOf({ kind: 'offset', param: 'offset', sizeParam: 'limit', totalPath: 'total' })
    const script: Script = ({ url }) => {
      const offset = number(url, 'offset', 0)
      return ok({ list: rows(Math.max(1, offset), Math.min(5, offset + 1)), total: 5 })
    }
    expect(new Set(ids(await read(script, plan)))).toEqual(new Set([1, 2, 3, 4, 5]))
  })

  test('by cursor in the body, and the cursor alone resumes it', async () => {
    const plan = planOf({ kind: 'cursor', param: 'after', place: 'body', nextPath: 'next' }, { method: 'POST' })
    const script: Script = ({ body }) => {
      const after = Number((JSON.parse(body === '' ? '{}' : body) as { after?: string }).after ?? 0)
      return ok({ list: rows(after + 1, Math.min(5, after + 2)), next: after + 2 < 5 ? String(after + 2) : null })
    }
    const pages = await read(script, plan)
    expect(ids(pages)).toEqual([1, 2, 3, 4, 5])
    await running?.close()
    expect(ids(await read(script, plan, null, pages[0]?.cursor))).toEqual([3, 4, 5])
  })

  test('by Link header, relative too; a link to another origin is refused', async () => {
    const plan = planOf({ kind: 'link' }, { test: {}, listPath: '' })
    const script: Script = ({ url }) => {
      const page = number(url, 'page')
      const link = page < 3 ? { link: `</list?page=${page + 1}>; rel="next", </list?page=1>; rel="first"` } : {}
      return { body: toJson(pageOf(5, page)), headers: link }
    }
    expect(ids(await read(script, plan))).toEqual([1, 2, 3, 4, 5])
    await running?.close()
    const away: Script = () => ({ body: '[{"id":1}]', headers: { link: '<http://evil.example/x>; rel=next' } })
    await expect(read(away, plan)).rejects.toThrow(/not the address of this connector/)
  })

  test('raw bytes and the request are kept as evidence', async () => {
    const [page] = await read(() => ok({ list: [{ id: 1 }], total: 1 }), planOf(byPage))
    expect(Buffer.from(page?.raw ?? []).toString()).toContain('"total":1')
    expect(page?.request).toMatch(/^GET http:\/\/127.0.0.1:\d+\/list\?page=1&size=2$/)
  })

  test('elements that are no objects become refused records, not a failed page', async () => {
    const [page] = await read(() => ok({ list: [{ id: 1 }, 7, 'x'] }), planOf({ kind: 'none' }))
    expect(page?.records.map(each => each.failure?.code)).toEqual([undefined, 'source.row', 'source.row'])
  })
})

describe('a broken answer is never "no more data"', () => {
  const first = ok({ list: [{ id: 1 }, { id: 2 }], total: 5, next: 'b', more: true })
  /** The first page is whole, every later one is broken. */
  const shapes: readonly (readonly [string, HttpPagination, ReturnType<Script>, string])[] = [
    [
      'HTML with 200',
      byPage,
      { body: '<!DOCTYPE html><html></html>', headers: { 'content-type': 'text/html' } },
      'http.notJson',
    ],
    ['HTML with leading blanks', byPage, { body: '\n <html><body>login</body></html>' }, 'http.notJson'],
    ['an empty body', byPage, { body: '' }, 'http.notJson'],
    ['cut JSON', byPage, { body: '{"code":0,"list":[{"id":3},{"i' }, 'http.notJson'],
    ['text', byPage, { body: 'error' }, 'http.notJson'],
    ['bytes that are no UTF-8', byPage, { body: Buffer.from([0x7b, 0xff, 0xfe, 0xb6]) }, 'egress.broken'],
    ['a damaged gzip', byPage, { body: 'x', headers: { 'content-encoding': 'gzip' } }, 'egress.broken'],
    ['a broken connection', byPage, 'drop', 'egress.broken'],
    [
      'a body shorter than its announced length',
      byPage,
      { body: '{"code":0,"list":[],"total":2}', headers: { 'content-length': '999', connection: 'close' } },
      'egress.broken',
    ],
    [
      'a body cut at its announced length',
      byPage,
      { body: '{"code":0,"list":[{"id":3}],"total":5}', headers: { 'content-length': '20', connection: 'close' } },
      'http.notJson',
    ],
    [
      'redirects without an end',
      byPage,
      { status: 302, body: '', headers: { location: '/list?page=2' } },
      'egress.broken',
    ],
    ['null', byPage, { body: 'null' }, 'http.refused'],
    ['a number', byPage, { body: '5' }, 'http.refused'],
    ['two answers in one', byPage, { body: '{"code":0,"list":[]}{"code":0,"list":[]}' }, 'http.notJson'],
    ['a list that is a text', byPage, ok({ list: '[]', total: 5 }), 'http.noList'],
    ['a total that is no number', byPage, ok({ list: [], total: 'many' }), 'http.noTotal'],
    [
      'an empty page before the total, by offset',
      { kind: 'offset', param: 'page', totalPath: 'total' },
      ok({ list: [], total: 5 }),
      'http.emptyPage',
    ],
    ['204 without a body', byPage, { status: 204, body: '' }, 'http.notJson'],
    ['success: false', byPage, { body: '{"code":1,"msg":"no"}' }, 'http.refused'],
    ['no success mark', byPage, { body: '{"list":[]}' }, 'http.refused'],
    ['no list', byPage, ok({ total: 5 }), 'http.noList'],
    ['a list that is null', byPage, ok({ list: null, total: 5 }), 'http.noList'],
    ['a list that is an object', byPage, ok({ list: {}, total: 5 }), 'http.noList'],
    ['an empty page before the total', byPage, ok({ list: [], total: 5 }), 'http.emptyPage'],
    ['a total that is gone', byPage, ok({ list: [{ id: 3 }] }), 'http.noTotal'],
    ['the same page again', byPage, first, 'http.repeatedPage'],
    ['403', byPage, { status: 403, body: '{}' }, 'connector.auth'],
    ['404', byPage, { status: 404, body: '{}' }, 'resource.missing'],
    ['400', byPage, { status: 400, body: '{"msg":"bad page"}' }, 'http.rejected'],
    ['429 for ever', byPage, { status: 429, body: '', headers: { 'retry-after': '1' } }, 'http.limited'],
    ['500 for ever', byPage, { status: 500, body: '' }, 'http.server'],
    [
      'a repeated cursor',
      { kind: 'cursor', param: 'c', nextPath: 'next' },
      ok({ list: [{ id: 3 }], next: 'b' }),
      'http.cursorLoop',
    ],
    [
      'a place for cursors that is gone',
      { kind: 'cursor', param: 'c', nextPath: 'next.value' },
      ok({ list: [{ id: 3 }] }),
      'http.noCursor',
    ],
    [
      'more without a cursor',
      { kind: 'cursor', param: 'c', nextPath: 'next', hasMorePath: 'more' },
      ok({ list: [{ id: 3 }], more: true }),
      'http.noCursor',
    ],
    [
      'an end before the total',
      { kind: 'cursor', param: 'c', nextPath: 'next', totalPath: 'total' },
      ok({ list: [{ id: 3 }], next: null, total: 5 }),
      'http.endedEarly',
    ],
    [
      'a mark for more that is no mark',
      { kind: 'page', param: 'page', hasMorePath: 'more' },
      ok({ list: [{ id: 3 }], more: 'perhaps' }),
      'http.noTotal',
    ],
    [
      'an empty page with more to come',
      { kind: 'page', param: 'page', hasMorePath: 'more' },
      ok({ list: [], more: true }),
      'http.emptyPage',
    ],
  ]

  test.each(shapes)('%s', async (name, pagination, broken, code) => {
    const isNested = pagination.nextPath === 'next.value'
    const whole = isNested ? ok({ list: [{ id: 1 }, { id: 2 }], next: { value: 'b' } }) : first
    running = await startScripted(({ url }) => (/[?&](page=2|c=b)/.test(url.search) ? broken : whole))
    const source = createHttpSource(running.client, 'orders', planOf(pagination))
    const { signal } = new AbortController()
    const pages = source.read({ cursor: null, window: null, pageSize: 2, signal })[Symbol.asyncIterator]()
    const one = await pages.next()
    expect(one.done, name).toBe(false)
    const failure = await pages.next().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(failure).toBeInstanceOf(Failure)
    expect((failure as Failure).code).toBe(code) // proved by the line above
    expect((failure as Failure).advice).toBeTruthy()
  })

  test('a circle of cursors longer than one is found', async () => {
    const names = ['a', 'b', 'c']
    let turn = 0
    const script: Script = () => ok({ list: [{ id: turn }], next: names[turn++ % 3] ?? '' })
    await expect(read(script, planOf({ kind: 'cursor', param: 'c', nextPath: 'next' }))).rejects.toThrow(/circle/)
  })
})

describe('trouble that heals inside a page', () => {
  test('429 waits as long as it says, 5xx and resets a little, each at most a few times', async () => {
    const answers = [
      { status: 429, body: '', headers: { 'retry-after': '7' } },
      { status: 503, body: '' },
      'drop',
    ] as const
    let turn = 0
    const pages = await read(() => answers[turn++] ?? ok({ list: [{ id: 1 }], total: 1 }), planOf(byPage))
    expect(ids(pages)).toEqual([1])
    expect(running?.slept).toEqual([7000, 600, 1200])
  })

  test('a wait longer than 20 s is handed to the engine with its length', async () => {
    const script: Script = () => ({ status: 429, body: '', headers: { 'retry-after': '120' } })
    await expect(read(script, planOf(byPage))).rejects.toMatchObject({ retry: 'later', retryAfterMs: 120_000 })
    expect(running?.asked).toHaveLength(1)
  })

  test('what does not heal is asked once', async () => {
    await expect(read(() => ({ status: 400, body: '{}' }), planOf(byPage))).rejects.toMatchObject({ retry: 'never' })
    expect(running?.asked).toHaveLength(1)
  })
})

describe('windows', () => {
  const window = { field: 'updated_at', from: '2025-09-01T00:00:00.250Z', to: '2025-09-01T08:30:00.999Z' }
  const query = [
    { name: 'from', value: '{{from}}' },
    { name: 'to', value: '{{to}}' },
  ]
  const formats = [
    ['iso', {}, '2025-09-01T00:00:00.250Z', '2025-09-01T08:30:00.999Z'],
    ['iso', { isEndExclusive: true }, '2025-09-01T00:00:00.250Z', '2025-09-01T08:30:01.000Z'],
    ['datetime', { timeZone: 'Asia/Shanghai' }, '2025-09-01 08:00:00', '2025-09-01 16:30:01'],
    ['date', { timeZone: 'Asia/Shanghai' }, '2025-09-01', '2025-09-01'],
    ['unix', {}, '1756684800', '1756715401'],
    ['unixMs', {}, '1756684800250', '1756715400999'],
  ] as const

  test.each(formats)('as %s %o nothing is cut off', async (format, more, from, to) => {
    await read(() => ok({ list: [] }), planOf({ kind: 'none' }, { query, window: { format, ...more } }), window)
    const asked = running?.asked[0]?.url.searchParams
    expect([asked?.get('from'), asked?.get('to')]).toEqual([from, to])
  })

  test('a bound without a zone is meant in the zone of the endpoint', async () => {
    const plan = planOf({ kind: 'none' }, { query, window: { format: 'unix', timeZone: 'Asia/Shanghai' } })
    await read(() => ok({ list: [] }), plan, { field: 'x', from: '2025-09-01 08:00:00', to: null })
    expect(running?.asked[0]?.url.search).toBe('?from=1756684800')
  })

  test('an increment that the request does not ask for is refused', async () => {
    await expect(read(() => ok({ list: [] }), planOf({ kind: 'none' }), window)).rejects.toThrow(/\{\{from\}\}/)
  })

  test('templates fill a body by type; an unknown name is refused by name', async () => {
    const body = '{"page":"{{page}}","when":{"from":"{{from}}"},"note":"p{{page}}"}'
    await read(() => ok({ list: [] }), planOf({ kind: 'none' }, { method: 'POST', body }))
    expect(running?.asked[0]?.body).toBe('{"page":0,"when":{},"note":"p0"}')
    await running?.close()
    const wrong = planOf({ kind: 'none' }, { query: [{ name: 'x', value: '{{nope}}' }] })
    await expect(read(() => ok({ list: [] }), wrong)).rejects.toMatchObject({ field: 'query', value: 'nope' })
  })
})

test.each([
  [{ success: false, msg: 'token has ended', list: [] }, 'token has ended'],
  [{ errcode: 42001, list: [] }, 'errcode is 42001'],
])('without a success test %j is a refusal, and never an empty list', async (body, said) => {
  const failing = read(() => ({ body: toJson(body) }), planOf({ kind: 'none' }, { test: {} }))
  await expect(failing).rejects.toMatchObject({
    code: 'http.refused',
    message: expect.stringContaining(`the far system refused: ${said}`),
  })
})

describe('a path that leads nowhere is a broken setting, and never the end', () => {
  const list = [{ id: 1 }, { id: 2 }]
  const none: HttpPagination = { kind: 'none' }

  test.each([
    [
      'data.list',
      { data: list },
      'there is no data.list in the answer: data is a list of 2; lists in the answer: data (2)',
    ],
    ['data.list', { data: [] }, 'there is no data.list in the answer: data is a list of 0'],
    ['', { data: list, tags: [] }, 'the answer is an object, not a list; lists in the answer: data (2), tags (0)'],
    ['rows', { rows: { id: 1 } }, 'the place rows is an object, not a list; there is no list in the answer'],
  ])('the list at %j of %j', async (listPath, body, told) => {
    await expect(read(() => ok(body), planOf(none, { listPath }))).rejects.toMatchObject({
      code: 'http.noList',
      field: 'list_path',
      message: expect.stringContaining(told),
    })
  })

  test.each<[string, ReturnType<Script>, string]>([
    ['null', { body: 'null' }, 'The value null'],
    ['an empty object', { body: '{}' }, 'Empty object {}'],
    ['204', { status: 204, body: '' }, 'Status 204'],
    ['404', { status: 404, body: '{"error":"no rows"}' }, 'Status 404'],
  ])('a later page of %s is told with the setting by which it would be the end', async (_, end, name) => {
    const plan = planOf({ kind: 'page', param: 'page' }, { test: {} })
    const failing = read(({ url }) => (number(url, 'page') === 1 ? ok({ list }) : end), plan)
    const failure = await failing.catch(error => error as Failure)
    expect(failure).toMatchObject({ advice: expect.stringContaining(`choose "${name}" under its forms of "no rows"`) })
    for (const sentences of [httpSentences, httpPortuguese])
      expect(createTranslate(sentences)((failure as Failure).advice ?? '')).not.toMatch(/choose|Correct|Check|Try/)
  })

  test.each<[string, HttpPagination, Record<string, Value>]>([
    ['a cursor', { kind: 'cursor', param: 'after', nextPath: 'list.next' }, { list }],
    ['a total', { kind: 'page', param: 'page', totalPath: 'list.total' }, { list }],
    ['a mark for more', { kind: 'page', param: 'page', hasMorePath: 'list.more' }, { list }],
    ['an id', { kind: 'id_gt', param: 'after', idPath: 'key.id' }, { list: [{ id: 1, key: [{ id: 1 }] }] }],
  ])('%s behind a list', async (_, pagination, body) => {
    await expect(read(() => ok(body), planOf(pagination))).rejects.toMatchObject({
      code: expect.stringMatching(/^http\.no/),
    })
  })

  test('the success mark behind a list is missing, not a success', async () => {
    const plan = planOf(none, { test: { successPath: 'result.ok' } })
    const body = toJson({ result: [{ ok: false }], list })
    await expect(read(() => ({ body }), plan)).rejects.toMatchObject({ code: 'http.refused' })
  })

  test('a complaint that comes without its list is one', async () => {
    const plan = planOf(none, { test: { complaintPaths: ['errors'] } })
    const script: Script = () => ({ body: toJson({ list: [], errors: { message: 'stock service is down' } }) })
    await expect(read(script, plan)).rejects.toThrow(/stock service is down/)
    await running?.close()
    for (const errors of [null, [], {}, ''])
      expect(await read(() => ({ body: toJson({ list, errors }) }), plan)).toHaveLength(1)
  })
})
