import type { FollowNotice, FollowRequest, ReadRequest, Source, SourceLag, SourcePage } from '@sluice/connector-kit'
import { noWindow } from '@sluice/connector-kit/queue'
import type { Cluster, Topic } from './cluster.ts'
import { silent } from './failure.ts'
import { Fetcher } from './fetcher.ts'
import {
  commit,
  findPlaces,
  type Places,
  parseCursor,
  type ReadPlan,
  readCommitted,
  readEnds,
  writeCursor,
} from './places.ts'
import type { Fetched } from './read-batches.ts'
import { type RecordRules, toAllRecords } from './read-message.ts'

// An abort waits at most so long for a broker that holds its answer back.
const HOLD_MS = 400
// A broker that said there is more gets this long to send it.
const PROMISED_MS = 10_000
const LOOK_ROUND_MS = 30_000
// A page of fat messages is closed before it fills the memory.
const PAGE_BYTES = 8 * 1024 * 1024

/** All partitions of a topic. Its place is the cursor; the group is told only what is stored. */
export class KafkaSource implements Source {
  readonly tellsVersions = true
  readonly #cluster: Cluster
  readonly #plan: ReadPlan
  readonly #rules: RecordRules
  readonly #now: () => number
  /** Stored here and not yet told. */
  #untold: Places = new Map()

  constructor(cluster: Cluster, plan: ReadPlan, rules: RecordRules, now: () => number) {
    this.#cluster = cluster
    this.#plan = plan
    this.#rules = rules
    this.#now = now
  }

  /** What is there when it begins. */
  async *read({ cursor, window, pageSize, signal }: ReadRequest): AsyncGenerator<SourcePage> {
    if (window) throw noWindow(`topic ${this.#plan.topic}`)
    const topic = await this.#cluster.readTopic(this.#plan.topic)
    const places = await findPlaces(this.#cluster, topic, this.#plan, cursor)
    const ends = await readEnds(this.#cluster, topic)
    const fetcher = new Fetcher(this.#cluster, topic, places)
    fetcher.stopAt(ends)
    while (!fetcher.isAtEnd()) {
      const page = await this.#collect(fetcher, { pageSize, lingerMs: PROMISED_MS, signal })
      if (signal.aborted) return
      if (page === null) throw silent()
      if (page.records.length > 0) yield page
    }
    const request = `end of topic ${this.#plan.topic}`
    yield { records: fetcher.takeLosses(), cursor: null, request, notices: fetcher.takeNotices() }
  }

  async *follow({ cursor, pageSize, maxWaitMs, signal }: FollowRequest): AsyncGenerator<SourcePage> {
    const topic = await this.#cluster.readTopic(this.#plan.topic)
    const fetcher = new Fetcher(this.#cluster, topic, await findPlaces(this.#cluster, topic, this.#plan, cursor))
    let lookMs = this.#now() + LOOK_ROUND_MS
    while (!signal.aborted) {
      const page = await this.#collect(fetcher, { pageSize, lingerMs: maxWaitMs, signal })
      if (signal.aborted) return
      if (page !== null) yield page
      if (this.#now() < lookMs) continue
      await fetcher.lookRound()
      lookMs = this.#now() + LOOK_ROUND_MS
    }
  }

  /** A page full, or what came within `lingerMs`; null: nothing came. */
  async #collect(
    fetcher: Fetcher,
    { pageSize, lingerMs, signal }: { pageSize: number; lingerMs: number; signal: AbortSignal },
  ): Promise<SourcePage | null> {
    const taken: Fetched[] = []
    let messages = 0
    let bytes = 0
    const untilMs = this.#now() + lingerMs
    while (messages < pageSize && bytes < PAGE_BYTES && !fetcher.isAtEnd() && !signal.aborted) {
      const next = fetcher.take()
      if (next === null) {
        const leftMs = untilMs - this.#now()
        if (leftMs <= 0) break
        await fetcher.fill(Math.min(HOLD_MS, leftMs))
        continue
      }
      taken.push(next)
      if (next.message === null) continue
      messages += 1
      bytes += (next.message.value?.length ?? 0) + (next.message.key?.length ?? 0)
    }
    const notices: readonly FollowNotice[] = fetcher.takeNotices()
    const losses = fetcher.takeLosses()
    if (taken.length === 0 && notices.length + losses.length === 0) return null
    const records = await toAllRecords(taken, this.#rules)
    return {
      records: losses.length > 0 ? [...losses, ...records] : records,
      cursor: writeCursor(fetcher.places),
      request: `fetch ${messages} of topic ${this.#plan.topic}`,
      notices,
    }
  }

  /** What could not be told is told with the next page: an offset covers those before it. */
  async acknowledge(cursor: string): Promise<void> {
    for (const [partition, next] of parseCursor(cursor)) this.#untold.set(partition, next)
    await commit(this.#cluster, this.#plan, this.#untold)
    this.#untold = new Map()
  }

  async readLag(_reader: string, cursor: string | null): Promise<SourceLag> {
    const topic: Topic = await this.#cluster.readTopic(this.#plan.topic)
    const places = cursor === null ? await readCommitted(this.#cluster, topic, this.#plan.group) : parseCursor(cursor)
    const ends = await readEnds(this.#cluster, topic)
    let waiting = 0n
    for (const [partition, end] of ends) {
      const place = places.get(partition) ?? 0n
      if (end > place) waiting += end - place
    }
    return { bytes: null, seconds: null, records: Number(waiting) }
  }

  close(): Promise<void> {
    return this.#cluster.close()
  }
}
