/** Over so long the normal rate is taken; longer than a page, shorter than a coffee. */
const WINDOW_MS = 30_000
const SLOWEST = 1

/** How fast an account is used, and a limit to that for the time after an outage. */
export class Pace {
  readonly #now: () => number
  /** Requests per second, older ones counting less. */
  #rate = 0
  #countedMs = 0
  #normal = 0
  #limit: { readonly gapMs: number; readonly untilMs: number } | null = null
  #nextMs = 0

  constructor(now: () => number) {
    this.#now = now
  }

  count(): void {
    this.#decay()
    this.#rate += 1000 / WINDOW_MS
  }

  /** Keeps the rate of this moment as what is normal. */
  remember(): void {
    this.#decay()
    this.#normal = this.#rate
  }

  /** No more than `factor` times what is normal, for so long. */
  limit(factor: number, ms: number): void {
    const now = this.#now()
    this.#limit = { gapMs: 1000 / (Math.max(this.#normal, SLOWEST) * factor), untilMs: now + ms }
    this.#nextMs = now
  }

  /** Milliseconds until the next request may start; its place is taken. */
  spaceOut(): number {
    if (this.#limit === null) return 0
    const now = this.#now()
    if (now >= this.#limit.untilMs) {
      this.#limit = null
      return 0
    }
    const startMs = Math.max(now, this.#nextMs)
    this.#nextMs = startMs + this.#limit.gapMs
    return startMs - now
  }

  #decay(): void {
    const now = this.#now()
    this.#rate *= Math.exp(-Math.max(0, now - this.#countedMs) / WINDOW_MS)
    this.#countedMs = now
  }
}
