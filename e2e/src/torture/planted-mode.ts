import { runKills } from './kill-mode.ts'
import { runPauses } from './pause-mode.ts'
import { Random } from './random.ts'
import { Station } from './station.ts'
import { isClean } from './verdict.ts'

export interface PlantedOptions {
  readonly seed: number
  /** Kills after which a bug counts as not found. */
  readonly limit: number
  readonly only?: readonly string[]
  progress(line: string): void
}

/** Names in `main/src/testing/planted-bugs.ts`, and what brings each to light. */
const PLANTED = {
  'cursor-before-rows': 'kill',
  'cursor-greater': 'kill',
  'retry-of-unknown': 'kill',
  'finished-before-written': 'kill',
  'torn-refresh': 'kill',
  'no-fencing': 'pause',
} as const

/** Kills until each planted bug was found; null: it was not, and the harness is no proof. */
export async function findPlanted(options: PlantedOptions): Promise<Record<string, number | null>> {
  const found: Record<string, number | null> = {}
  for (const [bug, mode] of Object.entries(PLANTED)) {
    if (options.only && !options.only.includes(bug)) continue
    const station = await Station.open({ random: new Random(options.seed), bug })
    const run = { kills: options.limit, checkEvery: 5, renewEvery: 50, stopsEarly: true, progress: options.progress }
    try {
      found[bug] = mode === 'kill' ? await untilKilled(station, run) : await untilPaused(station, run)
    } finally {
      await station.close()
    }
    options.progress(`${bug}: ${found[bug] === null ? 'NOT FOUND' : `found after ${found[bug]}`}`)
  }
  return found
}

async function untilKilled(station: Station, run: Parameters<typeof runKills>[1]): Promise<number | null> {
  const { kills, verdict } = await runKills(station, run)
  return isClean(verdict) ? null : kills
}

async function untilPaused(station: Station, run: Parameters<typeof runPauses>[1]): Promise<number | null> {
  const { pauses, lateEffects, verdict } = await runPauses(station, run)
  return lateEffects === 0 && isClean(verdict) ? null : pauses
}
