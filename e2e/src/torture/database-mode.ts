import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { KillOptions } from './kill-mode.ts'
import type { Station } from './station.ts'
import { createStrategySet, editSources, requestRuns, type StrategySet } from './strategy-set.ts'
import { addVerdict, emptyVerdict, isClean, judge, type Verdict } from './verdict.ts'

export interface DatabaseReport {
  crashes: number
  /** From the start of the database to the next settled page, the slowest. */
  slowestRecoveryMs: number
  readonly verdict: Verdict
}

type Options = Pick<KillOptions, 'kills' | 'checkEvery' | 'stopsEarly' | 'progress'>

/** Our own database is stopped at once (`-m immediate`) during writes; the product lives on. */
export async function runDatabaseCrashes(station: Station, options: Options): Promise<DatabaseReport> {
  const report: DatabaseReport = { crashes: 0, slowestRecoveryMs: 0, verdict: emptyVerdict() }
  await station.boot()
  const set = await createStrategySet(station)
  while (report.crashes < options.kills) {
    await editSources(station, set)
    // A connection that broke with the last crash may still be met.
    await requestRuns(station, set).catch(() => undefined)
    await delay(station.random.next() * 400)
    await station.crashDatabase(station.random.next() * 300)
    report.crashes += 1
    report.slowestRecoveryMs = Math.max(report.slowestRecoveryMs, await waitForWork(station, set))
    if (report.crashes % options.checkEvery !== 0 && report.crashes < options.kills) continue
    await station.child?.kill()
    await station.boot(undefined, 2 * 3_600_000)
    addVerdict(report.verdict, await judge(station, set))
    options.progress(`${report.crashes} database crashes, slowest recovery ${report.slowestRecoveryMs} ms`)
    if (!isClean(report.verdict) && options.stopsEarly) break
  }
  await station.child?.kill()
  return report
}

const RECOVERY_LIMIT_MS = 120_000

/** Until a run asked for now has come to its end. */
async function waitForWork(station: Station, set: StrategySet, mend?: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  for (;;) {
    try {
      await requestRuns(station, set)
      const [row] = await station.sql<{ n: string }>(
        `select count(*) as n from run where strategy_id = $1 and state in ('queued', 'running', 'stopping')`,
        [set.upsert],
      )
      if (row?.n === '0') return Math.round(performance.now() - startedMs)
    } catch (error) {
      if (performance.now() - startedMs > RECOVERY_LIMIT_MS)
        throw new Error(`the product did not recover:\n${station.child?.output().slice(-3000)}`, { cause: error })
      await mend?.()
    }
    await delay(50)
  }
}

export interface DiskReport {
  fills: number
  /** Fills that made our own database refuse or end. */
  refused: number
  databaseRestarts: number
  readonly verdict: Verdict
}

/** A small volume for our own database; null where this machine does not let us mount one. */
export function mountSmallDisk(megabytes: number): { readonly directory: string; unmount(): void } | null {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-disk-'))
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(directory, { recursive: true })
    return null
  }
  return {
    directory,
    unmount() {
      execFileSync('/bin/umount', ['-l', directory])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The volume of our own database is filled to the last byte during writes, then freed. Nobody repairs anything. */
export async function runDiskFills(station: Station, ownDir: string, options: Options): Promise<DiskReport> {
  const report: DiskReport = { fills: 0, refused: 0, databaseRestarts: 0, verdict: emptyVerdict() }
  const ballast = join(ownDir, 'ballast')
  await station.boot()
  const set = await createStrategySet(station)
  while (report.fills < options.kills) {
    await editSources(station, set, 200)
    await requestRuns(station, set).catch(() => undefined)
    await delay(station.random.next() * 200)
    fill(ballast, ownDir)
    // WAL and tables grow until something is refused.
    const isRefused = await writeUntilRefused(station, set)
    if (isRefused) report.refused += 1
    truncateSync(ballast)
    report.fills += 1
    const mend = async () => {
      report.databaseRestarts += await revive(station)
    }
    await mend()
    // It may answer once more before it notices that its log is not whole.
    await waitForWork(station, set, mend)
    if (report.fills % options.checkEvery !== 0 && report.fills < options.kills) continue
    await station.child?.kill()
    await station.boot(undefined, 2 * 3_600_000)
    addVerdict(report.verdict, await judge(station, set))
    options.progress(`${report.fills} fills, ${report.refused} refused, ${report.databaseRestarts} restarts`)
    if (!isClean(report.verdict) && options.stopsEarly) break
  }
  await station.child?.kill()
  return report
}

function fill(file: string, directory: string): void {
  writeFileSync(file, '')
  const { bavail, bsize } = statfsSync(directory)
  const free = bavail * bsize
  try {
    writeFileSync(file, Buffer.alloc(free, 1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

async function writeUntilRefused(station: Station, set: StrategySet): Promise<boolean> {
  for (let tries = 0; tries < 30; tries += 1) {
    try {
      await requestRuns(station, set)
      await station.sql(
        `create table if not exists disk_probe as select repeat('x', 7000) as x from generate_series(1, 400)`,
      )
      await station.sql('drop table disk_probe; checkpoint')
    } catch {
      return true
    }
    await delay(50)
  }
  return false
}

/** PostgreSQL ends itself when it cannot write its log and starts again by itself, unless the start too finds no space. */
async function revive(station: Station): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await station.sql('select 1')
      return 0
    } catch {
      await delay(50)
      if (tries === 40) {
        await station.restartDatabase()
        return 1
      }
    }
  }
  return 0
}
