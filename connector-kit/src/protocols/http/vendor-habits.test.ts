import { createHash } from 'node:crypto'
import {
  Adapter,
  type AdapterInput,
  ApiAsset,
  type ApiAssetInput,
  type ReadWindow,
  toJson,
  toText,
} from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createAdapterAuthorization } from './adapter-auth.ts'
import { addParts } from './adapter-request.ts'
import { toEndpoint } from './asset-endpoint.ts'
import { createHttpSource } from './http-source.ts'
import { createHttpTarget } from './http-target.ts'
import { Secrets } from './secrets.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

/** What the adapters of well-known vendors need beyond paging and tokens; the worked examples are the vendors' own. */

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})
const signal = new AbortController().signal
const ok = (body: object) => ({ body: toJson(body as never) })
const make = (input: Partial<ApiAssetInput>): ApiAsset =>
  ApiAsset.parse({
    name: 'Orders',
    type: 'QUERY',
    method: 'POST',
    api: '/orders',
    id: ['id'],
    listPath: 'list',
    ...input,
  })

async function read(script: Script, asset: ApiAsset, window: ReadWindow | null = null, cursor: string | null = null) {
  running = await startScripted(script)
  const pages = []
  const source = createHttpSource(running.client, 'a', toEndpoint('a', asset, {}).read!)
  for await (const page of source.read({ cursor, window, pageSize: 2, signal })) pages.push(page)
  return { pages, ids: pages.flatMap(page => page.records.map(record => toText(record.data?.['id']))) }
}

/** What an adapter makes of a form, at the moment of the vendor's example. */
function sign(input: AdapterInput, body: object, params: Record<string, string>, nowMs: number): URLSearchParams {
  const doc = Adapter.parse(input)
  const form = new URLSearchParams(Object.entries(body)).toString()
  const request = { method: 'POST', url: new URL('http://vendor/'), headers: {}, body: form }
  const tools = { secrets: new Secrets(), timeZone: doc.timeZone, now: () => nowMs }
  return new URLSearchParams(addParts(request, doc.request, params, tools, 'form').body ?? '')
}

describe('signatures', () => {
  test('over lengths and values: the worked example of the guide of Wangdian', () => {
    const parts = {
      body: [
        { name: 'timestamp', value: '{{timestamp}}' },
        { name: 'sign', value: '{{calc.sign}}' },
      ],
      calculations: [{ name: 'sign', function: 'md5' as const, text: '{{allSized}}{{param.secret}}' }],
    }
    const example = {
      appkey: 'test2-xx',
      page_no: '0',
      end_time: '2016-08-01 13:00:00',
      start_time: '2016-08-01 12:00:00',
      page_size: '40',
      sid: 'test2',
    }
    const signed = sign({ name: 'w', request: parts }, example, { 'param.secret': '12345' }, 1_470_042_310_000)
    expect(signed.get('sign')).toBe('ad4e6fe037ea6e3ba4768317be9d1309')
    // Characters count, not bytes: as the vendor's client does it.
    const chinese = sign({ name: 'w', request: parts }, { name: '中文👍' }, { 'param.secret': 's' }, 1_470_042_310_000)
    const text = '04-name:0003-中文👍;09-timestamp:0010-1470042310s'
    expect(chinese.get('sign')).toBe(createHash('md5').update(text).digest('hex'))
  })

  test('a time of day is written in the zone of the adapter', () => {
    const request = { body: [{ name: 'at', value: '{{datetime}}' }] }
    const nowMs = Date.UTC(2025, 0, 1, 16, 30, 1)
    expect(sign({ name: 'k', request }, {}, {}, nowMs).get('at')).toBe('2025-01-01 16:30:01')
    expect(sign({ name: 'k', request, timeZone: 'Asia/Shanghai' }, {}, {}, nowMs).get('at')).toBe('2025-01-02 00:30:01')
  })

  test('a zone that is none is refused where it stands', () => {
    expect(Adapter.safeParse({ name: 'k', timeZone: 'Asia/Nowhere' }).error?.issues[0]?.path).toEqual(['timeZone'])
  })
})

describe('addresses that a sign-in gives', () => {
  async function ask(gateway: (own: string) => string, hosts: string[] = []) {
    running = await startScripted(({ url }) =>
      url.pathname === '/where' ? ok({ gateway: gateway(running!.url), token: 'a+/=' }) : ok({ list: [{ id: 1 }] }),
    )
    const doc = Adapter.parse({
      name: 'y',
      hosts,
      auth: {
        steps: [
          {
            name: 'where',
            method: 'GET',
            path: 'where',
            values: [
              { name: 'gateway', path: 'gateway' },
              { name: 'token', path: 'token' },
            ],
          },
        ],
      },
      request: { baseUrl: '{{auth.gateway}}', query: [{ name: 'access_token', value: '{{auth.token}}' }] },
    })
    const { client, context } = running
    const tools = {
      context,
      secrets: client.secrets,
      resolve: (path: string) => client.resolveUrl(path, true),
      exchange: async (request: { url: URL; method: string }) =>
        context.egress.fetch(request.url.href, { method: request.method }),
      retry: <T>(work: () => Promise<T>) => work(),
    }
    const adapter = { id: 'y', name: 'y', version: 1, level: 'platform' as const, doc }
    const own = {
      usesTokens: false,
      signIn: async () => undefined,
      sign: async (request: never) => ({ request, forget() {} }),
    }
    const way = createAdapterAuthorization(adapter, { values: {}, secrets: [] }, own as never, tools as never, null)
    const request = { method: 'GET', url: client.resolveUrl('/orders?a=1'), headers: {}, body: null }
    return (await way.sign(request, signal)).request.url.href.replace(running.url, 'own')
  }

  test('take the path and the query of the request, and the token encoded', async () => {
    expect(await ask(own => `${own}/gateway/`)).toBe('own/gateway/orders?a=1&access_token=a%2B%2F%3D')
  })

  test('count inside the declared domains alone', async () => {
    expect(await ask(() => 'https://c2.vendor.com/gw', ['vendor.com'])).toBe(
      'https://c2.vendor.com/gw/orders?a=1&access_token=a%2B%2F%3D',
    )
    await running!.close()
    const elsewhere = ask(() => 'https://vendor.com.evil.example/gw', ['vendor.com'])
    await expect(elsewhere).rejects.toMatchObject({ code: 'adapter.host', value: 'https://vendor.com.evil.example' })
  })
})

describe('windows that the far system limits', () => {
  const hour = make({
    request: [
      { field: 'from', type: 'string', default: '{{from}}' },
      { field: 'to', type: 'string', default: '{{to}}' },
    ],
    pagination: { mode: 'page', pageSize: 2, pageField: 'page', place: 'body', totalPath: 'total' },
    window: { format: 'datetime', timeZone: 'Asia/Shanghai', maxSeconds: 3600, firstDays: 1 },
  })
  const window = { field: 'changed', from: '2025-01-01T00:00:00.5Z', to: '2025-01-01T02:30:00Z' }
  const asked = (): string[] =>
    running!.asked
      .map(({ body }) => JSON.parse(body) as { from: string; to: string })
      .map(({ from, to }) => `${from.slice(11)}-${to.slice(11)}`)

  test('are read in parts that meet, page by page, and none is longer', async () => {
    const { ids } = await read(
      ({ body }) => {
        const { from, page } = JSON.parse(body)
        return ok({ total: 3, list: page === 1 ? [{ id: `${from}a` }, { id: `${from}b` }] : [{ id: `${from}c` }] })
      },
      hour,
      window,
    )
    expect([...new Set(asked())]).toEqual(['08:00:00-09:00:00', '09:00:00-10:00:00', '10:00:00-10:30:01'])
    expect(ids).toHaveLength(9)
    expect(new Set(ids).size).toBe(9)
  })

  test('go on from the cursor of any page', async () => {
    const script: Script = ({ body }) => ok({ total: 1, list: [{ id: JSON.parse(body).from }] })
    const { pages, ids } = await read(script, hour, window)
    await running!.close()
    const rest = await read(script, hour, window, pages[0]!.cursor)
    expect(rest.ids).toEqual(ids.slice(1))
  })

  test('have a beginning and an end where none is given', async () => {
    await read(() => ok({ total: 0, list: [] }), { ...hour, window: { ...hour.window, maxSeconds: 86_400 } })
    const [first, ...others] = running!.asked.map(({ body }) => JSON.parse(body) as { from: string; to: string })
    expect(others).toEqual([])
    expect(Date.parse(first!.to) - Date.parse(first!.from)).toBe(86_400_000)
  })
})

describe('lists that lose records while they are read', () => {
  const byPage = { mode: 'page', pageSize: 2, pageField: 'page', place: 'body' } as const
  const paged = (totalOnce: boolean) => make({ pagination: { ...byPage, totalPath: 'total', totalOnce } })
  /** Once two pages were given, the first record leaves: all others move up. */
  const losing = (totalOnce: boolean): Script => {
    let rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    let given = 0
    return ({ body }) => {
      const { page } = JSON.parse(body)
      if (++given === 3) rows = rows.slice(1)
      const total = totalOnce && page > 1 ? {} : { total: rows.length }
      return ok({ ...total, list: rows.slice((page - 1) * 2, page * 2).map(id => ({ id })) })
    }
  }

  test.each([[false], [true]])('are read back to what moved up (total told once: %s)', async totalOnce => {
    const { ids } = await read(losing(totalOnce), paged(totalOnce))
    expect([...new Set(ids)].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  test('are read back where no setting says which figure is the total', async () => {
    const { ids } = await read(losing(false), make({ pagination: byPage }))
    expect([...new Set(ids)].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  test('are not looked for where a figure counts what is left', async () => {
    const all = Array.from({ length: 40 }, (_, id) => ({ id }))
    const { ids } = await read(
      ({ body }) => {
        const { page } = JSON.parse(body)
        return ok({ total: Math.max(0, 40 - page * 2), list: all.slice((page - 1) * 2, page * 2) })
      },
      make({ pagination: byPage }),
    )
    expect(ids).toHaveLength(40)
  })

  test('are read back so often and no more where a figure keeps falling', async () => {
    let total = 100
    const { ids } = await read(
      ({ body }) => {
        const { page } = JSON.parse(body)
        return ok({
          total: page < 20 ? total-- : 0,
          list: page < 20 ? [{ id: `${page}a` }, { id: `${page}b` }] : [],
        })
      },
      make({ pagination: byPage }),
    )
    const given = ids.filter(id => id !== '')
    expect(new Set(given).size).toBe(38)
    // Ten times two pages.
    expect(given).toHaveLength(38 + 40)
  })

  test('and never end as whole when they keep losing', async () => {
    const forever = read(({ body }) => {
      const { page } = JSON.parse(body)
      return ok({ ...(page === 1 ? { total: 9 } : {}), list: page === 1 ? [{ id: 1 }, { id: 2 }] : [] })
    }, paged(true))
    await expect(forever).rejects.toMatchObject({ code: 'http.emptyPage', retry: 'later' })
  })
})

describe('ids in a list and the record by itself', () => {
  const detailed = make({
    listOfValues: true,
    response: [{ field: 'id', type: 'string' }],
    detail: { api: 'orders/one?id={id}', recordPath: 'result' },
    pagination: { mode: 'cursor', pageSize: 2, pageField: 'next', place: 'body', firstCursor: '0', nextPath: 'next' },
  })
  const script: Script = ({ method, url, body }) => {
    const id = url.searchParams.get('id')
    if (method === 'GET' && id === 'gone') return { status: 400, body: '{"message":"no such record"}' }
    if (method === 'GET') return { body: `{"result":{"amount":12345678901234567.8900,"name":"n-${id}"}}` }
    const { next } = JSON.parse(body)
    return ok(next === 0 ? { list: ['x', 'gone'], next: '2' } : { list: ['y'] })
  }

  test('are one record each, exact to the digit; what the far system refuses is that record alone', async () => {
    const { pages } = await read(script, detailed)
    const records = pages.flatMap(page => page.records)
    expect(
      records.map(each => each.data && `${each.data['id']} ${each.data['name']} ${toText(each.data['amount'])}`),
    ).toEqual(['x n-x 12345678901234567.8900', null, 'y n-y 12345678901234567.8900'])
    expect(records[1]!.failure).toMatchObject({ code: 'source.row', retry: 'never' })
    // The cursor is a number because the first one is.
    expect(running!.asked.filter(each => each.method === 'POST').map(each => each.body)).toEqual([
      '{"next":0}',
      '{"next":2}',
    ])
    expect(Buffer.from(pages[0]!.raw!).toString()).toContain('n-x')
  })

  test('and are asked for by POST where there is a body, with numbers as numbers', async () => {
    const asset = make({
      detail: { api: 'orders/one', body: '{"no":"{id}","with":{"lines":true}}', recordPath: 'result' },
    })
    const script: Script = ({ url, body }) =>
      url.pathname.endsWith('/one')
        ? ok({ result: { name: `n-${JSON.parse(body).no}` } })
        : ok({ list: [{ id: 7 }, { id: '007' }] })
    const { pages } = await read(script, asset)
    expect(pages[0]!.records.map(each => each.data)).toEqual([
      { id: 7, name: 'n-7' },
      { id: '007', name: 'n-007' },
    ])
    expect(running!.asked.slice(1).map(each => `${each.method} ${each.body}`)).toEqual([
      'POST {"no":7,"with":{"lines":true}}',
      'POST {"no":"007","with":{"lines":true}}',
    ])
  })
})

describe('requests and writes', () => {
  test('a condition of a list is left out whole when its bounds have no value', async () => {
    const asset = make({
      request: [
        {
          field: 'conditions',
          type: 'array',
          fields: [
            { field: 'field', type: 'string', default: 'changed' },
            { field: 'value', type: 'string', default: '{{from}}' },
          ],
        },
      ],
    })
    await read(() => ok({ list: [] }), asset)
    expect(running!.asked[0]!.body).toBe('{"conditions":[]}')
  })

  test('a key longer than the field takes is sent as the beginning of its hash, the same each time', async () => {
    running = await startScripted(() => ok({}))
    const asset = make({ type: 'EXECUTE', write: { bodyKey: 'data', idempotencyField: 'key', idempotencyLength: 32 } })
    const target = createHttpTarget(running.client, 'a', toEndpoint('a', asset, {}).write!)
    const record = { data: { n: 1 }, idempotencyKey: 'strategy:record:'.repeat(5) }
    for (let time = 0; time < 2; time++) await target.write([record], signal)
    const [first, second] = running.asked.map(({ body }) => (JSON.parse(body) as { data: { key: string } }).data.key)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(target.guarantee).toBe('idempotencyKey')
  })

  test('a far system that updates a known number makes a lost answer harmless', async () => {
    let calls = 0
    running = await startScripted(() => (++calls === 1 ? 'drop' : ok({})))
    const asset = make({ type: 'EXECUTE', write: { guarantee: 'upsert' } })
    const target = createHttpTarget(running.client, 'a', toEndpoint('a', asset, {}).write!)
    const [outcome] = await target.write([{ data: { n: 1 }, idempotencyKey: 'k' }], signal)
    expect([target.guarantee, outcome?.kind, calls]).toEqual(['upsert', 'written', 2])
  })

  test('what an adapter adds to bodies leaves a question by address alone', () => {
    const doc = Adapter.parse({ name: 'd', request: { body: [{ name: 'form', value: 'x' }] } })
    const request = { method: 'GET', url: new URL('http://vendor/one'), headers: {}, body: null }
    const tools = { secrets: new Secrets(), timeZone: 'UTC', now: () => 0 }
    expect(addParts(request, doc.request, {}, tools).body).toBeNull()
  })
})
