import { setTimeout as wait } from 'node:timers/promises'
import { type Failure, newId, type SourceConfig, toFailure } from '@sluice/contract'
import type { Connection, Source, SourcePage, SourceRecord } from '../connector.ts'

export interface FollowFrom {
  readonly cursor?: string | null
  readonly reader?: string
  /** After its first page it waits for this. */
  readonly gate?: Promise<void>
}

/** A source that is followed by a test; what came is kept. */
export class Followed {
  readonly source: Source
  readonly reader: string
  readonly pages: SourcePage[] = []
  failure: Failure | null = null
  readonly #stop = new AbortController()
  readonly #end: Promise<void>

  private constructor(source: Source, pageSize: number, { cursor, reader, gate }: Required<FollowFrom>) {
    this.source = source
    this.reader = reader
    const { signal } = this.#stop
    this.#end = this.#gather(source.follow!({ reader, cursor, pageSize, maxWaitMs: 50, signal }), gate)
  }

  static async open(
    connection: Connection,
    config: SourceConfig,
    { cursor = null, reader = newId(), gate = Promise.resolve() }: FollowFrom = {},
  ): Promise<Followed> {
    return new Followed(await connection.openSource!(config), config.pageSize, { cursor, reader, gate })
  }

  get records(): readonly SourceRecord[] {
    return this.pages.flatMap(page => page.records)
  }

  get notices(): readonly string[] {
    return this.pages.flatMap(page => (page.notices ?? []).map(notice => notice.code))
  }

  async reach(phase: 'snapshot' | 'stream'): Promise<void> {
    await this.until(() => this.pages.at(-1)?.progress?.phase === phase)
    this.#taken = this.records.length
  }

  /** The next `count` records after those of the phase that was reached, or of the last call. */
  async take(count: number): Promise<readonly SourceRecord[]> {
    const from = this.#taken
    await this.until(() => this.records.length >= from + count)
    this.#taken = from + count
    return this.records.slice(from, from + count)
  }
  #taken = 0

  /** Says what stands in the way when it takes too long. */
  async until(isReached: () => boolean | Promise<boolean>): Promise<void> {
    for (const deadline = performance.now() + 30_000; !(await isReached()); await wait(10)) {
      if (performance.now() < deadline && (this.failure === null || (await isReached()))) continue
      throw new Error(`waiting: ${this.records.length} records, ${this.failure?.code} ${this.failure?.message}`, {
        cause: this.failure?.cause,
      })
    }
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.source.close()
    await this.#end
  }

  async #gather(pages: AsyncIterable<SourcePage>, gate: Promise<void>): Promise<void> {
    try {
      for await (const page of pages) {
        this.pages.push(page)
        await gate
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) this.failure = toFailure(error)
    }
  }
}
