import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type Embedded, findStoreTrouble, migrate, openDatabase, startEmbedded } from '@sluice/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'

const MB = 2 ** 20
const VOLUME_MB = 230
const directory = mkdtempSync(join(tmpdir(), 'sluice-full-'))

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${VOLUME_MB}m`, 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// Only root may make a small volume; elsewhere this proves nothing and says so by being skipped.
const isMounted = mount()
let embedded: Embedded
let database: Database
let fixture: Fixture
let guard: NodeJS.Timeout
const ballast = join(directory, 'ballast')

beforeAll(async () => {
  if (!isMounted) return
  const settings = { shared_buffers: '16MB', max_wal_size: '64MB', min_wal_size: '32MB', autovacuum: 'off' }
  embedded = await startEmbedded({ dataDir: directory, settings })
  await migrate(embedded.url)
  database = await openDatabase({ url: embedded.url, poolSize: 10 })
  fixture = await createFixture(database)
  guard = setInterval(() => void embedded.revive().catch(() => undefined), 200)
})

afterAll(async () => {
  clearInterval(guard)
  if (isMounted) {
    await fixture?.stop()
    await database?.close()
    await embedded?.stop()
    execFileSync('umount', ['-l', directory])
  }
  rmSync(directory, { recursive: true, force: true })
})

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

it.skipIf(!isMounted)(
  'a full disk pauses a run and says so, nothing is lost, and with space it goes on to its end',
  async () => {
    await fixture.saveConfig({ source: { pageSize: 50 } })
    const text = (n: number): string =>
      Array.from({ length: 900 }, (_, index) => ((n * 7919 + index * 104_729) >>> 0).toString(36)).join('')
    fixture.system.setRows(makeOrders(1000).map(row => ({ ...row, text: text(row.id) })))
    const engine = fixture.createEngine()
    // Half of the pages find space, then the disk is filled to the last byte.
    let filled = false
    fixture.system.beforePage = start => {
      if (start < 500 || filled) return
      filled = true
      writeFileSync(ballast, Buffer.alloc(Math.max(0, freeBytes() - MB / 2)))
    }
    await engine.start()
    const { runId } = await fixture.request(engine)
    const reason = async (): Promise<string | undefined> => {
      const run = await fixture.readRun(runId).catch(() => null)
      const now = new Date().toISOString()
      const state = run?.state ?? 'running'
      const asked = { id: runId, state, created_at: now, updated_at: now }
      // Without a database nobody can be asked, and the reason is known all the same.
      return (await engine.runs.explainWaiting(null as never, [asked]).catch(() => undefined))?.get(runId)?.code
    }
    let seen: string | undefined
    for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
      seen = await reason()
      if (seen !== undefined) break
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect(seen).toMatch(/^wait\.(storageFull|database)$/)
    // Writing is refused in words that are recognised, or the server has ended over it.
    const refused = await database
      .withSystem(tx =>
        tx.execute(
          "insert into setting (key, value) select 'x' || n, to_jsonb(repeat(md5(n::text), 3000)) from generate_series(1, 20000) n",
        ),
      )
      .catch((error: unknown) => error)
    expect(findStoreTrouble(refused)).not.toBeNull()
    rmSync(ballast)
    // The server may be on its way back up, and end once more over what it finds.
    const readRun = () => fixture.readRun(runId).catch(() => undefined)
    let run = await readRun()
    for (const deadline = performance.now() + 90_000; performance.now() < deadline; run = await readRun()) {
      if (run?.state === 'succeeded' || run?.state === 'failed') break
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: 1000, pending: 0 } })
    expect(fixture.system.table.size).toBe(1000)
    expect(await fixture.readStates()).toEqual({ 2: 1000 })
  },
  180_000,
)
