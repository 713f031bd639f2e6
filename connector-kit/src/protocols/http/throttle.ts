import type { ConnectorContext } from '../../connector.ts'

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** Waits in real time; rejects at once when aborted. */
const sleepFor: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return void reject(new Error('waiting: aborted'))
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const onAbort = (): void => {
      end()
      reject(new Error('waiting: aborted'))
    }
    const timer = setTimeout(() => {
      end()
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })

export const sleepOf = (context: ConnectorContext): Sleep =>
  context.sleep ? (ms, signal) => context.sleep!(ms, signal) : sleepFor // present: just asked

/** At most so many at once, and so long between two starts. */
export class Throttle {
  #running = 0
  #nextStartMs = 0
  readonly #waiting: (() => void)[] = []
  readonly #limit: { readonly maxConcurrent: number; readonly minIntervalMs: number }
  readonly #now: () => number
  readonly #sleep: Sleep

  constructor(limit: { readonly maxConcurrent: number; readonly minIntervalMs: number }, context: ConnectorContext) {
    this.#limit = limit
    this.#now = () => context.now()
    this.#sleep = sleepOf(context)
  }

  async run<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    await this.#enter()
    try {
      const waitMs = this.#nextStartMs - this.#now()
      this.#nextStartMs = Math.max(this.#now(), this.#nextStartMs) + this.#limit.minIntervalMs
      if (waitMs > 0) await this.#sleep(waitMs, signal)
      return await work()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  async #enter(): Promise<void> {
    while (this.#running >= this.#limit.maxConcurrent) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#running++
  }
}
