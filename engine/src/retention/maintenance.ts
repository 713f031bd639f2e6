import { newId, toFailure } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { JobWorker, Loop } from '@sluice/work'
import type { EngineLog } from '../run/deps.ts'
import { tellSetAside } from '../sql/notice-rows.ts'
import type { ArchiveFiles } from './archive/archive-files.ts'
import { STORAGE_CHANNEL } from './clean-up.ts'
import { EndedError, type Holding, type StorageWorld } from './holding.ts'
import { measureUse } from './measure-use.ts'
import { runJob, type StorageWork, storageKind } from './run-job.ts'
import { tidy } from './tidy.ts'

export interface MaintenanceDeps {
  readonly database: Database
  readonly files: ArchiveFiles | null
  now(): number
  readonly log: EngineLog
}

const POLL_MS = 5_000
/** Longer than any one batch, an archive of 200 pages included. */
const LEASE_S = 120
const EVERY_HOURS = 1
const AGAIN_MINUTES = 10
// Above it, a statement of the clean-up is at fault.
const STATEMENT_MS = 300_000

/**
 * Cleans up in one process at a time: the row `maintenance` is held under a lease, so that the others wait, and the
 * next one goes on when the holder dies. Every batch is a transaction of its own.
 */
export class Maintenance {
  readonly #deps: MaintenanceDeps
  readonly #holder: string
  readonly #loop: Loop
  #isStopped = false
  #unlisten: (() => Promise<void>) | null = null

  constructor(deps: MaintenanceDeps) {
    this.#deps = deps
    this.#holder = newId()
    this.#loop = new Loop({ name: 'cleaning up', everyMs: POLL_MS, log: deps.log, work: () => this.turn() })
  }

  async start(): Promise<void> {
    this.#isStopped = false
    this.#loop.start()
    // Only a shorter wait: without it jobs are found by polling.
    this.#unlisten = await this.#deps.database.listen(STORAGE_CHANNEL, () => this.#loop.wake()).catch(() => null)
  }

  /** Resolves after the batch in hand. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#unlisten?.()
    await this.#loop.stop()
  }

  /** Jobs first, then what is due; nothing when another process is at it. */
  async turn(): Promise<void> {
    const claim = await this.#deps.database.withSystem(tx => claimMaintenance(tx, this.#holder))
    if (!claim) return
    let isEnded = false
    const holding: Holding = {
      world: this.#createWorld(),
      note: (step, progress) =>
        this.#note(step, progress).catch((error: unknown) => {
          isEnded = error instanceof EndedError
          throw error
        }),
    }
    const worker = this.#createJobs(holding)
    try {
      let jobs = 0
      while (!isEnded && (await worker.turn())) jobs += 1
      if (isEnded) throw new EndedError()
      if (!claim.isDue) {
        if (jobs > 0) await holding.world.withSystem(measureUse)
        return await this.#release(null)
      }
      await this.#release({ result: await tidy(holding), failure: null })
    } catch (error) {
      if (error instanceof EndedError) return await this.#release(null)
      await this.#release({ result: null, failure: toFailure(error).toDetail() }).catch(() => undefined)
      throw error
    }
  }

  /** One after the other, as the place of maintenance is one. */
  #createJobs(holding: Holding): JobWorker<StorageWork> {
    const { database, log } = this.#deps
    return new JobWorker<StorageWork>({
      database,
      log,
      kind: storageKind,
      doing: 'working on stored data',
      pollMs: POLL_MS,
      run: job => runJob(holding, job),
      tell: (tx, { strategy_id: objectId, requested_by: userId }, failure) =>
        tellSetAside(tx, { objectId, userId, failure }),
    })
  }

  #createWorld(): StorageWorld {
    const { database, files, now } = this.#deps
    const options = { statementTimeoutMs: STATEMENT_MS }
    return {
      files,
      now,
      inTenant: (tenantId, work) => database.withTenant(tenantId, tx => patiently(tx, work), options),
      withSystem: work => database.withSystem(tx => patiently(tx, work), options),
    }
  }

  async #note(step: string, progress: object): Promise<void> {
    if (this.#isStopped) throw new EndedError()
    const held = await this.#deps.database.withSystem(tx =>
      tx.execute(
        `update maintenance set step = $2, progress = $3, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
          where holder = $1`,
        [this.#holder, step, JSON.stringify(progress)],
      ),
    )
    if (held === 0) throw new EndedError()
  }

  async #release(end: { readonly result: object | null; readonly failure: object | null } | null): Promise<void> {
    await this.#deps.database.withSystem(tx =>
      tx.execute(
        `update maintenance set holder = null, lease_until = '-infinity', step = null, progress = null,
           finished_at = case when $2::boolean then clock_timestamp() else finished_at end,
           next_at = case when not $2::boolean then next_at
                          when $4::jsonb is null then now() + make_interval(hours => ${EVERY_HOURS})
                          else now() + make_interval(mins => ${AGAIN_MINUTES}) end,
           result = case when $2::boolean then coalesce($3::jsonb, result) else result end,
           failure = case when $2::boolean then $4::jsonb else failure end
          where holder = $1`,
        [
          this.#holder,
          end !== null,
          end?.result ? JSON.stringify(end.result) : null,
          end?.failure ? JSON.stringify(end.failure) : null,
        ],
      ),
    )
  }
}

/** Whoever waits for a lock keeps others waiting behind: the clean-up waits half a second at most. */
async function patiently<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.execute(`set local lock_timeout = '500ms'`)
  return work(tx)
}

async function claimMaintenance(tx: Tx, holder: string): Promise<{ readonly isDue: boolean } | null> {
  const [row] = await tx.query<{ is_due: boolean }>(
    `update maintenance set holder = $1, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}),
       started_at = case when next_at <= now() then clock_timestamp() else started_at end
      where lease_until < clock_timestamp()
        and (next_at <= now() or exists (select from storage_job where state in ('queued', 'running') and lease_until < clock_timestamp()))
     returning next_at <= now() as is_due`,
    [holder],
  )
  return row ? { isDue: row.is_due } : null
}
