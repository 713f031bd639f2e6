export interface LoopLog {
  error(detail: object, message: string): void
}

export interface LoopOptions {
  readonly everyMs: number
  readonly name: string
  readonly log: LoopLog
  work(): Promise<void>
}

// While the database is away, one line per minute is enough.
const QUIET_MS = 60_000

/** Work done again and again, never twice at once. An error is logged and the next turn tries again. */
export class Loop {
  readonly #options: LoopOptions
  #timer: NodeJS.Timeout | null = null
  #turn: Promise<void> | null = null
  #isStopped = true
  #isWoken = false
  #lastErrorMs = Number.NEGATIVE_INFINITY

  constructor(options: LoopOptions) {
    this.#options = options
  }

  start(): void {
    this.#isStopped = false
    this.wake()
  }

  /** The next turn at once; a turn under way is followed by another. */
  wake(): void {
    if (this.#isStopped) return
    this.#isWoken = true
    if (this.#turn) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    // never rejects: an error is told and the next turn tries again
    this.#turn = this.#run().finally(() => {
      this.#turn = null
      if (this.#isStopped) return
      if (this.#isWoken) this.wake()
      else this.#timer = setTimeout(() => this.wake(), this.#options.everyMs)
    })
  }

  /** Resolves when the turn under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#turn
  }

  async #run(): Promise<void> {
    this.#isWoken = false
    try {
      await this.#options.work()
    } catch (error) {
      const now = performance.now()
      if (now - this.#lastErrorMs < QUIET_MS) return
      this.#lastErrorMs = now
      this.#options.log.error({ err: error }, this.#options.name)
    }
  }
}
