import { ApiAsset, type ApiAssetInput, toJson } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { toEndpoint } from './asset-endpoint.ts'
import type { HttpReadPlan } from './http-plan.ts'
import { createHttpSource } from './http-source.ts'
import { readSeenAnswer } from './read-seen.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'
import { tryAsset } from './try-asset.ts'

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function readIds(script: Script, plan: HttpReadPlan, pageSize: number): Promise<unknown[]> {
  running = await startScripted(script)
  const ids: unknown[] = []
  const request = { cursor: null, window: null, pageSize, signal: new AbortController().signal }
  for await (const page of createHttpSource(running.client, 'contacts', plan).read(request))
    ids.push(...page.records.map(({ data }) => data?.['id']))
  return ids
}

describe('a cursor that vanishes on the last page together with what it stands in, as HubSpot does it', () => {
  const pagination = { kind: 'cursor', param: 'after', sizeParam: 'limit', nextPath: 'paging.next.after' } as const
  /** `count` rows by place; the last page has no `paging` at all. */
  const script =
    (count: number, most = 100): Script =>
    ({ url }) => {
      const [at, size] = [Number(url.searchParams.get('after') ?? 0), Number(url.searchParams.get('limit'))]
      const end = Math.min(count, at + Math.min(most, size))
      const results = Array.from({ length: end - at }, (_, index) => ({ id: at + index + 1 }))
      return { body: toJson({ results, ...(end < count ? { paging: { next: { after: String(end) } } } : {}) }) }
    }
  const plan = (change: object = {}) => ({
    method: 'GET' as const,
    path: '/contacts',
    listPath: 'results',
    test: {},
    pagination: { ...pagination, ...change },
  })

  test.each([0, 1, 2, 3, 4, 5, 9])('%i rows all arrive', async count => {
    expect(await readIds(script(count), plan(), 4)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  })

  test('a path that is wrong is told, however few came of the page', async () => {
    for (const most of [2, 4]) {
      const reading = readIds(script(9, most), plan({ nextPath: 'page.next.after' }), 4)
      await expect(reading).rejects.toMatchObject({ code: 'http.noCursor' })
      await running?.close()
    }
  })
})

describe('a run and the try pane judge the end of a list alike, however the far system says it', () => {
  type Page = (from: number, end: number, count: number) => ReturnType<Script>
  const rows = (from: number, end: number) => Array.from({ length: end - from }, (_, at) => ({ id: from + at + 1 }))
  const body = (from: number, end: number, more: object, last: object, count: number) => ({
    body: toJson({ results: rows(from, end), ...(end < count ? more : last) }),
  })
  const paging = { mode: 'cursor', pageField: 'after', sizeField: 'limit', pageSize: 4 } as const
  const inBody = { ...paging, nextPath: 'paging.next' } as const
  const habit =
    (last: object): Page =>
    (from, end, count) =>
      body(from, end, { paging: { next: String(end) } }, last, count)
  const habits: readonly (readonly [string, Page, ApiAssetInput['pagination']])[] = [
    ['the object of the cursor is gone', habit({}), inBody],
    ['the object of the cursor is null', habit({ paging: null }), inBody],
    ['the cursor is gone, its object is there', habit({ paging: {} }), inBody],
    ['the cursor is empty', habit({ paging: { next: '' } }), inBody],
    ['the cursor is null', habit({ paging: { next: null } }), inBody],
    ['the cursor is false', habit({ paging: { next: false } }), inBody],
    [
      'has_more is false and the cursor is gone',
      (from, end, count) =>
        body(from, end, { has_more: true, paging: { next: String(end) } }, { has_more: false }, count),
      { ...inBody, hasMorePath: 'has_more' },
    ],
    [
      'the link of the header is gone',
      (from, end, count) => ({
        body: toJson({ results: rows(from, end) }),
        headers: end < count ? { link: `</contacts?after=${end}>; rel="next"` } : {},
      }),
      { ...paging, mode: 'link' },
    ],
    ['the path of the cursor is wrong', habit({}), { ...paging, nextPath: 'page.next' }],
    ['the name of the cursor is wrong', habit({ paging: {} }), { ...paging, nextPath: 'paging.after' }],
  ]
  const cases = habits.flatMap(each => [0, 1, 2, 3, 4, 5].map(count => [each[0], count, each[1], each[2]] as const))

  test.each(cases)('%s, %i rows', async (name, count, page, pagination) => {
    const asset = ApiAsset.parse({
      name: 'Contacts',
      type: 'QUERY',
      method: 'GET',
      api: '/contacts',
      id: ['id'],
      listPath: 'results',
      pagination,
    })
    const script: Script = ({ url }) => {
      const [from, size] = [Number(url.searchParams.get('after') ?? 0), Number(url.searchParams.get('limit') ?? 4)]
      return page(from, Math.min(count, from + size), count)
    }
    const run = await readIds(script, toEndpoint('contacts', asset, {}).read!, 4).then(
      ids => ids.length,
      (error: { code: string }) => error.code,
    )
    const { signal } = new AbortController()
    const trial = await tryAsset(running!.client, asset, { options: {}, pageSize: 4, window: null }, signal)
    expect(trial.problem?.code ?? count).toBe(run)
    if (!name.endsWith('wrong'))
      expect([run, trial.hasNext, trial.count]).toEqual([count, count > 4, Math.min(4, count)])
    // A page that is not full and has the place of a cursor ends the list; whole ones must name the next.
    else if (count > (name.includes('path') ? 1 : 3)) expect(run).toBe('http.noCursor')
  })

  test('an answer that somebody has cannot show it, and the pane says so', () => {
    const asset = ApiAsset.parse({
      name: 'Contacts',
      type: 'QUERY',
      method: 'GET',
      api: '/contacts',
      id: ['id'],
      listPath: 'results',
      pagination: inBody,
    })
    const seen = { status: 200, headers: {}, body: toJson({ results: [{ id: 1 }, { id: 2 }] }) }
    expect(readSeenAnswer(asset, [], seen).problem).toMatchObject({
      code: 'http.noCursor',
      advice: expect.stringContaining('On the last page that may be right'),
    })
  })
})
