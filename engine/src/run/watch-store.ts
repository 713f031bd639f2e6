import { type Database, findStoreTrouble, type StoreTrouble } from '@sluice/db'
import type { Waiting } from '../schedule/explain-waiting.ts'
import type { Runs } from './runs.ts'

/** A full disk is believed for so long: no run is taken, then one tries whether there is space again. */
const FULL_MS = 5_000
const AWAY_MS = 1_000

/** The same database, which remembers what was wrong with it last. */
export function watchStore(database: Database): {
  readonly database: Database
  trouble(): StoreTrouble | null
} {
  let last: { readonly trouble: StoreTrouble; readonly untilMs: number } | null = null
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const done = await work
      // Who waits for it goes on at once.
      if (last?.trouble === 'away') last = null
      return done
    } catch (error) {
      const trouble = findStoreTrouble(error)
      if (trouble) last = { trouble, untilMs: performance.now() + (trouble === 'full' ? FULL_MS : AWAY_MS) }
      throw error
    }
  }
  return {
    database: {
      ...database,
      withTenant: (tenantId, work, options) => watch(database.withTenant(tenantId, work, options)),
      withSystem: (work, options) => watch(database.withSystem(work, options)),
    },
    trouble: () => (last && performance.now() < last.untilMs ? last.trouble : null),
  }
}

const REASONS: Readonly<Record<StoreTrouble, Waiting>> = {
  full: {
    code: 'wait.storageFull',
    params: {},
    message: 'Paused because the storage is full; goes on by itself when there is space.',
  },
  away: {
    code: 'wait.database',
    params: {},
    message: 'Paused because the database does not answer; goes on by itself when it is back.',
  },
}

/** While the store is in trouble, that is what every live run waits for. */
export const explainTrouble = (runs: Runs, trouble: () => StoreTrouble | null): Runs => ({
  ...runs,
  explainWaiting: async (tx, list, isEndedToo) => {
    const found = trouble()
    if (found === null) return runs.explainWaiting(tx, list, isEndedToo)
    const live = list.filter(run => run.state === 'queued' || run.state === 'running' || run.state === 'stopping')
    return new Map(live.map(run => [run.id, REASONS[found]]))
  },
})
