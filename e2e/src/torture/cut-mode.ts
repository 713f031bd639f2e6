import { setTimeout as delay } from 'node:timers/promises'
import type { KillOptions } from './kill-mode.ts'
import { type NetFault, netFaultKinds } from './net-proxy.ts'
import type { Random } from './random.ts'
import type { Station } from './station.ts'
import { createStrategySet, editSources, requestRuns } from './strategy-set.ts'
import { addVerdict, emptyVerdict, isClean, judge, type Verdict } from './verdict.ts'

export interface CutReport {
  cuts: number
  /** Cuts that met a connection, by cable and kind. */
  readonly struck: Record<string, number>
  readonly verdict: Verdict
}

type Options = Pick<KillOptions, 'kills' | 'checkEvery' | 'renewEvery' | 'stopsEarly' | 'progress'>

/** The cable to the source, the target or our own database is pulled in every way while the product works. */
export async function runCuts(station: Station, options: Options): Promise<CutReport> {
  const report: CutReport = { cuts: 0, struck: {}, verdict: emptyVerdict() }
  station.isCableCut = true
  await station.boot()
  let set = await createStrategySet(station)
  while (report.cuts < options.kills) {
    await editSources(station, set)
    // The way to the API is not cut, but the API needs our own database.
    await requestRuns(station, set).catch(() => undefined)
    await cutOnce(station, report)
    const isDue = report.cuts % options.checkEvery === 0 || report.cuts >= options.kills
    if (!isDue) continue
    // Retries wait up to an hour: a process whose clock runs ahead takes them up.
    await station.child?.kill()
    await station.boot(undefined, 2 * 3_600_000)
    const verdict = await judge(station, set)
    addVerdict(report.verdict, verdict)
    options.progress(
      `${report.cuts} cuts, ${Object.keys(report.struck).length} kinds, ${report.verdict.unknown} unknown`,
    )
    if (!isClean(verdict) && options.stopsEarly) break
    if (report.cuts % options.renewEvery === 0 && report.cuts < options.kills) set = await createStrategySet(station)
  }
  await station.child?.kill()
  return report
}

async function cutOnce(station: Station, report: CutReport): Promise<void> {
  const { random, proxies } = station
  const name = random.pick(['own', 'source', 'target', 'http', 'http'] as const)
  const proxy = proxies[name]
  const fault = chooseFault(random)
  const before = proxy.struck
  await delay(random.next() * 250)
  proxy.fault = fault
  await delay(30 + random.next() * 300)
  proxy.fault = { kind: 'none' }
  // What vanished in a black hole is never answered: only the end of the connection tells.
  if (fault.kind === 'blackHole' || fault.kind === 'halfClose') proxy.cut()
  report.cuts += 1
  if (proxy.struck === before) return
  const kind = `${name}/${fault.kind}`
  report.struck[kind] = (report.struck[kind] ?? 0) + 1
}

function chooseFault(random: Random): NetFault {
  const kind = random.pick(netFaultKinds)
  if (kind === 'delay') return { kind, ms: 20 + random.below(300) }
  if (kind === 'reset') return { kind, of: random.pick(['request', 'answer'] as const), afterBytes: random.below(3000) }
  if (kind === 'truncate') return { kind, afterBytes: random.below(3000) }
  return { kind }
}
