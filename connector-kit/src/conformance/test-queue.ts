import { type Data, type ParamValues, SourceConfig } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Connection, Connector, Source, SourcePage } from '../connector.ts'
import { type CuttingProxy, openProxy } from './cutting-proxy.ts'
import { type Check, openLedger } from './ledger.ts'
import type { SourcePlace } from './options.ts'
import { createTestContext, FOLLOWED_HOST, FOLLOWED_POLICY, type TestContext } from './test-context.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000006'

export interface QueueSuite {
  readonly connector: Connector
  isReachable(): Promise<boolean>
  /** Parameters that work; the port is replaced by that of a proxy. */
  readonly params: ParamValues
  readonly port: number
  /** A fresh queue and what its broker says about it. */
  prepare(): Promise<TestQueue>
  /** Messages of the great test. Default 2000. */
  readonly count?: number
  /** Not yet staged at once: half of what the broker keeps for a reader that is away. Default all of them. */
  readonly atOnce?: number
  /** Pages of the great test. Default 500. */
  readonly pageSize?: number
}

export interface TestQueue {
  readonly place: SourcePlace
  /** Resolves when the broker has them. */
  send(records: readonly Data[]): Promise<void>
  /** The broker's own count of messages that nobody acknowledged. Asked while no reader is open. */
  countOpen(): Promise<number>
}

/** What every queue must keep: acknowledged when it is staged and not before, nothing lost, nothing staged twice. */
export function testQueue(suite: QueueSuite): void {
  describe(`queue ${suite.connector.manifest.id}`, { timeout: 60_000 }, () => {
    const openCheck = openLedger(suite.connector.manifest, ['queue'])
    const check: Check = (proves, title, run) =>
      openCheck(proves, title, ctx => {
        if (!bench.isReady) ctx.skip('the broker is not there')
        return run(ctx)
      })
    let bench: Bench
    beforeAll(async () => {
      bench = await openBench(suite)
    })
    afterAll(() => bench.close())
    addAcknowledgeTests(check, () => bench)
    addKillTest(suite, check, () => bench)
  })
}

type Bench = Awaited<ReturnType<typeof openBench>>

async function openBench(suite: QueueSuite) {
  const isReady = await suite.isReachable()
  const proxy = await openProxy(suite.port)
  const context = createTestContext({ policy: FOLLOWED_POLICY })
  const prepare = async (): Promise<Queue> => {
    const queue = await suite.prepare()
    return { ...queue, open: () => openReader(suite, proxy, context, queue.place) }
  }
  return {
    isReady,
    proxy,
    prepare,
    close: async () => {
      await proxy.close()
      await context.dispose()
    },
  }
}

interface Queue extends TestQueue {
  open(): Promise<Reader>
}
interface Reader {
  readonly source: Required<Pick<Source, 'follow' | 'acknowledge' | 'readLag'>> & Source
  close(): Promise<void>
}

async function openReader(suite: QueueSuite, proxy: CuttingProxy, context: TestContext, place: SourcePlace) {
  const connection: Connection = await suite.connector.open(
    { ...suite.params, host: FOLLOWED_HOST, port: proxy.port },
    context,
  )
  const config = SourceConfig.parse({ key: ['id'], pageSize: PAGE, ...place, connector_id: CONNECTOR_ID })
  const source = (await connection.openSource?.(config)) as Reader['source'] // a queue has them; the first call tells
  return {
    source,
    close: async () => {
      await source.close()
      await connection.close()
    },
  }
}

// Nine deaths take two pages each from the messages of the great test, and leave some for the last reader.
const PAGE = 100
const MESSAGES = 2000

const makeRecords = (count: number, first = 1): Data[] =>
  Array.from({ length: count }, (_, index) => ({ id: first + index, name: `order ${first + index}` }))
const idsOf = (page: SourcePage): number[] => page.records.map(record => Number(record.data?.['id']))
const request = (cursor: string | null, signal = new AbortController().signal) => ({
  reader: CONNECTOR_ID,
  cursor,
  pageSize: PAGE,
  maxWaitMs: 200,
  signal,
})

function addAcknowledgeTests(check: Check, bench: () => Bench): void {
  check('C-9.1', 'what was read and not acknowledged is there again, and what was acknowledged is gone', async () => {
    const queue = await bench().prepare()
    await queue.send(makeRecords(30))
    const first = await queue.open()
    const pages: SourcePage[] = []
    for await (const page of first.source.read({ ...request(null), pageSize: 10, window: null })) pages.push(page)
    await first.close()
    expect(pages.flatMap(idsOf)).toEqual(makeRecords(30).map(record => record['id']))
    await expect.poll(queue.countOpen).toBe(30)
    const second = await queue.open()
    const again: number[] = []
    for await (const page of second.source.read({ ...request(null), pageSize: 10, window: null })) {
      again.push(...idsOf(page))
      if (again.length === 10) await second.source.acknowledge(page.cursor!) // a page with records has a cursor
    }
    await second.close()
    expect(again).toEqual(pages.flatMap(idsOf))
    await expect.poll(queue.countOpen).toBe(20)
  })

  check('C-9.2', 'following yields what comes, in order, and ends when it is told to', async () => {
    const queue = await bench().prepare()
    const reader = await queue.open()
    const stop = new AbortController()
    const pages = reader.source.follow(request(null, stop.signal))[Symbol.asyncIterator]()
    const got: number[] = []
    for (const first of [1, 4]) {
      const next = pages.next()
      await queue.send(makeRecords(3, first))
      const page = (await next).value as SourcePage // it ends only when aborted
      got.push(...idsOf(page))
      await reader.source.acknowledge(page.cursor!)
      while (got.length < first + 2) {
        const more = (await pages.next()).value as SourcePage
        got.push(...idsOf(more))
        await reader.source.acknowledge(more.cursor!)
      }
    }
    const waiting = pages.next()
    stop.abort()
    expect((await waiting).done).toBe(true)
    expect(got).toEqual([1, 2, 3, 4, 5, 6])
    await reader.close()
  })
}

/** Where the reader dies: with a page in hand, with the page staged but not acknowledged, after both. */
const deaths = ['read', 'staged', 'acknowledged'] as const

function addKillTest(suite: QueueSuite, check: Check, bench: () => Bench): void {
  const count = suite.count ?? MESSAGES
  check(
    'C-9.3',
    `${count} messages through a reader that is killed nine times: all staged, none twice, none acknowledged before`,
    async () => {
      const queue = await bench().prepare()
      // The reader exists before the first message: some brokers keep messages only for readers they know.
      await (await queue.open()).close()
      const stage = { ids: [] as number[], cursor: null as string | null }
      let sent = 0
      const top = async (): Promise<void> => {
        const open = sent - stage.ids.length
        const more = Math.min(count - sent, (suite.atOnce ?? count) - open)
        if (more <= 0) return
        await queue.send(makeRecords(more, sent + 1))
        sent += more
      }
      for (let kill = 0; stage.ids.length < count; kill += 1) {
        const death = kill < 9 ? deaths[kill % 3]! : null
        await runUntilDeath(queue, stage, death, top)
        bench().proxy.cut()
        if (death !== null)
          await expect
            .poll(queue.countOpen, { message: `after ${death}` })
            .toBeGreaterThanOrEqual(sent - stage.ids.length)
      }
      expect(new Set(stage.ids).size).toBe(count)
      expect(stage.ids.length).toBe(count)
      // What was staged and not acknowledged comes once more, and is known.
      const last = await queue.open()
      for await (const page of last.source.read({ ...request(stage.cursor), window: null })) {
        expect(idsOf(page)).toEqual([])
        if (page.cursor !== null) await last.source.acknowledge(page.cursor)
      }
      await last.close()
      await expect.poll(queue.countOpen, { timeout: 10_000 }).toBe(0)
    },
  )

  /** Two pages are worked on and the third dies; without a death until everything is staged. */
  async function runUntilDeath(
    queue: Queue,
    stage: { ids: number[]; cursor: string | null },
    death: (typeof deaths)[number] | null,
    top: () => Promise<void>,
  ): Promise<void> {
    await top()
    const reader = await queue.open()
    const stop = new AbortController()
    try {
      let pages = 0
      for await (const page of reader.source.follow({
        ...request(stage.cursor, stop.signal),
        pageSize: suite.pageSize ?? PAGE,
      })) {
        pages += 1
        const isLast = death !== null && pages === 2
        if (isLast && death === 'read') return
        stage.ids.push(...idsOf(page))
        stage.cursor = page.cursor
        if (isLast && death === 'staged') return
        await reader.source.acknowledge(page.cursor!) // never null while following
        if (isLast || stage.ids.length >= (suite.count ?? MESSAGES)) return
        await top()
      }
    } finally {
      stop.abort()
      if (death === null) await reader.close()
      else bench().proxy.cut()
      await reader.close()
    }
  }
}
