import { newId } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { Loop } from '@sluice/work'
import type { EngineLog } from './deps.ts'

export interface JobWorkerOptions<J> {
  readonly database: Database
  readonly log: EngineLog
  /** How often jobs are looked for. */
  readonly pollMs: number
  /** What a line of the log calls this work. */
  readonly name: string
  /** Whoever asks for a job tells it here. */
  readonly channel: string
  /** Jobs of one process at the same time. Default 1. */
  readonly lanes?: number
  /** The oldest job that waits or was left behind, with its lease taken; null: none. */
  claim(tx: Tx, holder: string): Promise<J | null>
  /** Brings a job to its end, or hands it back when `isStopping`. */
  work(job: J, holding: { readonly holder: string; isStopping(): boolean }): Promise<void>
}

/** Brings jobs to their ends, one after the other. Every process does; a lease keeps them out of each other's way. */
export class JobWorker<J> {
  readonly #options: JobWorkerOptions<J>
  readonly #loops: readonly Loop[]
  #isStopped = false
  #unlisten: (() => Promise<void>) | null = null

  constructor(options: JobWorkerOptions<J>) {
    this.#options = options
    const { log, pollMs, name, lanes = 1 } = options
    this.#loops = Array.from({ length: lanes }, () => {
      const holder = newId()
      return new Loop({ name, everyMs: pollMs, log, work: () => this.#work(holder) })
    })
  }

  async start(): Promise<void> {
    this.#isStopped = false
    for (const loop of this.#loops) loop.start()
    const { database, channel } = this.#options
    const wake = () => this.#loops.forEach(loop => void loop.wake())
    // Only a shorter wait: without it jobs are found by polling.
    this.#unlisten = await database.listen(channel, wake).catch(() => null)
  }

  /** Resolves after the step in hand; another process goes on behind it. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#unlisten?.()
    await Promise.all(this.#loops.map(loop => loop.stop()))
  }

  async #work(holder: string): Promise<void> {
    const { database, claim, work } = this.#options
    while (!this.#isStopped) {
      const job = await database.withSystem(tx => claim(tx, holder))
      if (!job) return
      await work(job, { holder, isStopping: () => this.#isStopped })
    }
  }
}
