import type { Database } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import { requireOperator } from '../../../http/runs-installation.ts'
import type { LoopDelay } from '../../../http/watch-loop.ts'
import type { health } from './contract.ts'

interface HealthDeps {
  readonly database: Database
  readonly version: string
  readonly isDraining: () => boolean
  readonly measureLoop: () => LoopDelay
}

/** A balancer asks often: it never waits longer than this for the database. */
const PING_MS = 3000

export function createHealthRoutes(deps: HealthDeps): Handlers<typeof health> {
  return {
    live: async () => ({ status: 'live' as const }),
    async ready() {
      if (deps.isDraining()) throw refuse('unavailable.draining')
      // Opening a transaction as the product's role fails on a database without migrations.
      await within(deps.database.ping(), PING_MS)
      return { status: 'ready' as const }
    },
    async figures(_input, ctx) {
      await requireOperator(ctx)
      return { version: deps.version, event_loop: deps.measureLoop(), database: describe(deps.database) }
    },
  }
}

function describe(database: Database) {
  const { awayMs, outages, lastMs, longestMs } = database.readAnswers()
  return { away_ms: awayMs, outages, last_outage_ms: lastMs, longest_outage_ms: longestMs }
}

async function within(work: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('asking the database: no answer')), waitMs)
  })
  try {
    await Promise.race([work, late])
  } catch (cause) {
    throw refuse('unavailable.database', { cause })
  } finally {
    clearTimeout(timer)
  }
}
