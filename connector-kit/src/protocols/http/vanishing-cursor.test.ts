import { toJson } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpReadPlan } from './http-plan.ts'
import { createHttpSource } from './http-source.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

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
