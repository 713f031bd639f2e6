import { newId } from '@sluice/contract'
import { Loop } from '../run/loop.ts'
import { REHEARSAL_CHANNEL } from '../sql/channels.ts'
import { claimJob } from './rehearsal-rows.ts'
import type { RehearsalDeps } from './rehearsals.ts'
import { rehearse } from './rehearse.ts'

/** Brings rehearsals to their ends, one after the other. Every process does; a lease keeps them out of each other's way. */
export class RehearsalWorker {
  readonly #deps: RehearsalDeps
  readonly #loop: Loop
  readonly #holder = newId()
  #isStopped = false
  #unlisten: (() => Promise<void>) | null = null

  constructor(deps: RehearsalDeps) {
    this.#deps = deps
    const { log, pollMs } = deps
    this.#loop = new Loop({ name: 'rehearsing drafts', everyMs: pollMs, log, work: () => this.#work() })
  }

  async start(): Promise<void> {
    this.#isStopped = false
    this.#loop.start()
    // Only a shorter wait: without it rehearsals are found by polling.
    this.#unlisten = await this.#deps.database.listen(REHEARSAL_CHANNEL, () => this.#loop.wake()).catch(() => null)
  }

  /** Resolves after the page in hand; another process goes on behind the last chunk. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#unlisten?.()
    await this.#loop.stop()
  }

  async #work(): Promise<void> {
    while (!this.#isStopped) {
      const job = await this.#deps.database.withSystem(tx => claimJob(tx, this.#holder))
      if (!job) return
      await rehearse(this.#deps, job, { holder: this.#holder, isStopping: () => this.#isStopped })
    }
  }
}
