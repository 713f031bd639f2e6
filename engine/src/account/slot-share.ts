import { setTimeout as delay } from 'node:timers/promises'
import type { AccountBook } from '../sql/account-rows.ts'

/** Asked again this often while requests are under way, so that the share does not run out and others get theirs. */
const RENEW_MS = 1000
/** The same while somebody here waits. */
const WAIT_MS = 100

/** The requests that this process may have under way with one account; leased from all processes' common number. */
export class SlotShare {
  readonly #book: Pick<AccountBook, 'shareSlots'>
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  #slots = 0
  #running = 0
  /** More is under way than the last answer allows. */
  #isYielding = false
  #concurrency = 1
  #askedMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #asking: Promise<void> | null = null

  constructor(book: Pick<AccountBook, 'shareSlots'>, now: () => number) {
    this.#book = book
    this.#now = now
  }

  async enter(concurrency: number, signal: AbortSignal | undefined): Promise<void> {
    this.#concurrency = concurrency
    while (this.#running >= Math.min(this.#slots, concurrency)) {
      signal?.throwIfAborted()
      const turn = new Promise<void>(resolve => this.#waiting.push(resolve))
      this.#renewSoon(0)
      await Promise.race([turn, delay(WAIT_MS, undefined, { ref: false })])
    }
    this.#running += 1
  }

  leave(): void {
    this.#running = Math.max(0, this.#running - 1)
    this.#waiting.shift()?.()
    // Somebody waits for what was too much here.
    this.#renewSoon(this.#isYielding ? 0 : RENEW_MS)
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.#asking
    if (this.#askedMs > 0) await this.#book.shareSlots(this.#concurrency, 0, 0).catch(() => 0)
    this.#slots = 0
  }

  #renewSoon(ms: number): void {
    if (this.#asking) return
    const wait = Math.max(ms, this.#waiting.length > 0 ? this.#askedMs + WAIT_MS - this.#now() : 0)
    if (this.#timer && ms > 0) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#renew(), Math.max(0, wait)).unref()
  }

  #renew(): void {
    this.#timer = null
    this.#askedMs = this.#now()
    const used = this.#running
    const wanted = Math.min(used + this.#waiting.length, this.#concurrency)
    // Nothing is started meanwhile: what is said to be in use must be all.
    this.#slots = 0
    this.#asking = this.#book
      .shareSlots(this.#concurrency, wanted, used)
      .then(
        slots => {
          this.#slots = slots
          this.#isYielding = slots < this.#running
        },
        () => undefined,
      )
      .finally(() => {
        this.#asking = null
        for (const wake of this.#waiting.splice(0)) wake()
        if (this.#running > 0 || wanted > 0) this.#renewSoon(this.#isYielding ? WAIT_MS : RENEW_MS)
      })
  }
}
