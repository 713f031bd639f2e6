import { type Database, isWorthRetrying } from '@sluice/db'
import { Loop } from '@sluice/work'
import type { EngineLog } from '../run/deps.ts'
import type { Runs } from '../run/runs.ts'
import { REPLAY_CHANNEL } from '../sql/channels.ts'
import { foldMoves, listMovedTenants, tidyHours } from '../sql/error-group-rows.ts'
import { adoptUngrouped } from '../stage/adopt-ungrouped.ts'
import { listOpenJobs, tidyJobs } from './job-rows.ts'
import { stepJob } from './step-job.ts'

export interface ReplayWorkerDeps {
  readonly database: Database
  readonly runs: Pick<Runs, 'request'>
  readonly log: EngineLog
  /** How often replays are looked for. */
  readonly pollMs: number
}

const KEEP_MS = 1_000
const TIDY_MS = 3_600_000
/** Of one replay in a row; then the next one has its turn. */
const STEPS = 20

/** Takes steps of replays and keeps the books of error groups. Every process does; locks keep them out of each other's way. */
export class ReplayWorker {
  readonly #deps: ReplayWorkerDeps
  readonly #steps: Loop
  readonly #books: Loop
  #isStopped = false
  #tidiedMs = Number.NEGATIVE_INFINITY
  #unlisten: (() => Promise<void>) | null = null

  constructor(deps: ReplayWorkerDeps) {
    this.#deps = deps
    const { log, pollMs } = deps
    this.#steps = new Loop({ name: 'replaying records', everyMs: pollMs, log, work: () => this.#step() })
    this.#books = new Loop({ name: 'counting errors', everyMs: KEEP_MS, log, work: () => this.#keep() })
  }

  async start(): Promise<void> {
    this.#isStopped = false
    this.#steps.start()
    this.#books.start()
    // Only a shorter wait: without it replays are found by polling.
    this.#unlisten = await this.#deps.database.listen(REPLAY_CHANNEL, () => this.#steps.wake()).catch(() => null)
  }

  /** Resolves after the step in hand. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#unlisten?.()
    await Promise.all([this.#steps.stop(), this.#books.stop()])
  }

  async #step(): Promise<void> {
    const { database, runs, log } = this.#deps
    for (const job of await database.withSystem(listOpenJobs)) {
      for (let steps = 0; steps < STEPS && !this.#isStopped; steps += 1) {
        const isBusy = await stepJob(database, runs, job).catch((error: unknown) => {
          if (!isWorthRetrying(error)) log.error({ err: error, jobId: job.id }, 'a step of a replay')
          return false
        })
        if (!isBusy) break
      }
    }
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
      await tidyJobs(tx)
    })
  }
}
