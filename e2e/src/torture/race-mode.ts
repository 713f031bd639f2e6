import { ApiError } from '@sluice/contract'
import type { Api } from '../product.ts'
import type { KillOptions } from './kill-mode.ts'
import type { Station } from './station.ts'
import { createStrategySet, editSources, idsOf, type StrategySet } from './strategy-set.ts'
import { emptyVerdict, isClean, judge, type Verdict } from './verdict.ts'

export interface RaceReport {
  races: number
  /** Calls that started or stopped something, and calls that were refused as they may be. */
  done: number
  refused: number
  /** Answers of 500 and above, and connections that broke. */
  broken: number
  /** Sights of two live runs of one strategy. */
  doubled: number
  verdict: Verdict
  readonly examples: string[]
}

/** What a person, a button pressed twice and a batch of another person do, in any order. */
const acts: readonly ((api: Api, id: string, ids: readonly string[]) => Promise<unknown>)[] = [
  (api, id) => api.strategy.runNow({ params: { id }, body: {} }),
  (api, id) => api.strategy.runNow({ params: { id }, body: { full: true } }),
  (api, id) => api.strategy.start({ params: { id } }),
  (api, id) => api.strategy.stop({ params: { id } }),
  (api, id) => api.strategy.pause({ params: { id } }),
  (api, id) => api.strategy.resume({ params: { id } }),
  (api, id, ids) => api.strategy.batchStart({ body: { ids: [id, ...ids, id] } }),
  (api, id, ids) => api.strategy.batchStop({ body: { ids: [...ids, id] } }),
]

/** Two processes are asked for starts and stops of the same strategies at the same moment. */
export async function runRaces(
  station: Station,
  options: Pick<KillOptions, 'progress'> & { readonly races: number },
): Promise<RaceReport> {
  const first = await station.boot()
  const firstChild = station.child
  const set = await createStrategySet(station)
  const second = await station.boot(undefined, 0)
  if (!first || !second || !firstChild) throw new Error('racing: a process is missing')
  const report: RaceReport = {
    races: 0,
    done: 0,
    refused: 0,
    broken: 0,
    doubled: 0,
    verdict: emptyVerdict(),
    examples: [],
  }
  try {
    while (report.races < options.races) {
      await raceOnce(station, set, [first, second], report)
      if (report.races % 100 === 0) options.progress(`${report.races} races, ${report.broken} broken`)
    }
    await firstChild.kill()
    for (const id of idsOf(set))
      await station.api.strategy.start({ params: { id } }).catch((error: unknown) => count(report, error))
    report.verdict = await judge(station, set)
  } finally {
    set.watch.end()
    await firstChild.kill()
    await station.child?.kill()
  }
  return report
}

/** Whether every race ended well. */
export const isFair = ({ broken, doubled, verdict }: RaceReport): boolean => broken + doubled === 0 && isClean(verdict)

async function raceOnce(station: Station, set: StrategySet, sides: readonly Api[], report: RaceReport): Promise<void> {
  const { random } = station
  const ids = idsOf(set)
  const id = random.pick(ids)
  if (report.races % 10 === 0) await editSources(station, set, 20)
  // Now and then four at once.
  const width = random.chance(0.2) ? 4 : 2
  const calls = Array.from({ length: width }, (_, at) => {
    const others = ids.filter(() => random.chance(0.5))
    return random.pick(acts)(sides[at % sides.length]!, id, others) // one of the two
  })
  for (const result of await Promise.allSettled(calls))
    if (result.status === 'fulfilled') report.done += 1
    else count(report, result.reason)
  const doubled = await station.sql(
    `select strategy_id from run where state in ('queued', 'running', 'stopping') group by strategy_id having count(*) > 1`,
  )
  report.doubled += doubled.length
  report.races += 1
}

function count(report: RaceReport, error: unknown): void {
  if (error instanceof ApiError && error.status < 500) report.refused += 1
  else {
    report.broken += 1
    if (report.examples.length < 10) report.examples.push(String(error))
  }
}
