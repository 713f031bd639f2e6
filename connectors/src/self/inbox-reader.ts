import type { RecordStore } from '@sluice/connector-kit'
import type { Delivery, QueueReader } from '@sluice/connector-kit/queue'

/** How soon a new push is seen by whoever waits for one. */
const LOOK_MS = 200

/** Pushed records as a queue: a row is settled when its page is durable. */
export class InboxReader implements QueueReader<string> {
  readonly what: string
  // A row that was not settled is found by the very next look.
  readonly redeliveryMs = 60_000
  readonly #store: RecordStore
  readonly #inbox: string
  readonly #held = new Set<string>()

  constructor(store: RecordStore, inbox: string) {
    this.what = `inbox ${inbox}`
    this.#store = store
    this.#inbox = inbox
  }

  count(): Promise<number> {
    return this.#store.countInbox(this.#inbox)
  }

  async take(limit: number, waitMs: number, signal: AbortSignal): Promise<readonly Delivery<string>[]> {
    const untilMs = performance.now() + waitMs
    for (;;) {
      const rows = await this.#store.readInbox(this.#inbox, [...this.#held], limit)
      if (rows.length > 0) return rows.map(({ id, body }) => this.#hold(id, body))
      const leftMs = Math.min(LOOK_MS, untilMs - performance.now())
      if (leftMs <= 0 || signal.aborted) return []
      await new Promise(resolve => setTimeout(resolve, leftMs))
    }
  }

  #hold(id: string, body: string): Delivery<string> {
    this.#held.add(id)
    return { tag: id, identity: id, isRepeat: true, body: Buffer.from(body), properties: {} }
  }

  async acknowledge(tags: readonly string[]): Promise<void> {
    if (tags.length > 0) await this.#store.settleInbox(this.#inbox, tags)
    for (const tag of tags) this.#held.delete(tag)
  }

  async close(): Promise<void> {}
}
