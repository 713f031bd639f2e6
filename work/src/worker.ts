import { type FailureDetail, newId, toFailure } from '@sluice/contract'
import { type Database, isWorthRetrying, type Tx } from '@sluice/db'
import { claim } from './claim.ts'
import { type End, end, giveBack } from './hold.ts'
import { CancelledError, Job, type JobRow, LostError } from './job.ts'
import { MAX_ATTEMPTS, type WorkKind } from './kind.ts'
import { Loop, type LoopLog } from './loop.ts'
import { type Queue, queueOf } from './queue.ts'
import { SET_ASIDE } from './set-aside.ts'
import { within } from './within.ts'

export interface WorkerOptions<Row extends JobRow> {
  readonly database: Database
  readonly log: LoopLog
  readonly kind: WorkKind
  /** What a line of the log calls this work. */
  readonly doing: string
  /** How often jobs are looked for. */
  readonly pollMs: number
  /** Jobs of one process at the same time. Default 1 */
  readonly lanes?: number
  /** Whoever asks for a job tells it here. Absent: it is found when it is looked for. */
  readonly channel?: string
  /** Brings a job to its end; without a word of its own it is done. What it throws is its failure. */
  run(job: Job<Row>): Promise<void>
  /** Tells people of one that was set aside, in its transaction. */
  tell(tx: Tx, row: Row, failure: FailureDetail): Promise<void>
  /** What is said of one that was set aside. Default: that it ended three processes */
  readonly setAside?: FailureDetail
  /** Done each time nothing waits any more. */
  idle?(): Promise<void>
}

const AGAIN_MS = 1000

/** Brings jobs of one kind to their ends. Every process does; a lease keeps them out of each other's way. */
export class JobWorker<Row extends JobRow> {
  readonly #options: WorkerOptions<Row>
  readonly #queue: Queue
  readonly #holder = newId()
  readonly #loop: Loop
  readonly #atWork = new Set<Promise<void>>()
  #isStopping = false
  #unlisten: (() => Promise<void>) | null = null

  constructor(options: WorkerOptions<Row>) {
    this.#options = options
    this.#queue = queueOf(options.kind)
    const { log, pollMs, doing } = options
    this.#loop = new Loop({ name: doing, everyMs: pollMs, log, work: () => this.#find() })
  }

  async start(): Promise<void> {
    this.#isStopping = false
    this.#loop.start()
    const { database, channel } = this.#options
    if (channel === undefined) return
    // Only a shorter wait: without it jobs are found by polling.
    this.#unlisten = await database.listen(channel, () => this.#loop.wake()).catch(() => null)
  }

  /** Resolves after the step in hand, which another process goes on behind, or after so long. */
  async stop({ timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<void> {
    this.#isStopping = true
    await this.#unlisten?.()
    const ends = this.#loop.stop().then(() => Promise.all(this.#atWork))
    if (timeoutMs === undefined) return void (await ends)
    await within(ends, timeoutMs)
  }

  /** Brings the next job to its end. @returns false: none waits */
  async turn(): Promise<boolean> {
    const row = await this.#claim()
    if (row) await this.#takeUp(row)
    return row !== null
  }

  /** Begins what waits, as long as a lane is free. One look serves all lanes: those without a job ask nothing. */
  async #find(): Promise<void> {
    const { lanes = 1, idle } = this.#options
    while (!this.#isStopping && this.#atWork.size < lanes) {
      const row = await this.#claim()
      if (!row) return idle?.()
      this.#begin(row)
    }
  }

  #begin(row: Row): void {
    const { log, doing } = this.#options
    const work = this.#takeUp(row)
      .catch((error: unknown) => log.error({ err: error }, doing))
      .finally(() => {
        this.#atWork.delete(work)
        this.#loop.wake()
      })
    this.#atWork.add(work)
  }

  #takeUp(row: Row): Promise<void> {
    if (row.attempts > MAX_ATTEMPTS) return this.#setAside(row)
    return this.#toEnd(new Job<Row>({ ...this.#options, isStopping: () => this.#isStopping }, row))
  }

  async #claim(): Promise<Row | null> {
    const params = { holder: this.#holder }
    const claimed = await this.#options.database.withSystem(tx => claim<Row>(tx, this.#queue, { params }))
    return claimed === null || claimed === 'held' ? null : claimed.row
  }

  async #toEnd(job: Job<Row>): Promise<void> {
    const { kind, log, doing, run } = this.#options
    const endAs = (how: End) => job.inTenant(tx => end(tx, kind, job.claim, how))
    const rest = job.beat()
    try {
      await run(job)
      if (!job.isEnded) await job.finish()
    } catch (error) {
      if (error instanceof LostError) return void (await job.inTenant(tx => giveBack(tx, kind, job.claim)))
      if (error instanceof CancelledError) return void (await endAs({ state: 'cancelled' }))
      // A deadlock or the like: it goes on behind its last step.
      if (isWorthRetrying(error)) return void (await job.rest(AGAIN_MS))
      const failure = toFailure(error)
      if (failure !== error) log.error({ err: error, ...job.claim.key }, doing)
      await endAs({ state: 'failed', failure: failure.toDetail() })
    } finally {
      rest()
    }
  }

  /** One that ended three processes would end the next one too: it ends, and whoever waits for it hears why. */
  async #setAside(row: Row): Promise<void> {
    const { database, kind, log, tell, setAside = SET_ASIDE } = this.#options
    const { claim } = new Job<Row>({ database, kind, isStopping: () => false }, row)
    const isEnded = await database.withTenant(row.tenant_id, async tx => {
      const isEnded = await end(tx, kind, claim, { state: 'failed', failure: setAside })
      if (isEnded) await tell(tx, row, setAside)
      return isEnded
    })
    if (isEnded) log.error({ ...claim.key, kind: kind.name }, 'a job ended its process again and again: set aside')
  }
}
