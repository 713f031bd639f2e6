import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate, openDatabase, startEmbedded } from '@sluice/db'
import { expect, it } from 'vitest'
import { createFakeConnector } from '../testing/fake-connector.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import { startOwnServer } from '../testing/own-server.ts'
import type { Engine } from './engine.ts'
import type { FaultPoint } from './fault-points.ts'

/** From the first answer of a database that was killed until the slowest run goes on, by the clock of a quiet machine. */
const GO_ON_MS = 5000
const CRASHES = 3
const RUNS = 4

/** Where one run was when, after a crash; ms since the first answer, negative before. */
interface Steps {
  handedBack: number | null
  taken: number | null
  goesOn: number | null
}

/** Where the product's data lie, and how it ends and comes back. */
interface Server {
  readonly url: string
  crash(nth: number): void
  /** What watches over it does every second. */
  bringBack(): void
  stop(): Promise<void> | void
}

async function startEmbeddedServer(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-crash-'))
  const embedded = await startEmbedded({ dataDir })
  const readPid = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: embedded.url,
    crash: () => void process.kill(readPid(), 'SIGKILL'),
    bringBack: () => void embedded.revive().catch(() => undefined),
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As DATABASE_URL names one. Once each way: stopped at once, its head killed, one of its processes killed. */
async function startOperatorsServer(): Promise<Server> {
  const ways = ['immediate', 'postmaster', 'backend'] as const
  const server = await startOwnServer()
  return { ...server, crash: nth => server.crash(ways[nth % ways.length]!) } // within the list
}

it.each([
  ['embedded', startEmbeddedServer],
  ['server of its own', startOperatorsServer],
])(
  'after a crash of the database (%s) every run goes on within seconds of its first answer',
  {
    timeout: 240_000,
  },
  async (kind, start) => {
    const server = await start()
    await migrate(server.url)
    const database = await openDatabase({ url: server.url, poolSize: 20, idleTransactionMs: 6000 })
    const reviving = setInterval(server.bringBack, 1000)
    const fixtures = await Promise.all(Array.from({ length: RUNS }, () => createFixture(database)))
    for (const [at, fixture] of fixtures.entries()) {
      await fixture.saveConfig()
      await fixture.query('update connector set platform_id = $1', [`fake${at}`])
    }
    const writes: number[][] = fixtures.map(() => [])
    const points = new Map<FaultPoint, number>()
    const engine = openEngine(fixtures, writes, points)
    await engine.start()
    for (const fixture of fixtures) await fixture.request(engine)
    try {
      const told: Steps[] = []
      for (let crash = 0; crash < CRASHES; crash++) {
        await until(() => writes.every(list => (list.at(-1) ?? 0) > performance.now() - 500))
        points.clear()
        const killedMs = performance.now()
        server.crash(crash)
        await wait(100) // what was answered before it died
        await until(() =>
          database.ping().then(
            () => true,
            () => false,
          ),
        )
        const answeredMs = performance.now()
        await until(() => writes.every(list => (list.at(-1) ?? 0) > answeredMs))
        const since = (atMs: number | undefined) => (atMs === undefined ? null : Math.round(atMs - answeredMs))
        const goesOn = Math.max(...writes.map(list => list.find(atMs => atMs > answeredMs) ?? Number.POSITIVE_INFINITY))
        told.push({
          handedBack: since(points.get('run.released')),
          taken: since(points.get('run.taken')),
          goesOn: since(goesOn),
        })
        process.stdout.write(
          `${kind}: away for ${Math.round(answeredMs - killedMs)} ms, then ${JSON.stringify(told.at(-1))}\n`,
        )
      }
      expect(told.filter(({ goesOn }) => goesOn === null || goesOn > GO_ON_MS)).toEqual([])
    } finally {
      await engine.stop({ timeoutMs: 2000 })
      clearInterval(reviving)
      await database.close()
      await server.stop()
    }
  },
)

/** One process with a run for each of them, which writes for as long as anybody looks; the product's own limits. */
function openEngine(
  fixtures: readonly Fixture[],
  writes: readonly number[][],
  points: Map<FaultPoint, number>,
): Engine {
  const connectors = fixtures.map((fixture, at) => {
    fixture.system.setRows(makeOrders(100_000))
    fixture.system.beforeWrite = async () => {
      writes[at]!.push(performance.now())
      await wait(20)
    }
    const connector = createFakeConnector(fixture.system)
    return { ...connector, manifest: { ...connector.manifest, id: `fake${at}` } }
  })
  return fixtures[0]!.createEngine(
    {
      connectors,
      now: Date.now,
      random: Math.random,
      // The last run at each point.
      faultpoint: name => void points.set(name, performance.now()),
    },
    { runsAtOnce: RUNS, leaseMs: 6000, beatMs: 1000, pollMs: 500, pauseMs: 500, drainMs: 1000 },
  )
}

/** @throws Error after a minute */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const untilMs = performance.now() + 60_000; performance.now() < untilMs; ) {
    if (await isSo()) return
    await wait(10)
  }
  throw new Error('waiting for work to go on')
}
