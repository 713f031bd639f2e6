/** What a broker pushes, held until it is asked for. A broken connection is told at once: all of it comes again. */
export class Mailbox<Item> {
  #items: Item[] = []
  #error: unknown = null
  #wake: (() => void) | null = null

  push(item: Item): void {
    this.#items.push(item)
    this.#wake?.()
  }

  /** Every later `take` rejects with it. The first error counts. */
  fail(error: unknown): void {
    this.#error ??= error
    this.#items = []
    this.#wake?.()
  }

  /** Up to `limit` items, as soon as there is one; none after `waitMs` or an abort. */
  async take(limit: number, waitMs: number, signal: AbortSignal): Promise<Item[]> {
    if (this.#items.length === 0 && this.#error === null && waitMs > 0 && !signal.aborted)
      await this.#wait(waitMs, signal)
    if (this.#error !== null) throw this.#error
    return this.#items.splice(0, limit)
  }

  #wait(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#wake = null
        resolve()
      }
      const timer = setTimeout(end, waitMs)
      signal.addEventListener('abort', end, { once: true })
      this.#wake = end
    })
  }
}
