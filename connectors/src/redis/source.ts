import { type Delivery, type Loss, makeLoss, type QueueReader } from '@sluice/connector-kit/queue'
import { Bytes, type Data, Failure, type FailureDetail, toJson, type Value } from '@sluice/contract'
import { missing, toReplyFailure } from './failure.ts'
import { type Reply, ReplyError } from './reply-parser.ts'
import type { Session } from './session.ts'

/** Name of the one consumer: after a crash the same name finds what it had been given. */
const CONSUMER = 'sluice'
/** What another consumer of the group has left lying so long is taken over. */
const IDLE_MS = 60_000
/** An abort waits at most so long for a blocked read. */
const BLOCK_MS = 400

export interface StreamPlan {
  readonly key: string
  readonly group: string
  readonly isFromStart: boolean
  readonly payloadField: string
}

/** A stream read by consumer group: first what an earlier reader had not acknowledged, then what is new. */
export class StreamReader implements QueueReader<string> {
  readonly what: string
  readonly redeliveryMs = IDLE_MS
  readonly #plan: StreamPlan
  /** Waits for messages, so nothing else may stand behind it. */
  readonly #reading: Session
  readonly #asking: Session
  #phase: 'own' | 'others' | 'new' = 'own'
  #after = '0'
  readonly #seen = new Set<string>()
  /** The group was not there when the source was opened. */
  #isMade = false
  /** The place behind which a loss was told. */
  #toldBehind: string | null = null

  constructor(plan: StreamPlan, reading: Session, asking: Session) {
    this.what = `stream ${plan.key}`
    this.#plan = plan
    this.#reading = reading
    this.#asking = asking
  }

  /** The group, made where it is missing. @throws Failure `resource.missing` */
  async prepare(): Promise<void> {
    const { key, group, isFromStart } = this.#plan
    await requireStream(this.#asking, key)
    const [made] = await Promise.all(this.#asking.pipeline([['XGROUP', 'CREATE', key, group, isFromStart ? '0' : '$']]))
    if (made instanceof ReplyError && made.kind !== 'BUSYGROUP') throw toReplyFailure(made)
    this.#isMade = !(made instanceof ReplyError)
  }

  /** A group that was gone goes on behind the last message that landed, wherever a new one would begin. */
  async goOn(landed: readonly string[]): Promise<readonly Loss[]> {
    const ids = landed.filter(id => /^\d+-\d+$/.test(id)).toSorted(compareIds)
    const last = ids.at(-1)
    if (!this.#isMade || last === undefined) return []
    const { key, group } = this.#plan
    await this.#asking.run(['XGROUP', 'SETID', key, group, last])
    return [
      {
        identity: `group:${last}`,
        data: { group, after: last },
        failure: makeLoss(
          `The consumer group ${group} was gone, and with it what it had not acknowledged. Reading goes on behind the last message that landed; what the stream had lost by then nobody can know.`,
        ),
      },
    ]
  }

  /** Entries that the stream no longer has although the group was never given them. */
  async findLosses(): Promise<readonly Loss[]> {
    const { key, group } = this.#plan
    const [groups = null, about = null] = await Promise.all(
      this.#asking.pipeline([
        ['XINFO', 'GROUPS', key],
        ['XINFO', 'STREAM', key],
      ]),
    )
    const found = asList(groups)
      .map(toMap)
      .find(each => String(each.get('name')) === group)
    const stream = toMap(about)
    const last = String(found?.get('last-delivered-id') ?? '0-0')
    const first = asList(stream.get('first-entry') ?? null)[0]
    const [added, read, length] = [stream.get('entries-added'), found?.get('entries-read'), stream.get('length')]
    // Nothing was given yet: a group begins where the stream does. Redis before 7 does not count what it added.
    if (last === '0-0' || last === this.#toldBehind || typeof added !== 'number' || typeof length !== 'number')
      return []
    if (first !== undefined && compareIds(String(first), last) <= 0) return []
    const removed = String(stream.get('max-deleted-entry-id') ?? '0-0')
    const count = typeof read === 'number' ? added - read - length : null
    if (count === null ? compareIds(removed, last) <= 0 : count <= 0) return []
    this.#toldBehind = last
    return [
      {
        identity: `lost:${last}`,
        data: { after: last, ...(first === undefined ? {} : { before: String(first) }), count },
        failure: makeLoss(
          count === null
            ? `The stream ${key} removed messages before they were read.`
            : `The stream ${key} removed ${count} messages before they were read.`,
        ),
      },
    ]
  }

  /** Pending ones of the whole group and those it was never given. null: Redis before 7 cannot say. */
  async count(): Promise<number | null> {
    const { key, group } = this.#plan
    const groups = asList(await this.#asking.run(['XINFO', 'GROUPS', key])).map(toMap)
    const found = groups.find(each => String(each.get('name')) === group)
    const pending = found?.get('pending')
    const lag = found?.get('lag')
    return typeof pending === 'number' && typeof lag === 'number' ? pending + lag : null
  }

  async take(limit: number, waitMs: number, signal: AbortSignal): Promise<readonly Delivery<string>[]> {
    if (this.#phase === 'own') {
      const entries = await this.#readGroup(limit, this.#after, 0)
      this.#after = entries.at(-1)?.id ?? this.#after
      if (entries.length > 0) return this.#deliver(entries)
      this.#phase = 'others'
    }
    if (this.#phase === 'others') {
      const entries = await this.#claim(limit)
      if (entries.length > 0) return this.#deliver(entries)
      this.#phase = 'new'
    }
    const untilMs = performance.now() + waitMs
    for (;;) {
      const leftMs = Math.floor(untilMs - performance.now())
      const entries = await this.#readGroup(limit, '>', Math.min(BLOCK_MS, leftMs))
      if (entries.length > 0) return this.#deliver(entries)
      if (leftMs <= 0 || signal.aborted) return []
    }
  }

  async #readGroup(limit: number, after: string, blockMs: number): Promise<Entry[]> {
    const { key, group } = this.#plan
    const block = blockMs > 0 ? ['BLOCK', String(blockMs)] : []
    const answer = await this.#reading.run([
      ...['XREADGROUP', 'GROUP', group, CONSUMER, 'COUNT', String(limit), ...block],
      ...['STREAMS', key, after],
    ])
    const [stream] = asList(answer).map(asList)
    return asList(stream?.[1] ?? null).map(readEntry)
  }

  async #claim(limit: number): Promise<Entry[]> {
    const { key, group } = this.#plan
    const answer = await this.#reading.run([
      ...['XAUTOCLAIM', key, group, CONSUMER, String(IDLE_MS), '0', 'COUNT', String(limit)],
    ])
    const [, entries = null, removed = null] = asList(answer)
    // The server forgets those that the stream no longer has as it tells of them.
    const gone = asList(removed).map((id): Entry => ({ id: String(id), fields: null }))
    return [...asList(entries).map(readEntry), ...gone].filter(entry => !this.#seen.has(entry.id))
  }

  #deliver(entries: readonly Entry[]): readonly Delivery<string>[] {
    for (const { id } of entries) this.#seen.add(id)
    return entries.map(entry => toDelivery(entry, this.#plan.payloadField))
  }

  async acknowledge(tags: readonly string[]): Promise<void> {
    if (tags.length > 0) await this.#asking.run(['XACK', this.#plan.key, this.#plan.group, ...tags])
    for (const tag of tags) this.#seen.delete(tag)
  }

  async close(): Promise<void> {
    await this.#reading.close()
    await this.#asking.close()
  }
}

interface Entry {
  readonly id: string
  /** Names and values in turn; null when the entry has been deleted. */
  readonly fields: readonly Buffer[] | null
}

function readEntry(reply: Reply): Entry {
  const [id, fields = null] = asList(reply)
  return { id: String(id), fields: fields === null ? null : asList(fields).filter(Buffer.isBuffer) }
}

function toDelivery({ id, fields }: Entry, payloadField: string): Delivery<string> {
  if (fields === null)
    return { tag: id, identity: id, isRepeat: true, body: NOTHING, properties: { id }, lost: trimmed }
  const data = toData(fields)
  const at = fields.findIndex((name, index) => index % 2 === 0 && name.toString() === payloadField)
  const { [payloadField]: _payload, ...rest } = data
  const known = { tag: id, identity: id, isRepeat: true } as const
  if (fields.filter((name, index) => index % 2 === 0 && name.toString() === payloadField).length > 1)
    return { ...known, body: NOTHING, properties: { id, ...data }, lost: refuseTwice(payloadField) }
  const [body, told] = at < 0 ? [Buffer.from(toJson(data)), {}] : [fields[at + 1]!, rest] // names and values in pairs
  return { ...known, body, properties: { id, ...told } }
}

const NOTHING = new Uint8Array()
const trimmed = makeLoss('The stream removed this message after it was given out and before it was acknowledged.')

const refuseTwice = (field: string): FailureDetail =>
  new Failure({
    code: 'source.message',
    message: `The message has the field "${field}" twice, and one of the values would be lost.`,
    advice: 'Ask the sender for an entry of its own for each message.',
    retry: 'skip',
    field,
  }).toDetail()

/** A field that stands twice in one entry gets its position behind its name, or the next that is free. */
function toData(fields: readonly Buffer[]): Data {
  const data: Record<string, Value> = Object.create(null)
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const own = fields[at]!.toString() // inside the list
    let name = own
    for (let number = at / 2 + 1; name in data; number += 1) name = `${own}_${number}`
    data[name] = toValue(fields[at + 1]!)
  }
  return { ...data }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function toValue(bytes: Buffer): Value {
  try {
    return utf8.decode(bytes)
  } catch {
    return Bytes.from(bytes)
  }
}

/** @throws Failure `resource.missing` */
async function requireStream(session: Session, key: string): Promise<void> {
  if (String(await session.run(['TYPE', key])) !== 'stream') throw missing(key)
}

const SAMPLE = '20'

/** The newest messages of a stream; no group takes notice. */
export async function sampleStream(session: Session, plan: StreamPlan): Promise<readonly Delivery<string>[]> {
  await requireStream(session, plan.key)
  const entries = asList(await session.run(['XREVRANGE', plan.key, '+', '-', 'COUNT', SAMPLE])).map(readEntry)
  return entries.map(entry => toDelivery(entry, plan.payloadField))
}

/** Names of all streams, at most 5000. */
export async function listStreams(session: Session): Promise<readonly string[]> {
  const found = new Set<string>()
  let cursor = '0'
  do {
    const [next, keys] = asList(await session.run(['SCAN', cursor, 'TYPE', 'stream', 'COUNT', '1000']))
    for (const key of asList(keys ?? null)) if (found.size < 5000) found.add(String(key))
    cursor = String(next)
  } while (cursor !== '0' && found.size < 5000)
  return [...found].sort()
}

/** Ids are milliseconds and a number, each compared as such. */
function compareIds(a: string, b: string): number {
  const [[ms = 0n, at = 0n], [otherMs = 0n, otherAt = 0n]] = [a, b].map(id => id.split('-').map(BigInt)) as [
    bigint[],
    bigint[],
  ] // two of two
  return ms === otherMs ? (at < otherAt ? -1 : at > otherAt ? 1 : 0) : ms < otherMs ? -1 : 1
}

export const asList = (reply: Reply): readonly Reply[] => (Array.isArray(reply) ? reply : [])

function toMap(reply: Reply): Map<string, Reply> {
  const list = asList(reply)
  return new Map(list.flatMap((name, at) => (at % 2 === 0 ? [[String(name), list[at + 1] ?? null] as const] : [])))
}
