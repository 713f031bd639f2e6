import { type Data, Failure, type FailureDetail } from '@sluice/contract'
import type {
  FollowNotice,
  FollowRequest,
  ReadRequest,
  Source,
  SourceLag,
  SourcePage,
  SourceRecord,
} from '../../connector.ts'
import { openTurn } from '../../in-turns.ts'
import { decodeMessage, type Message, type MessageRules } from './decode-message.ts'
import { LandedLedger, readLanded, readPageFrom, readPageNumber } from './landed-ledger.ts'

/** One message of a broker, to be acknowledged by its tag. */
export interface Delivery<Tag> extends Message {
  readonly tag: Tag
  /** Tells it from others: a number of the broker's, or a hash where there is none. No blanks. */
  readonly identity: string
  /** It may have been delivered before. Always true where the identity is the broker's own. */
  readonly isRepeat: boolean
  /** The broker has nothing of it any more but that it was there: a rejected row. */
  readonly lost?: FailureDetail
}

/** Messages that a broker removed before they were read, told as one rejected row. */
export interface Loss {
  /** The same whenever this loss is found again. No blanks. */
  readonly identity: string
  readonly failure: FailureDetail
  /** What is known of it. */
  readonly data: Data
  /** The broker numbers its messages from one again, so no message is known by its number. */
  readonly isAnew?: boolean
}

/** Why a run that looks whole is not. */
export const makeLoss = (message: string): FailureDetail =>
  new Failure({
    code: 'source.lost',
    message,
    retry: 'skip',
    advice: 'Let the broker keep more, or longer; ask the sender for what is missing.',
  }).toDetail()

/** What a connector programs for its broker. Everything may throw a Failure, `retry: 'later'` for a broken connection. */
export interface QueueReader<Tag> {
  /** For people: `queue orders`. */
  readonly what: string
  /** Where the broker numbers its messages: what tells this queue from one of the same name that was there before it. */
  readonly origin?: string | undefined
  /**
   * Before the first take, where an earlier reader of this source had a place: the identities of its newest pages, and
   * when the last was read and of which queue, where that is known. Losses are those since then.
   */
  goOn?(landed: readonly string[], since?: string, origin?: string): Promise<readonly Loss[]>
  /** The same for a run that begins anew behind one that had read everything then. */
  missedSince?(lastRead: string): Promise<readonly Loss[]>
  /** What was removed before it was read, looked for before every page. Each is told once. */
  findLosses?(): Promise<readonly Loss[]>
  /** What the broker may take away before it is read, a sentence each, as far as it is known by now. */
  tellLimits?(): readonly string[]
  /** Messages there now; null where the broker cannot say. */
  count(): Promise<number | null>
  /** Up to `limit` messages, as soon as there is one; none after `waitMs` or an abort. Unacknowledged ones do not come again. */
  take(limit: number, waitMs: number, signal: AbortSignal): Promise<readonly Delivery<Tag>[]>
  acknowledge(tags: readonly Tag[]): Promise<void>
  /** Messages were there and none came: why, where they are still there. */
  explainSilence?(): Promise<Failure | null>
  /** Within this time the broker delivers again what a dead reader had not acknowledged. */
  readonly redeliveryMs: number
  close(): Promise<void>
}

// A broker that said there is more gets this long to send it.
const PROMISED_MS = 5000
// One that cannot say how much there is has sent everything once it is silent for so long.
const SILENCE_MS = 1000
// While following: how soon an empty wait looks round again.
const LOOK_ROUND_MS = 30_000
// A page of fat messages is closed before it fills the memory.
const PAGE_BYTES = 8 * 1024 * 1024

interface Batch<Tag> {
  readonly deliveries: Delivery<Tag>[]
  /** Messages taken from the broker, repeats included. */
  taken: number
}

/**
 * A queue as a source. Messages are acknowledged when their page is durable, never before. `read` takes what is there
 * and ends; `follow` stays.
 */
export class QueueSource<Tag> implements Source {
  readonly tellsVersions = true
  readonly #reader: QueueReader<Tag>
  readonly #rules: MessageRules
  readonly #now: () => number
  readonly #ledger = new LandedLedger()
  readonly #open = new Map<number, readonly Tag[]>()
  readonly #toldLimits = new Set<string>()
  #forgetAtMs = 0

  constructor(reader: QueueReader<Tag>, rules: MessageRules, now: () => number) {
    this.#reader = reader
    this.#rules = rules
    this.#now = now
  }

  get asksLastRead(): boolean {
    return this.#reader.missedSince !== undefined
  }

  async *read(request: ReadRequest): AsyncGenerator<SourcePage> {
    const { cursor, window, pageSize, signal, lastRead } = request
    if (window) throw noWindow(this.#reader.what)
    yield* this.#tell(await this.#restore(cursor))
    if (cursor === null && lastRead !== undefined) yield* this.#tell(await this.#reader.missedSince?.(lastRead))
    const waiting = await this.#reader.count()
    const waitMs = waiting === null ? SILENCE_MS : PROMISED_MS
    for (let left = waiting ?? Number.POSITIVE_INFINITY; left > 0; ) {
      yield* this.#tell(await this.#reader.findLosses?.())
      const batch = await this.#collect({ limit: Math.min(pageSize, left), waitMs, lingerMs: waitMs, signal })
      if (signal.aborted) return
      if (batch.taken === 0) {
        const reason = waiting === null ? null : await this.#reader.explainSilence?.()
        if (reason) throw reason
        break
      }
      left -= batch.taken
      if (batch.deliveries.length > 0) yield await this.#makePage(batch)
    }
    yield* this.#tell(await this.#reader.findLosses?.())
    const notices = this.#takeLimits()
    const told = notices.length === 0 ? {} : { notices }
    yield { records: [], cursor: null, request: `drain ${this.#reader.what}`, ...told }
  }

  async *follow({ cursor, pageSize, maxWaitMs, signal }: FollowRequest): AsyncGenerator<SourcePage> {
    yield* this.#tell(await this.#restore(cursor))
    yield* this.#tellLimits()
    while (!signal.aborted) {
      yield* this.#tell(await this.#reader.findLosses?.())
      const batch = await this.#collect({ limit: pageSize, waitMs: LOOK_ROUND_MS, lingerMs: maxWaitMs, signal })
      if (signal.aborted) return
      if (batch.deliveries.length > 0) yield await this.#makePage(batch)
      yield* this.#tellLimits()
    }
  }

  /** A broken connection is no failure here: the broker delivers again, and the cursor knows what has landed. */
  async acknowledge(cursor: string): Promise<void> {
    const number = readPageNumber(cursor)
    const pages = [...this.#open].filter(([page]) => page <= number)
    const tags = pages.flatMap(([, tags]) => tags)
    const isTold = await this.#reader.acknowledge(tags).then(
      () => true,
      () => false,
    )
    if (!isTold) return
    for (const [page] of pages) this.#open.delete(page)
    this.#ledger.acknowledge(number)
  }

  async readLag(): Promise<SourceLag> {
    return { bytes: null, seconds: null, records: await this.#reader.count() }
  }

  close(): Promise<void> {
    return this.#reader.close()
  }

  async #restore(cursor: string | null): Promise<readonly Loss[]> {
    this.#ledger.restore(cursor)
    this.#forgetAtMs = this.#now() + this.#reader.redeliveryMs
    if (cursor === null) return []
    const { at, origin } = readPageFrom(cursor)
    const losses = (await this.#reader.goOn?.(readLanded(cursor), at, origin)) ?? []
    if (losses.some(({ isAnew }) => isAnew)) this.#ledger.forgetInherited()
    return losses
  }

  /** A page of its own, before what comes next is taken: taken messages move the place by which a loss is seen. */
  *#tell(losses: readonly Loss[] = []): Generator<SourcePage> {
    const fresh = losses.filter(({ identity }) => !this.#ledger.takeRepeat(identity))
    if (fresh.length === 0) return
    const { number, cursor } = this.#addPage(fresh.map(({ identity }) => identity))
    this.#open.set(number, [])
    const records = fresh.map(({ data, failure }): SourceRecord => ({ data, failure }))
    yield { records, cursor, request: `losses of ${this.#reader.what}` }
  }

  /** Whoever waits for messages is told without one. */
  *#tellLimits(): Generator<SourcePage> {
    const notices = this.#takeLimits()
    if (notices.length === 0) return
    const { number, cursor } = this.#addPage([])
    this.#open.set(number, [])
    yield { records: [], cursor, notices, request: `limits of ${this.#reader.what}` }
  }

  /** Each once. */
  #takeLimits(): FollowNotice[] {
    const fresh = (this.#reader.tellLimits?.() ?? []).filter(text => !this.#toldLimits.has(text))
    for (const text of fresh) this.#toldLimits.add(text)
    return fresh.map(text => ({ code: 'source.limits', text }))
  }

  /** A page full, or what came within `lingerMs` of the first message. */
  async #collect(plan: {
    readonly limit: number
    readonly waitMs: number
    readonly lingerMs: number
    readonly signal: AbortSignal
  }): Promise<Batch<Tag>> {
    const batch: Batch<Tag> = { deliveries: [], taken: 0 }
    let untilMs = this.#now() + plan.waitMs
    for (let bytes = 0; batch.taken < plan.limit && bytes < PAGE_BYTES; ) {
      const waitMs = Math.max(0, untilMs - this.#now())
      const got = await this.#reader.take(plan.limit - batch.taken, waitMs, plan.signal)
      if (got.length === 0) break
      if (batch.taken === 0) untilMs = this.#now() + plan.lingerMs
      batch.taken += got.length
      for (const each of got) bytes += each.body.byteLength
      batch.deliveries.push(...(await this.#dropRepeats(got)))
    }
    return batch
  }

  /** What has landed already only wants its acknowledgement. */
  async #dropRepeats(got: readonly Delivery<Tag>[]): Promise<readonly Delivery<Tag>[]> {
    if (this.#now() > this.#forgetAtMs) this.#ledger.forgetInherited()
    const repeats = new Set(got.filter(each => each.isRepeat && this.#ledger.takeRepeat(each.identity)))
    if (repeats.size === 0) return got
    await this.#reader.acknowledge([...repeats].map(each => each.tag))
    return got.filter(each => !repeats.has(each))
  }

  #addPage(identities: readonly string[]): ReturnType<LandedLedger['add']> {
    return this.#ledger.add(identities, new Date(this.#now()).toISOString(), this.#reader.origin)
  }

  async #makePage({ deliveries }: Batch<Tag>): Promise<SourcePage> {
    const records: SourceRecord[] = []
    const turn = openTurn()
    for (const each of deliveries) {
      if (each.lost) records.push({ data: each.properties, failure: each.lost })
      else for (const record of await decodeMessage(each, this.#rules)) records.push(record)
      if (turn.isOver()) await turn.give()
    }
    const { number, cursor } = this.#addPage(deliveries.map(each => each.identity))
    this.#open.set(
      number,
      deliveries.map(each => each.tag),
    )
    return { records, cursor, request: `take ${deliveries.length} of ${this.#reader.what}` }
  }
}

/** A queue gives each message once, so a window could only pretend to be one. */
export const noWindow = (what: string): Failure =>
  new Failure({
    code: 'source.window',
    message: `The ${what} gives each message once; increments by a field are not possible.`,
    advice: 'Switch off the increment.',
    field: 'increment',
  })
