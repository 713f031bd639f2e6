import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLogicalServer } from './testing/logical-server.ts'
import { createMover } from './testing/move-rows.ts'

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
type Mood = (query: URLSearchParams) => Answer

const ALL = [1, 2, 3, 4, 5]
const rows = (ids: readonly number[]) => ids.map(id => ({ id, name: `n${id}` }))
/** A page of five rows. */
const cut = (query: URLSearchParams, ids: readonly number[] = ALL) => {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 2)]
  return rows(ids.slice((page - 1) * size, page * size))
}
const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  headers,
  body: JSON.stringify(body),
})
const byPage = { pagination: 'page', page_param: 'page', size_param: 'size', max_page_size: 2 }
const byLink = { pagination: 'link', size_param: 'size', max_page_size: 2 }
const byCursor = { pagination: 'cursor', page_param: 'page', size_param: 'size', max_page_size: 2 }

let mood: Mood
let service: Server
let mover: Awaited<ReturnType<typeof createMover>>
let server: Awaited<ReturnType<typeof startLogicalServer>>
let far: pg.Client

beforeAll(async () => {
  mover = await createMover()
  server = await startLogicalServer()
  far = new pg.Client({ connectionString: server.url })
  await far.connect()
  service = createServer((req, res) => {
    const { status = 200, headers = {}, body = '' } = mood(new URL(req.url ?? '/', 'http://service').searchParams)
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(status === 204 ? undefined : body)
  })
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await mover.stop()
  service.closeAllConnections()
  await new Promise(resolve => service.close(resolve))
  await far.end()
  await server.stop()
})

let tables = 0

/** From the service into a table of its own, by a strategy as the form saves it. */
async function run(answers: Mood, options: object) {
  mood = answers
  tables += 1
  const table = `public.rows_${tables}`
  await far.query(`create table ${table} (id int primary key, name text)`)
  const { port } = service.address() as AddressInfo // a TCP server that listens has one
  const params = { base_url: `http://127.0.0.1:${port}`, auth: 'none' }
  const ended = await mover.move(
    { platform: 'http', params, config: { resource: '/list', key: ['id'], options } },
    { platform: 'postgresql', params: server.params, config: { resource: table, key: ['id'] } },
    {
      fields: ['id', 'name'].map(name => ({ target: name, value: { kind: 'template', template: `{{${name}}}` } })),
    },
  )
  const found = await far.query<{ id: number }>(`select id from ${table} order by id`)
  return { ...ended, ids: found.rows.map(each => each.id) }
}

const list = { list_path: 'data' }
const nothing = (...forms: string[]) => ({ ...list, nothing: forms })

describe('what is accepted as "no rows" ends a read with every row', () => {
  test.each<[string, Mood, object, number[]]>([
    [
      '204 behind the last page',
      q => (cut(q).length ? ok({ data: cut(q) }) : { status: 204 }),
      { ...byPage, ...nothing('status204') },
      ALL,
    ],
    [
      '404 behind the last page',
      q => (cut(q).length ? ok({ data: cut(q) }) : { status: 404, body: '{"message":"no more"}' }),
      { ...byPage, ...nothing('status404') },
      ALL,
    ],
    [
      'an empty body behind the last page',
      q => (cut(q).length ? ok({ data: cut(q) }) : {}),
      { ...byPage, ...nothing('emptyBody') },
      ALL,
    ],
    [
      'null behind the last page',
      q => ok({ code: 0, data: cut(q).length ? cut(q) : null }),
      { ...byPage, ...nothing('null'), success_path: 'code', success_values: '0' },
      ALL,
    ],
    [
      '"" behind the last page',
      q => ok({ data: cut(q).length ? cut(q) : '' }),
      { ...byPage, ...nothing('emptyText') },
      ALL,
    ],
    [
      '{} behind the last page',
      q => ok({ data: cut(q).length ? cut(q) : {} }),
      { ...byPage, ...nothing('emptyObject') },
      ALL,
    ],
    [
      'no list behind the last page',
      q => ok(cut(q).length ? { data: cut(q) } : { page: 4 }),
      { ...byPage, ...nothing('missingList') },
      ALL,
    ],
    ['204 as the first page', () => ({ status: 204 }), { ...byPage, ...nothing('status204') }, []],
    [
      '{} as the whole answer, without the mark of success',
      () => ok({}),
      { ...nothing('emptyObject'), success_path: 'code', success_values: '0' },
      [],
    ],
    [
      'records under their ids',
      () => ok({ data: { 'SO-7': rows([7])[0], 'SO-3': rows([3])[0] } }),
      { ...list, keyed_records: true },
      [3, 7],
    ],
    ['no record under an id', () => ok({ data: {} }), { ...list, keyed_records: true }, []],
    ['a single record without its list', () => ok({ data: rows([7])[0] }), { ...list, lone_record: true }, [7]],
  ])('%s', async (_, answers, options, ids) => {
    expect(await run(answers, options)).toMatchObject({ state: 'succeeded', failure: null, ids })
  })
})

describe('what is not accepted fails the run with the true reason', () => {
  test.each<[string, Mood, object, string]>([
    ['204 where it is not accepted', () => ({ status: 204 }), { ...byPage, ...list }, 'the answer is empty'],
    [
      '204 on page 2 of 500 rows',
      q => (q.get('page') === '1' ? ok({ data: cut(q), total: 500 }) : { status: 204 }),
      { ...byPage, ...nothing('status204'), total_path: 'total' },
      'an empty page although there should be more (500 in all)',
    ],
    [
      '204 after a page that said there is more',
      q => (q.get('page') === '1' ? ok({ data: cut(q), more: true }) : { status: 204 }),
      { ...byPage, ...nothing('status204'), has_more_path: 'more' },
      'an empty page although there should be more',
    ],
    [
      'a page for people under 404',
      () => ({ status: 404, body: '<html>not found</html>' }),
      nothing('status404'),
      'there is nothing at this address',
    ],
    [
      'a page for people under 200',
      () => ({ body: '<html></html>' }),
      nothing('emptyBody'),
      'the answer is a web page',
    ],
    [
      'null beside a refusal',
      () => ok({ code: 7, msg: 'the service is down', data: null }),
      { ...nothing('null'), success_path: 'code', success_values: '0', message_path: 'msg' },
      'the service is down',
    ],
    [
      'records in another place',
      () => ok({ result: rows(ALL) }),
      nothing('missingList'),
      'lists in the answer: result (5)',
    ],
    ['202, not ready yet', () => ({ status: 202 }), nothing('emptyBody'), 'the answer is empty'],
    [
      'a wrong path over a list',
      () => ok({ data: rows(ALL) }),
      { list_path: 'data.list', nothing: ['missingList', 'emptyObject', 'null'] },
      'data is a list of 5',
    ],
    [
      'an object that is a list by its names',
      () => ok({ data: { 0: rows([1])[0], 1: rows([2])[0] } }),
      { ...list, lone_record: true },
      'the place data is an object, not a list',
    ],
    [
      'an object of records and something else',
      () => ok({ data: { 'SO-7': rows([7])[0], total: 1 } }),
      { ...list, keyed_records: true },
      'the place data is an object, not a list',
    ],
    [
      'a header for the next cursor that never comes',
      q => ok({ data: cut(q) }),
      { ...byCursor, ...list, next_header: 'X-Next' },
      'there is no X-Next header in the answer',
    ],
    [
      'a link header that never comes',
      q => ok({ data: cut(q) }),
      { ...byLink, ...list },
      'there is no Link header in the answer',
    ],
    [
      'a path of the next cursor that leads nowhere',
      q => ok({ data: cut(q), next: '2' }),
      { ...byCursor, ...list, next_path: 'nextPage' },
      'there is no nextPage in the answer',
    ],
    [
      'a header for the total that never comes',
      q => ok({ data: cut(q) }),
      { ...byPage, ...list, total_header: 'X-Total' },
      'the total at X-Total is missing',
    ],
    [
      'a next link that is no address',
      q => ok({ data: cut(q), next: 'http://' }),
      { ...byLink, ...list, link_path: 'next' },
      'which is no address',
    ],
    [
      'one name twice around the list',
      () => ({ body: '{"data":[],"data":[{"id":1,"name":"a"}]}' }),
      list,
      'the name data twice in one object',
    ],
  ])('%s', async (_, answers, options, reason) => {
    const { state, failure } = await run(answers, options)
    expect(state).toBe('failed')
    expect(failure?.message).toContain(reason)
  })

  test('one name twice in a record costs that record, and the run is not green', async () => {
    const body = '{"data":[{"id":1,"name":"a"},{"id":2,"name":"b","name":"c"},{"id":3,"name":"d"}]}'
    expect(await run(() => ({ body }), list)).toMatchObject({ state: 'partial', ids: [1, 3], counts: { rejected: 1 } })
  })
})

describe('the next page', () => {
  const pages =
    (next: (page: number) => Readonly<Record<string, string>>): Mood =>
    q => {
      const page = Number(q.get('page') ?? 1)
      return ok({ data: cut(q) }, page * Number(q.get('size') ?? 2) < ALL.length ? next(page) : {})
    }

  test.each<[string, Mood, object]>([
    ['a cursor in a header', pages(page => ({ 'x-next': String(page + 1) })), { ...byCursor, next_header: 'X-Next' }],
    [
      'a cursor in a link of RFC 8288',
      pages(page => ({ link: `</list?page=${page + 1}>; title="a, b; rel=prev"; rel="last next"` })),
      { ...byCursor, next_header: 'Link' },
    ],
    [
      'an address in a header',
      pages(page => ({ 'x-next-page': `/list?page=${page + 1}&size=2` })),
      { ...byLink, next_header: 'X-Next-Page' },
    ],
    [
      'a total in Content-Range',
      q => ok({ data: cut(q) }, { 'content-range': 'items 0-1/5' }),
      { ...byPage, total_header: 'Content-Range' },
    ],
    [
      'a total in a header of the first page alone',
      q => ok({ data: cut(q) }, q.get('page') === '1' ? { 'x-total': '5' } : {}),
      { ...byPage, total_header: 'X-Total' },
    ],
    [
      'a name with a point in it',
      q =>
        ok({
          data: cut(q),
          ...(q.get('page') === '3' ? {} : { '@odata.nextLink': `/list?page=${Number(q.get('page') ?? 1) + 1}` }),
        }),
      { ...byLink, link_path: '@odata.nextLink' },
    ],
    [
      'a cursor that ends as false',
      q => ok({ data: cut(q), next: q.get('page') === '3' ? false : Number(q.get('page') ?? 1) + 1 }),
      { ...byCursor, next_path: 'next' },
    ],
  ])('%s', async (_, answers, options) => {
    expect(await run(answers, { ...list, ...options })).toMatchObject({ state: 'succeeded', failure: null, ids: ALL })
  })

  test('a list that just fills its page is proved to be whole by a page of one record less', async () => {
    const two = [1, 2]
    const answers: Mood = q => {
      const [page, size] = [Number(q.get('page') ?? 1), Number(q.get('size'))]
      return ok({ data: cut(q, two) }, page * size < two.length ? { 'x-next': String(page + 1) } : {})
    }
    // Both fill the first page, which names no next one; of pages of one, the first does.
    expect(await run(answers, { ...list, ...byCursor, next_header: 'X-Next' })).toMatchObject({
      state: 'succeeded',
      failure: null,
      ids: two,
    })
  })
})
