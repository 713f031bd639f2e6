import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from './child.ts'
import { isLured, lure } from './lures.ts'
import type { Station } from './station.ts'
import { createStrategySet, editSources, idsOf, requestRuns, type StrategySet } from './strategy-set.ts'
import { addVerdict, emptyVerdict, isClean, judge, type Verdict } from './verdict.ts'

export interface KillOptions {
  /** May become less on the way: then the last judgement comes sooner. */
  readonly kills: number
  /** Kills between two judgements. */
  readonly checkEvery: number
  /** Strategies and tables are made anew after so many kills, so that reading stays short. */
  readonly renewEvery: number
  /** Only random moments, only named points, only these; default in turns. */
  readonly only?: 'random' | 'points' | readonly string[]
  /** Stop at the first judgement that is not clean. */
  readonly stopsEarly: boolean
  progress(line: string): void
}

export interface KillReport {
  kills: number
  /** Kills by the process itself at a named point. */
  readonly struck: Record<string, number>
  /** Kills while the successor was still coming up. */
  early: number
  readonly verdict: Verdict
  judgements: number
}

/** Kills the product again and again, at random moments and at each named point, and judges what is left. */
export async function runKills(station: Station, options: KillOptions): Promise<KillReport> {
  const report: KillReport = { kills: 0, struck: {}, early: 0, verdict: emptyVerdict(), judgements: 0 }
  await station.boot()
  const queue = new PointQueue(station, typeof options.only === 'object' ? options.only : null)
  let set = await createStrategySet(station)
  await station.child?.kill()
  while (report.kills < options.kills) {
    await killOnce(station, set, options, queue, report)
    const isDue = report.kills % options.checkEvery === 0 || report.kills >= options.kills
    if (!isDue) continue
    await station.boot(undefined, JUDGE_AHEAD_MS)
    const verdict = await judge(station, set)
    addVerdict(report.verdict, verdict)
    report.judgements += 1
    options.progress(
      `${report.kills} kills, ${Object.keys(report.struck).length} points struck, ${report.verdict.unknown} unknown` +
        `${isClean(report.verdict) ? '' : `; NOT CLEAN ${JSON.stringify(report.verdict.examples.slice(0, 3))}`}`,
    )
    if (!isClean(verdict) && options.stopsEarly) break
    if (report.kills % options.renewEvery === 0 && report.kills < options.kills) {
      set.watch.end()
      set = await createStrategySet(station)
    }
    await station.child?.kill()
  }
  set.watch.end()
  return report
}

// Retries pause an hour at most; a day covers slots of two time zones.
const JUDGE_AHEAD_MS = 2 * 3_600_000
/** How long a process may take to come to its point; most are past it when their runs have ended. */
const POINT_MS = 10_000

async function killOnce(
  station: Station,
  set: StrategySet,
  options: KillOptions,
  queue: PointQueue,
  report: KillReport,
): Promise<void> {
  const { random } = station
  const isPoint = options.only === undefined ? random.chance(0.6) : options.only !== 'random'
  const at = isPoint ? queue.next() : undefined
  // Points of a retry are met only where the target has refused something.
  station.http.faults.busy = random.chance(0.5) ? 0.3 : 0.02
  const undo = await lure(station, set, at?.point)
  const api = await station.boot(at)
  const child = station.child
  if (!child) throw new Error('killing: there is no process')
  report.kills += 1
  if (api !== null) {
    const work = act(station, set, at?.point)
    // The product may die in the middle of a call.
    const done = work.catch((error: unknown) => {
      if (!child.isGone && !/fetch failed|aborted/.test(String(error)))
        options.progress(`acting: ${error}\n${child.output().slice(-3000)}`)
    })
    if (at) await Promise.race([child.ended, done.then(() => waitForEnd(station, set))])
    else await Promise.race([child.ended, delay(random.next() * 900)])
  } else report.early += 1
  await undo()
  if (at && child.isGone && (await child.ended) === 'SIGKILL') {
    report.struck[at.point] = (report.struck[at.point] ?? 0) + 1
    queue.struck(at.point)
  } else await child.kill()
}

/** No run is live any more, and the loops have turned once: the point was missed. */
async function waitForEnd(station: Station, set: StrategySet): Promise<void> {
  for (const deadline = Date.now() + POINT_MS; Date.now() < deadline; await delay(50)) {
    const [live] = await station.sql<{ n: string }>(
      `select count(*) as n from run where strategy_id = any($1) and state in ('queued', 'running', 'stopping')`,
      [idsOf(set)],
    )
    if (live?.n === '0') return delay(LOOPS_MS)
  }
}
const LOOPS_MS = 300

/** Edits before the runs, and one more while they read. */
async function act(station: Station, set: StrategySet, point: string | undefined): Promise<void> {
  await editSources(station, set)
  await requestRuns(station, set)
  if (station.random.chance(0.5)) await editSources(station, set, 10)
  if (point === 'run.stopAsked' || station.random.chance(0.05))
    await station.api.strategy.stop({ params: { id: set.upsert } }).catch(() => undefined)
  if (station.random.chance(0.5))
    await station.api.strategy.start({ params: { id: set.upsert } }).catch(() => undefined)
}

/** Points in turns, those struck least often first. */
class PointQueue {
  readonly #station: Station
  readonly #only: readonly string[] | null
  readonly #tried = new Map<string, number>()
  readonly #struck = new Map<string, number>()
  #next: string[] = []

  constructor(station: Station, only: readonly string[] | null) {
    this.#station = station
    this.#only = only
  }

  struck(point: string): void {
    this.#struck.set(point, (this.#struck.get(point) ?? 0) + 1)
  }

  next(): NonNullable<Plan['at']> {
    const point = this.#next.shift() ?? this.#choose()
    const [tried, struck] = [this.#tried.get(point) ?? 0, this.#struck.get(point) ?? 0]
    this.#tried.set(point, tried + 1)
    // Where the first meeting was missed a later one is hopeless.
    const nth = tried > struck || isLured(point) ? 1 : 1 + this.#station.random.below(3)
    return { point, nth, signal: 'SIGKILL' }
  }

  #choose(): string {
    const weigh = (point: string): number =>
      (this.#tried.get(point) ?? 0) + 2 * (this.#struck.get(point) ?? 0) + this.#station.random.next()
    const [point = 'page.landed'] = [...(this.#only ?? this.#station.points)].toSorted((a, b) => weigh(a) - weigh(b))
    const prelude = PRELUDES[point.split('.')[0] ?? '']
    if (prelude === undefined) return point
    this.#next.push(point)
    return prelude
  }
}

/** What only a process killed just there leaves behind. */
const PRELUDES: Readonly<Record<string, string>> = {
  begun: 'carried.marked',
  taken: 'carried.taken',
  leftover: 'page.landed',
}
