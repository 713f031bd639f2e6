import type { Database } from '@sluice/db'
import { JobWorker, Loop, removeOld } from '@sluice/work'
import type { EngineLog } from '../run/deps.ts'
import type { Runs } from '../run/runs.ts'
import { REPLAY_CHANNEL } from '../sql/channels.ts'
import { foldMoves, listMovedTenants, tidyHours } from '../sql/error-group-rows.ts'
import { tellSetAside } from '../sql/notice-rows.ts'
import { adoptUngrouped } from '../stage/adopt-ungrouped.ts'
import { cancelWaiting, type ReplayWork, replayKind } from './job-rows.ts'
import { takeSteps } from './step-job.ts'

export interface ReplayWorkerDeps {
  readonly database: Database
  readonly runs: Pick<Runs, 'request'>
  readonly log: EngineLog
  /** How often replays are looked for. */
  readonly pollMs: number
}

const KEEP_MS = 1_000
const TIDY_MS = 3_600_000
/** Takes steps of replays and keeps the books of error groups. Every process does; claims keep them out of each other's way. */
export class ReplayWorker {
  readonly #deps: ReplayWorkerDeps
  readonly #steps: JobWorker<ReplayWork>
  readonly #books: Loop
  #isStopped = false
  #tidiedMs = Number.NEGATIVE_INFINITY

  constructor(deps: ReplayWorkerDeps) {
    this.#deps = deps
    const { database, log, runs, pollMs } = deps
    this.#steps = new JobWorker<ReplayWork>({
      database,
      log,
      pollMs,
      kind: replayKind,
      doing: 'replaying records',
      channel: REPLAY_CHANNEL,
      run: job => takeSteps(job, runs, pollMs / 2),
      async tell(tx, { tenant_id: tenantId, id, strategy_id: objectId, requested_by: userId }, failure) {
        await cancelWaiting(tx, { tenantId, id }, ['waiting', 'reading'])
        await tellSetAside(tx, { objectId, userId, failure })
      },
    })
    this.#books = new Loop({ name: 'counting errors', everyMs: KEEP_MS, log, work: () => this.#keep() })
  }

  async start(): Promise<void> {
    this.#isStopped = false
    this.#books.start()
    await this.#steps.start()
  }

  /** Resolves after the step in hand. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([this.#steps.stop(), this.#books.stop()])
  }

  /** One process at a time, for as long as its transaction holds the lock. */
  async #keep(): Promise<void> {
    const { database } = this.#deps
    for (const tenantId of await database.withSystem(listMovedTenants)) {
      if (this.#isStopped) return
      await database.withTenant(tenantId, async tx => {
        const [lock] = await tx.query<{ is_mine: boolean }>(
          `select pg_try_advisory_xact_lock(hashtextextended('error-books ' || $1, 0)) as is_mine`,
          [tenantId],
        )
        if (lock?.is_mine !== true) return
        await adoptUngrouped(tx, tenantId)
        await foldMoves(tx, tenantId)
      })
    }
    if (performance.now() - this.#tidiedMs < TIDY_MS) return
    this.#tidiedMs = performance.now()
    await database.withSystem(async tx => {
      await tidyHours(tx)
      await removeOld(tx, replayKind, 20)
    })
  }
}
