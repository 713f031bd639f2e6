import { setTimeout as delay } from 'node:timers/promises'
import type { Child } from './child.ts'
import type { Ledger } from './far-ledger.ts'
import type { KillOptions } from './kill-mode.ts'
import type { Station } from './station.ts'
import { createStrategySet, editSources, idsOf, requestRuns, type StrategySet, targetTable } from './strategy-set.ts'
import { addVerdict, emptyVerdict, isClean, judge, type Verdict } from './verdict.ts'

export interface PauseReport {
  pauses: number
  /** A second process took the run over while the first stood still. */
  takenOver: number
  /** Effects at a target by a process whose lease was over, after it went on, on records that nobody calls unknown. */
  lateEffects: number
  readonly verdict: Verdict
}

// Where a process stands still: between two steps of its own, so that it could know better when it goes on.
const POINTS = ['page.landed', 'page.mapped', 'batch.marked', 'batch.sending', 'page.judged', 'page.read', 'run.read']
const SETTLE_MS = 400

/** A process stands still past its lease, a second one takes over and finishes, then the first goes on. */
export async function runPauses(
  station: Station,
  options: Pick<KillOptions, 'kills' | 'checkEvery' | 'stopsEarly' | 'progress'>,
): Promise<PauseReport> {
  const report: PauseReport = { pauses: 0, takenOver: 0, lateEffects: 0, verdict: emptyVerdict() }
  await station.boot()
  const set = await createStrategySet(station)
  Object.assign(station.http.faults, { busy: 0, lost: 0, slowMs: 3 })
  await station.child?.kill()
  while (report.pauses < options.kills) {
    await pauseOnce(station, set, report)
    const isDue = report.pauses % options.checkEvery === 0 || report.pauses === options.kills
    if (isDue) {
      const verdict = await judge(station, set)
      addVerdict(report.verdict, verdict)
      options.progress(`${report.pauses} pauses, ${report.takenOver} taken over, ${report.lateEffects} late effects`)
    }
    await station.child?.kill()
    const isBad = report.lateEffects > 0 || !isClean(report.verdict)
    if (isBad && options.stopsEarly) return report
  }
  return report
}

async function pauseOnce(station: Station, set: StrategySet, report: PauseReport): Promise<void> {
  const { random } = station
  const isPoint = random.chance(0.7)
  const nth = 1 + random.below(4)
  await station.boot(isPoint ? { point: random.pick(POINTS), nth, signal: 'SIGSTOP' } : undefined)
  const first = station.child
  if (!first) throw new Error('pausing: there is no process')
  await editSources(station, set)
  await requestRuns(station, set).catch(() => undefined)
  for (let waitedMs = 0; waitedMs < (isPoint ? 1500 : random.next() * 400) && !first.isPaused(); waitedMs += 10)
    await delay(10)
  first.signal('SIGSTOP')
  report.pauses += 1
  try {
    await watchTakeover(station, set, first, report)
  } finally {
    // Also when the second one cannot start: nobody else knows of a process that stands still.
    await first.kill()
  }
}

async function watchTakeover(station: Station, set: StrategySet, first: Child, report: PauseReport): Promise<void> {
  const fences = await readFences(station, set)
  await station.boot()
  // The newest revisions are in place before the first process goes on.
  const isDone = await finishAll(station, set, 10_000)
  if ((await readFences(station, set)) > fences) report.takenOver += 1
  const before = await countEffects(station, set)
  first.signal('SIGCONT')
  await delay(SETTLE_MS)
  if (isDone) report.lateEffects += (await countEffects(station, set)) - before
}

/** Everything there is to do, the newest edits included. false: something waits, perhaps for a lock of the paused one. */
async function finishAll(station: Station, set: StrategySet, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs
  if (!(await waitForRest(station, set, deadline))) return false
  await editSources(station, set)
  // Twice: a run that was live already when it was asked for may have begun before the edits.
  for (let round = 0; round < 2; round += 1) {
    await requestRuns(station, set)
    if (!(await waitForRest(station, set, deadline))) return false
  }
  return true
}

/** Until no run is live and no record is planned to be sent again. */
async function waitForRest(station: Station, set: StrategySet, deadline: number): Promise<boolean> {
  while (Date.now() < deadline) {
    const [live] = await station.sql<{ n: string }>(
      `select (select count(*) from run where strategy_id = any($1) and state in ('queued', 'running', 'stopping'))
            + (select count(*) from record_state where strategy_id = any($1) and retry_at is not null) as n`,
      [idsOf(set)],
    )
    if (live?.n === '0') return true
    await delay(25)
  }
  return false
}

async function readFences(station: Station, set: StrategySet): Promise<number> {
  const [row] = await station.sql<{ n: string }>(
    'select coalesce(sum(greatest(fence - 1, 0)), 0) as n from run where strategy_id = any($1)',
    [idsOf(set)],
  )
  return Number(row?.n)
}

/**
 * How often records took effect. A frozen process may hold a request that it had leave to send, and no check of ours
 * comes between that and the wire: at the plain target its record is then unknown, and is left out here.
 */
async function countEffects(station: Station, set: StrategySet): Promise<number> {
  const { http, tables } = station
  const unknown = new Set(
    (
      await station.sql<{ key: string }>('select key from record_state where strategy_id = $1 and status = 9', [
        set.plain,
      ])
    ).map(({ key }) => key),
  )
  const sum = (ledger: Ledger | undefined, except: ReadonlySet<string>): number =>
    [...(ledger?.effects ?? [])].reduce((all, [name, times]) => (except.has(idOf(name)) ? all : all + times), 0)
  const plain = sum(http.plain.get(set.name), unknown)
  return (await tables.countWrites(targetTable(set))) + sum(http.keyed.get(set.name), new Set()) + plain
}

const idOf = (effect: string): string => effect.slice(0, effect.indexOf('/'))
