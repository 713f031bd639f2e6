import { Adapter, ApiAsset, type ApiAssetInput, checkAsset, parseJson, toText } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { applyAdapter } from './apply-adapter.ts'
import { toEndpoint } from './asset-endpoint.ts'
import type { HttpReadPlan } from './http-plan.ts'
import { createHttpSource } from './http-source.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'
import { tryAsset } from './try-asset.ts'

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const { signal } = new AbortController()
const byId = { mode: 'id_gt', pageField: 'since_id', sizeField: 'limit', pageSize: 2 } as const
const make = (input: Partial<ApiAssetInput> = {}): ApiAsset =>
  ApiAsset.parse({
    name: 'Orders',
    type: 'QUERY',
    method: 'GET',
    api: '/orders',
    id: ['id'],
    listPath: 'list',
    pagination: byId,
    ...input,
  })
const planOf = (asset: ApiAsset): HttpReadPlan => toEndpoint('orders', asset, {}).read! // a QUERY is read

async function read(script: Script, plan: HttpReadPlan = planOf(make()), cursor: string | null = null) {
  running = await startScripted(script)
  const pages = []
  const source = createHttpSource(running.client, 'orders', plan)
  for await (const page of source.read({ cursor, window: null, pageSize: 100, signal })) pages.push(page)
  return { pages, ids: pages.flatMap(page => page.records.map(record => toText(record.data?.['id']))) }
}

/** The ids as they stand in JSON, two a page, greater than the one asked for; `rise` is the far system's order. */
const greater =
  (ids: readonly string[], isGreater: (id: string, last: string) => boolean): Script =>
  ({ url }) => {
    const last = url.searchParams.get('since_id')
    const found = ids.filter(id => last === null || isGreater(toText(parseJson(id)), last)).slice(0, 2)
    return { body: `{"list":[${found.map(id => `{"id":${id}}`).join()}]}` }
  }
const byNumber = (id: string, last: string): boolean => BigInt(id) > BigInt(last)
const page = (...ids: string[]) => ({ body: `{"list":[${ids.map(id => `{"id":${id}}`).join()}]}` })
const asked = () => running?.asked.map(({ url }) => url.searchParams.get('since_id'))

describe('ids greater than the last one', () => {
  test('are asked for until a page is empty; the first page is asked without one', async () => {
    const { ids, pages } = await read(greater(['1', '2', '9', '10', '11'], byNumber))
    expect(ids).toEqual(['1', '2', '9', '10', '11'])
    expect(asked()).toEqual([null, '2', '10', '11'])
    expect(pages.map(({ cursor }) => cursor === null)).toEqual([false, false, false, true])
  })

  test('a short page is no end: the far system may give fewer than were asked for', async () => {
    const one: Script = ({ url }) =>
      page(...['1', '2', '3'].filter(id => byNumber(id, url.searchParams.get('since_id') ?? '0')).slice(0, 1))
    expect((await read(one)).ids).toEqual(['1', '2', '3'])
  })

  test('the far system may say itself that there is no more', async () => {
    const plan = planOf(make({ pagination: { ...byId, hasMorePath: 'more' } }))
    const script: Script = ({ url }) => ({
      body: url.searchParams.has('since_id') ? '{"list":[{"id":3}],"more":false}' : '{"list":[{"id":1}],"more":true}',
    })
    expect((await read(script, plan)).ids).toEqual(['1', '3'])
    expect(running?.asked).toHaveLength(2)
    await running?.close()
    const hollow = read(() => ({ body: '{"list":[],"more":true}' }), plan)
    await expect(hollow).rejects.toMatchObject({ code: 'http.emptyPage', retry: 'later' })
  })

  test('keep every digit, as numbers beyond a double and as texts of digits', async () => {
    const far = ['9007199254740992', '9007199254740993', '9007199254740994', '90071992547409931']
    expect((await read(greater(far, byNumber))).ids).toEqual(far)
    expect(asked()).toEqual([null, '9007199254740993', '90071992547409931'])
    await running?.close()
    const texts = ['9', '10', '007199254740993', '9007199254740993']
    expect(
      (
        await read(
          greater(
            texts.map(each => `"${each}"`),
            byNumber,
          ),
        )
      ).ids,
    ).toEqual(texts)
  })

  test('may be texts of any kind, in the order of their letters', async () => {
    const texts = ['65f0a1', '65f0aa', '65f1', 'SO-2024-0009', 'SO-2024-0010']
    const script = greater(
      texts.map(each => `"${each}"`),
      (id, last) => id > last,
    )
    expect((await read(script)).ids).toEqual(texts)
  })

  test('go out in a body as they came in: numbers as numbers, texts as texts', async () => {
    const inBody = { ...byId, place: 'body' } as const
    const asNumber = planOf(make({ method: 'POST', pagination: { ...inBody, firstCursor: '0' } }))
    await read(({ body }) => (/":0[,}]/.test(body) ? page('9007199254740993') : page()), asNumber)
    expect(running?.asked.map(each => each.body)).toEqual([
      '{"since_id":0,"limit":2}',
      '{"since_id":9007199254740993,"limit":2}',
    ])
    await running?.close()
    const asText = planOf(make({ method: 'POST', pagination: inBody }))
    await read(({ body }) => (body.includes('since_id') ? page() : page('"17"')), asText)
    expect(running?.asked[1]?.body).toBe('{"since_id":"17","limit":2}')
  })

  test('may stand in a template of the request', async () => {
    const asset = make({
      method: 'POST',
      pagination: { ...byId, pageField: '', firstCursor: '0' },
      request: [
        { field: 'filter', type: 'string', default: 'FID > {{cursor}}' },
        { field: 'after', type: 'int', default: '{{cursor}}' },
      ],
    })
    expect(checkAsset(asset)).toEqual([])
    await read(({ body }) => (body.includes('FID > 0') ? page('9007199254740993') : page()), planOf(asset))
    expect(running?.asked[1]?.body).toContain('"filter":"FID > 9007199254740993","after":9007199254740993')
  })

  test('the cursor alone resumes the read; one of another paging is refused', async () => {
    const script = greater(['1', '2', '3', '4', '5'], byNumber)
    const { pages } = await read(script)
    await running?.close()
    expect((await read(script, planOf(make()), pages[0]?.cursor)).ids).toEqual(['3', '4', '5'])
    await running?.close()
    const other = read(script, planOf(make()), '{"next":"eyJwYWdlIjoyfQ"}')
    await expect(other).rejects.toMatchObject({ code: 'source.cursor' })
  })

  test('a total is no end: some far systems count all records, some the rest', async () => {
    const plan = planOf(make({ pagination: { ...byId, totalPath: 'total' } }))
    const far = greater(['1', '2', '3', '4', '5'], byNumber)
    const script: Script = one => {
      const { body } = far(one) as { readonly body: string } // `greater` always answers
      const rest = 5 - Number(one.url.searchParams.get('since_id') ?? 0)
      return { body: body.replace(/}$/, `,"total":${rest}}`) }
    }
    expect((await read(script, plan)).ids).toEqual(['1', '2', '3', '4', '5'])
  })

  test('may stand in another field than the key, below it, and in a list of values', async () => {
    const nested = planOf(make({ id: ['no', 'line'], pagination: { ...byId, idPath: 'meta.seq' } }))
    const script: Script = ({ url }) => ({
      body: url.searchParams.get('since_id') === '7' ? '{"list":[]}' : '{"list":[{"no":"a","meta":{"seq":7}}]}',
    })
    expect((await read(script, nested)).pages).toHaveLength(2)
    await running?.close()
    const named = planOf(
      make({
        listOfValues: true,
        response: [
          { field: 'name', type: 'string' },
          { field: 'id', type: 'int' },
        ],
      }),
    )
    const values: Script = ({ url }) => ({
      body: url.searchParams.has('since_id') ? '{"list":[]}' : '{"list":[["a",4]]}',
    })
    expect((await read(values, named)).ids).toEqual(['4'])
    expect(asked()).toEqual([null, '4'])
  })

  test('an adapter may say so for its interfaces, whose key it takes', async () => {
    const doc = Adapter.parse({ name: 'Far', pagination: byId })
    const plain = toEndpoint('orders', make({ pagination: { mode: 'adapter' } }), {})
    const adapter = { id: 'a', name: 'Far', version: 1, level: 'platform', doc } as never // of which the document counts
    expect((await read(greater(['1', '2', '3'], byNumber), applyAdapter(plain, adapter).read)).ids).toHaveLength(3)
  })
})

describe('what would skip records is refused, and says what to do', () => {
  const refused: readonly (readonly [string, Script, string, RegExp])[] = [
    ['a page that is not sorted', () => page('2', '1'), 'http.idOrder', /not sorted by id: 1 comes after 2/],
    ['texts of digits that are sorted as texts', () => page('"10"', '"9"'), 'http.idOrder', /9 comes after 10/],
    ['an id that stands twice', () => page('1', '1'), 'http.idOrder', /the id 1 at id stands twice/],
    [
      'a later page that goes back',
      ({ url }) => (url.searchParams.has('since_id') ? page('1', '3') : page('1', '2')),
      'http.idBound',
      /greater than 2 were asked for, and the page begins with 1/,
    ],
    [
      'a bound that is included',
      ({ url }) => (url.searchParams.has('since_id') ? page('2', '3') : page('1', '2')),
      'http.idBound',
      /begins with 2/,
    ],
    ['the same page for ever', () => page('1', '2'), 'http.repeatedPage', /same as the page before/],
    [
      'a record without an id',
      () => ({ body: '{"list":[{"id":1},{"no":2}]}' }),
      'http.noId',
      /record 2 .* no id at id/,
    ],
    ['an id that is a fraction', () => page('1.5'), 'http.noId', /record 1/],
    ['an id in powers of ten', () => page('1e3'), 'http.noId', /record 1/],
    ['an empty id', () => page('""'), 'http.noId', /record 1/],
    ['an id that is a list', () => page('[1]'), 'http.noId', /record 1/],
  ]

  test.each(refused)('%s', async (_, script, code, said) => {
    const failure = await read(script).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(failure).toMatchObject({ code, retry: 'never', message: expect.stringMatching(said) })
    expect((failure as { advice?: string }).advice).toBeTruthy()
  })

  test('a key of several fields does not say which one rises', async () => {
    const asset = make({ id: ['no', 'line'] })
    expect(checkAsset(asset)).toEqual([{ path: 'pagination.idPath', code: 'idPath' }])
    await expect(read(() => page('1'), planOf(asset))).rejects.toMatchObject({ code: 'http.noId' })
    expect(checkAsset(make({ pagination: { ...byId, pageField: '' } }))).toEqual([
      { path: 'pagination.pageField', code: 'pageField' },
    ])
  })

  test('a trial tells it before a strategy does', async () => {
    running = await startScripted(() => page('2', '1'))
    const trial = await tryAsset(running.client, make(), { options: {}, pageSize: 2, window: null }, signal)
    expect(trial.problem).toMatchObject({ code: 'http.idOrder' })
    expect(trial.problem?.advice).toMatch(/sorting parameter/)
  })
})
