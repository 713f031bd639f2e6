import { SourceConfig } from '@sluice/contract'
import { z } from 'zod'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { FollowReader, strategyFollow } from './contract.ts'
import { listReaders, type ReaderRow } from './store.ts'

export function createStrategyFollowRoutes(): Handlers<typeof strategyFollow> {
  return {
    list: (_input, ctx) => ctx.tenant(async tx => (await listReaders(tx)).map(row => describe(row, ctx))),
  }
}

/** As the engine stores them; what an older version wrote may lack parts. */
const Progress = z.object({
  phase: z.enum(['snapshot', 'stream']),
  done: z.int().optional(),
  total: z.int().nullish(),
  position: z.string().optional(),
})
const amount = z.number().nullish()
const Lag = z.object({ bytes: amount, seconds: amount, records: amount, behindBytes: amount })
const Problem = z.object({ message: z.string(), advice: z.string().optional() })
/** What a source said of how far behind its reader is; undefined: nothing yet. */
export const readLag = (stored: unknown) => Lag.safeParse(stored).data

const Retain = SourceConfig.shape.retain.unwrap()

function describe(row: ReaderRow, ctx: RouteContext): FollowReader {
  const progress = Progress.safeParse(row.progress).data
  const lag = readLag(row.lag)
  const problem = Problem.safeParse(row.failure).data
  const retain = Retain.parse(row.retain ?? {})
  return {
    id: row.id,
    strategy_id: row.strategy_id,
    strategy_name: row.strategy_name,
    connector_name: row.connector_name,
    resource: row.resource,
    state: row.state,
    left_over: row.state === 'retired' || row.strategy_name === null,
    phase: progress?.phase ?? null,
    done: progress?.done ?? null,
    total: progress?.total ?? null,
    position: progress?.position ?? null,
    lag: {
      kept_bytes: lag?.bytes ?? null,
      behind_bytes: lag?.behindBytes ?? null,
      seconds: lag?.seconds ?? null,
      records: lag?.records ?? null,
      asked_at: lag ? row.lag_at : null,
    },
    max_bytes: retain.maxBytes,
    when_full: retain.whenFull,
    failure: problem
      ? { message: ctx.tell(problem.message), advice: problem.advice ? ctx.tell(problem.advice) : null }
      : null,
    moved_at: row.updated_at,
  }
}
