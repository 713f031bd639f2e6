import { setImmediate as turn } from 'node:timers/promises'
import { Failure, newId } from '@sluice/contract'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccountBook,
  type AccountState,
  createAccountBook,
  divideSlots,
  type FailedTries,
} from '../sql/account-rows.ts'
import { FAILURES, LiveAccount } from './account.ts'
import { type Trouble, writeTime } from './tell-trouble.ts'

/** Time that moves only when everybody sleeps. */
class VirtualTime {
  nowMs = 0
  readonly #sleepers: { readonly atMs: number; wake(): void }[] = []

  readonly now = (): number => this.nowMs
  readonly sleep = (ms: number): Promise<void> =>
    new Promise(resolve => this.#sleepers.push({ atMs: this.nowMs + ms, wake: resolve }))

  async runUntil(endMs: number): Promise<void> {
    for (;;) {
      for (let quiet = 0; quiet < 3; quiet += 1) await turn()
      const next = this.#sleepers.toSorted((a, b) => a.atMs - b.atMs)[0]
      if (!next || next.atMs > endMs) break
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1)
      this.nowMs = Math.max(this.nowMs, next.atMs)
      next.wake()
    }
    this.nowMs = endMs
  }
}

/** The shared row in virtual time, for one account of one process. */
function createBook(time: VirtualTime): AccountBook {
  let openUntil: number | null = null
  let openCount = 0
  let trouble: Trouble | null = null
  const fail = ({ reason, forMs, tries }: FailedTries): Trouble => {
    const since = trouble?.since ?? writeTime(time.nowMs - forMs)
    trouble = { reason, since, tries: trouble ? trouble.tries + 1 : tries }
    return trouble
  }
  const state = (): AccountState => ({
    pausedMs: null,
    openMs: openUntil === null ? null : openUntil - time.nowMs,
    trouble,
  })
  return {
    takeTokens: async (_rate, wanted) => ({ ...state(), granted: wanted, waitMs: 0 }),
    shareSlots: async (_concurrency, wanted) => wanted,
    pause: async () => undefined,
    note: async failed => fail(failed),
    open: async failed => {
      fail(failed)
      openUntil = time.nowMs + Math.min(60_000, 15_000 * 2 ** openCount++)
      return state()
    },
    probe: async ms => {
      if (openUntil === null || openUntil > time.nowMs) return null
      openUntil = time.nowMs + ms
      return state()
    },
    close: async () => {
      openUntil = null
      openCount = 0
      trouble = null
    },
  }
}

const down = (): Failure => new Failure({ code: 'egress.refused', message: 'refused', retry: 'later' })

describe('an account whose far system is away for ten minutes', () => {
  it('sends at most 3 % of what is normal, and comes back without more than 1.5 times of it in any second', async () => {
    const time = new VirtualTime()
    const account = new LiveAccount({ book: createBook(time), now: time.now, sleep: time.sleep })
    const outage = { from: 60_000, to: 660_000 }
    const sent: number[] = []
    let isOver = false
    // Normally 5 callers with 2 requests a second each; after a refusal each is at it again at once, as retries are.
    const call = async (): Promise<void> => {
      while (!isOver) {
        const isFine = await account
          .run(async () => {
            sent.push(time.nowMs)
            await time.sleep(20)
            if (time.nowMs >= outage.from && time.nowMs < outage.to) throw down()
          })
          .then(
            () => true,
            () => false,
          )
        const isBehind = time.nowMs > outage.from
        await time.sleep(isFine ? (isBehind ? 1 : 480) : 100)
      }
    }
    const callers = Array.from({ length: 5 }, call)
    await time.runUntil(800_000)
    isOver = true
    await time.runUntil(900_000)
    await Promise.all(callers)
    const between = (from: number, to: number): number => sent.filter(at => at >= from && at < to).length
    const normal = between(30_000, 60_000) / 30
    expect(normal).toBeGreaterThan(9)
    expect(between(outage.from, outage.to)).toBeLessThanOrEqual(normal * 600 * 0.03)
    const seconds = Array.from({ length: 130 }, (_, index) =>
      between(outage.to + index * 1000, outage.to + (index + 1) * 1000),
    )
    expect(Math.max(...seconds)).toBeLessThanOrEqual(normal * 1.5)
    expect(seconds.reduce((a, b) => a + b)).toBeGreaterThan(normal * 20)
  })

  it('is cut off by failures in a row only', async () => {
    const time = new VirtualTime()
    const account = new LiveAccount({ book: createBook(time), now: time.now, sleep: time.sleep })
    const fail = () => account.run(async () => Promise.reject(down())).catch((error: Failure) => error.code)
    for (let round = 0; round < 3; round += 1) {
      for (let failures = 1; failures < FAILURES; failures += 1) expect(await fail()).toBe('egress.refused')
      await account.run(async () => undefined)
    }
    for (let failures = 0; failures < FAILURES; failures += 1) expect(await fail()).toBe('egress.refused')
    expect(await fail()).toBe('account.open')
  })

  it('refuses by the reason that what it sent failed by, with all its tries, and forgets it after one that went well', async () => {
    const time = new VirtualTime()
    const book = createBook(time)
    const account = new LiveAccount({ book, now: time.now, sleep: time.sleep })
    const fail = () => account.run(async () => Promise.reject(down())).catch((error: Failure) => error.message)
    for (let tries = 0; tries < FAILURES; tries += 1) {
      expect(await fail()).toBe('refused')
      time.nowMs += 1000
    }
    const refused = await fail()
    expect(refused).toBe(
      'refused. Failing since 1970-01-01T00:00:00Z, tried 5 times, next try at 1970-01-01T00:00:19Z.',
    )
    time.nowMs += 20_000
    expect(await fail()).toBe('refused')
    expect(await fail()).toBe(
      'refused. Failing since 1970-01-01T00:00:00Z, tried 6 times, next try at 1970-01-01T00:00:55Z.',
    )
    time.nowMs += 60_000
    await account.run(async () => undefined)
    expect(await fail()).toBe('refused')
  })

  it('keeps what locks it out, though it is no cause to cut it off', async () => {
    const time = new VirtualTime()
    const kept: FailedTries[] = []
    const book = createBook(time)
    const note: AccountBook['note'] = failed => {
      kept.push(failed)
      return book.note(failed)
    }
    const account = new LiveAccount({ book: { ...book, note }, now: time.now, sleep: time.sleep })
    const wrong = new Failure({ code: 'connector.auth', message: 'The password is wrong.' })
    for (let tries = 0; tries < FAILURES * 2; tries += 1) await account.report(wrong)
    expect(kept).toHaveLength(FAILURES * 2)
    expect(kept[0]).toMatchObject({ reason: { code: 'connector.auth', message: 'The password is wrong.' }, tries: 1 })
    await account.run(async () => undefined)
  })

  it('keeps nothing of a single failure, and asks the database nothing while all is well', async () => {
    const time = new VirtualTime()
    const asked: string[] = []
    const book = createBook(time)
    const watched = new Proxy(book, {
      get: (target, name) => {
        asked.push(String(name))
        return Reflect.get(target, name)
      },
    })
    const account = new LiveAccount({ book: watched, now: time.now, sleep: time.sleep })
    for (let calls = 0; calls < 10; calls += 1) {
      await account.run(async () => undefined)
      await account.run(() => Promise.reject(down())).catch(() => undefined)
    }
    expect(asked).toEqual([])
  })

  it('does not take a refusal of the request, or a stop, for trouble of the far system', async () => {
    const time = new VirtualTime()
    const account = new LiveAccount({ book: createBook(time), now: time.now, sleep: time.sleep })
    const refused = new Failure({ code: 'http.rejected', message: 'bad request', retry: 'never' })
    const stopped = AbortSignal.abort()
    for (let tries = 0; tries < FAILURES * 2; tries += 1) {
      await account.run(() => Promise.reject(refused)).catch(() => undefined)
      await account.run(() => Promise.reject(down()), stopped).catch(() => undefined)
    }
    await account.run(async () => undefined)
  })
})

describe('an account in the database', () => {
  let place: TestDatabase
  let tenantId: string
  beforeAll(async () => {
    place = await createTestDatabase({ poolSize: 8 })
    tenantId = (await createTestTenant(place.database)).tenantId
  })
  afterAll(() => place.drop())

  async function createConnector(): Promise<string> {
    const id = newId()
    await place.database.withTenant(tenantId, tx =>
      tx.execute(`insert into connector (id, platform_id, name) values ($1, 'fake', $2)`, [id, id]),
    )
    return id
  }
  const openProcess = (connectorId: string) => {
    const book = createAccountBook(place.database, { tenantId, connectorId }, newId())
    return { book, account: new LiveAccount({ book, now: Date.now }) }
  }

  it('gives all processes together no more requests a second than its rate', async () => {
    const connectorId = await createConnector()
    const processes = [openProcess(connectorId), openProcess(connectorId), openProcess(connectorId)]
    const startMs = Date.now()
    let sent = 0
    const calls = processes.flatMap(({ account }) => {
      account.setLimits({ ratePerSecond: 40, concurrency: null })
      return Array.from({ length: 4 }, async () => {
        while (Date.now() - startMs < 1500)
          await account.run(async () => {
            sent += 1
          })
      })
    })
    await Promise.all(calls)
    const seconds = (Date.now() - startMs) / 1000
    // A full bucket at the start: a quarter of a second's worth, at least one.
    expect(sent).toBeLessThanOrEqual(40 * seconds + 10 + 1)
    expect(sent).toBeGreaterThan(40 * seconds * 0.6)
  })

  it('never has more requests under way than its concurrency, and every process gets its part', async () => {
    const connectorId = await createConnector()
    const startMs = Date.now()
    let running = 0
    let most = 0
    const done = [0, 0, 0]
    const processes = done.map(() => openProcess(connectorId))
    const calls = processes.flatMap(({ account }, index) => {
      account.setLimits({ ratePerSecond: null, concurrency: 2 })
      return Array.from({ length: 4 }, async () => {
        while (Date.now() - startMs < 4500)
          await account.run(async () => {
            running += 1
            most = Math.max(most, running)
            await new Promise(resolve => setTimeout(resolve, 5))
            running -= 1
            done[index]! += 1 // an index of done
          })
      })
    })
    await Promise.all(calls)
    await Promise.all(processes.map(({ account }) => account.close()))
    expect(most).toBe(2)
    expect(Math.min(...done)).toBeGreaterThan(20)
  })

  it('tells everybody of a pause and of a cut, lets one of many try, and forgets it all after a success', async () => {
    const connectorId = await createConnector()
    const a = openProcess(connectorId).book
    const b = openProcess(connectorId).book
    const news: unknown[] = []
    const unlisten = await place.database.listen('sluice_account', payload => news.push(JSON.parse(payload)))
    await a.pause(5_000)
    const refused = { reason: { code: 'egress.refused', message: 'Refused.' }, forMs: 60_000, tries: FAILURES }
    expect((await a.open(refused, false))?.openMs).toBeGreaterThan(14_000)
    expect(await b.open(refused, false)).toBeNull()
    expect(await b.probe(1000)).toBeNull()
    await place.database.withTenant(tenantId, tx =>
      tx.execute(`update connector_account set open_until = clock_timestamp()`),
    )
    const tries = await Promise.all([a.probe(1000), b.probe(1000), a.probe(1000)])
    expect(tries.filter(state => state !== null)).toHaveLength(1)
    const again = await a.open({ ...refused, forMs: 0, tries: 1 }, true)
    expect(again?.openMs).toBeGreaterThan(29_000)
    expect(again?.trouble).toMatchObject({ tries: FAILURES + 1, reason: refused.reason })
    expect(Date.now() - Date.parse(again?.trouble?.since ?? '')).toBeGreaterThan(59_000)
    await b.close()
    expect(await b.probe(1000)).toBeNull()
    await expect.poll(() => news.length).toBe(4)
    expect(news.at(-1)).toMatchObject({ connectorId, openMs: null, trouble: null })
    await unlisten()
  })
})

describe('places of an account', () => {
  const other = (slots: number, wanted: number, is_older = true) => ({ slots, wanted, is_older })
  it.each([
    ['all to the only process', 4, 10, [], 4],
    ['only as many as are wanted', 4, 1, [], 1],
    ['never what another holds', 4, 4, [other(3, 3)], 1],
    ['none when all are held', 4, 4, [other(4, 4)], 0],
    ['an equal part kept for an older one that has none', 4, 4, [other(0, 4)], 2],
    ['nothing kept for a younger one', 4, 4, [other(0, 4, false)], 4],
    ['the only place to the older one', 1, 1, [other(0, 1)], 0],
    ['at least one for each in turn', 2, 2, [other(0, 2), other(0, 2)], 0],
  ])('go %s', (_title, concurrency, wanted, others, slots) => {
    expect(divideSlots(concurrency, wanted, others)).toBe(slots)
  })
})
