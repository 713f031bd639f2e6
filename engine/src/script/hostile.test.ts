import { availableParallelism } from 'node:os'
import { makeSecretHandle } from '@sluice/contract'
import { takeTurn } from '@sluice/contract/testing'
import type { Database } from '@sluice/db'
import { describe, expect, test } from 'vitest'
import { escapes, hostileScripts } from '../testing/hostile-scripts.ts'
import { createScripts } from './create-scripts.ts'

/** Of the store only how often it is asked counts here. */
let asked = 0
const database = {
  async withTenant() {
    asked += 1
    return 'null'
  },
} as unknown as Database
const scripts = createScripts({ database }, 'tenant')
/** For those that end by time alone, however long they have. */
const shortly = createScripts({ database }, 'tenant', 100)
const HANDLE = makeSecretHandle()
const minted: string[] = []
const secrets = {
  known: new Map([[HANDLE.toLowerCase(), 's3cret']]),
  keep: (_: string, value: string) => void minted.push(value),
}
const facts = { params: { secret: HANDLE }, app: {}, auth: {}, purpose: 'read' } as const

const run = (code: string, runner = scripts): Promise<unknown> =>
  runner.run({ code, hook: 'beforeRequest', input: {}, facts, secrets, call: async () => null, log: () => undefined })

/** Those that cost a limit of time or memory, and mostly a thread, each. */
const isCostly = ({ fails }: (typeof hostileScripts)[number]): boolean => fails === 'script.time' || fails === 'any'
const tried = [...hostileScripts.filter(each => !isCostly(each)), ...takeTurn(hostileScripts.filter(isCostly))]

const wrap = (body: string): string => `export async function beforeRequest(r, ctx) { ${body} }`

describe('a script cannot leave its sandbox', () => {
  test.each(escapes)('$name', async ({ body = '' }) => {
    expect(['undefined', 'refused', 'null', 'object undefined']).toContain(await run(wrap(body)))
  })
})

describe('a hostile script ends, and nothing else does', () => {
  test.each(tried)('$name', async ({ code, body = '', gives, fails }) => {
    const ended = await run(code ?? wrap(body), fails === 'script.time' ? shortly : scripts).then(
      value => ({ value }),
      (error: { code: string; message: string }) => ({ error: error.code, message: error.message }),
    )
    if (fails === undefined) {
      expect(ended).toHaveProperty('value')
      if (typeof gives === 'object' || typeof gives === 'number') expect(ended).toEqual({ value: gives })
    } else if (fails === 'any') {
      if ('error' in ended) expect(ended.error).toMatch(/^script\./)
    } else expect(ended).toMatchObject({ error: fails })
    // The thread of the product never waited, and a script of somebody else goes on.
    expect(await run('export const beforeRequest = () => ({ alive: true })')).toEqual({ alive: true })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(([] as { leftBehind?: unknown }).leftBehind).toBeUndefined()
    // Nor did it leave more to that thread than it reads in passing.
    expect(asked).toBeLessThanOrEqual(5000)
    expect(minted.reduce((sum, value) => sum + value.length, 0)).toBeLessThanOrEqual(4 * 2 ** 20)
    asked = 0
    minted.length = 0
  })

  test('the thread of the product stays free meanwhile', async () => {
    let longestMs = 0
    let lastMs = performance.now()
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs)
      lastMs = performance.now()
    }, 5)
    const ends = await Promise.allSettled([scripts, shortly].map(runner => run(wrap('for (;;) {}'), runner)))
    clearInterval(timer)
    const why = ends.map(end => (end.status === 'rejected' ? String(end.reason) : 'ended'))
    expect(why).toEqual([
      expect.stringContaining('longer than 2 seconds'),
      expect.stringContaining('longer than 0.1 seconds'),
    ])
    // Two seconds of computing on the product's own thread would show as one pause.
    expect(longestMs).toBeLessThan(1500 * Math.max(1, 4 / availableParallelism()))
  })

  test('one that was told to stop ends at once', async () => {
    const stop = new AbortController()
    const ended = scripts.run(
      {
        code: wrap('for (;;) {}'),
        hook: 'beforeRequest',
        input: {},
        facts,
        call: async () => null,
        log: () => undefined,
      },
      stop.signal,
    )
    stop.abort(new Error('stopped'))
    await expect(ended).rejects.toThrow('stopped')
  })
})
