import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createClient } from './client.ts'
import { route } from './route.ts'

afterEach(() => void vi.restoreAllMocks())

const common = { summary: 'x', permission: null, audit: 'query', content: z.null() } as const
const contract = {
  ask: route({ ...common, method: 'GET', path: '/ask' }),
  follow: route({ ...common, method: 'GET', path: '/follow', content: 'sse', events: { tick: z.null() } }),
}

test('a call is given up after 60 s without an answer; a stream lasts as it lasts', async () => {
  const given: number[] = []
  const late = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    given.push(ms)
    return late.signal
  })
  const fetched: (AbortSignal | null | undefined)[] = []
  const client = createClient(contract, {
    base: '',
    token: () => null,
    fetch: (_url, init) => {
      fetched.push(init?.signal)
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    },
  })
  const asked = client.ask()
  void client.follow()
  expect(given).toEqual([60_000])
  expect(fetched.map(signal => signal !== undefined)).toEqual([true, false])
  late.abort(new DOMException('late', 'TimeoutError'))
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
})
