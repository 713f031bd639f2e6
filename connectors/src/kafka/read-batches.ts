import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Reader } from '@platformatic/kafka'
import type { Client } from './line.ts'

/** What a broker answered for one partition. */
export interface FetchedPartition {
  readonly partition: number
  readonly errorCode: number
  /** First offset that is there; -1n where the broker does not say. */
  readonly start: bigint
  readonly aborted: readonly { readonly producerId: bigint; readonly firstOffset: bigint }[]
  readonly bytes: Buffer
}

/** A message, or what only moves the place: a marker of a transaction, the end of a batch that was compacted. */
export interface Fetched {
  readonly partition: number
  /** Where to go on behind it. */
  readonly next: bigint
  readonly message: KafkaMessage | null
}
export interface KafkaMessage {
  readonly offset: bigint
  /** Milliseconds since the epoch; -1 = none. */
  readonly timestamp: number
  readonly key: Buffer | null
  /** null: a tombstone. */
  readonly value: Buffer | null
  readonly headers: readonly (readonly [Buffer | null, Buffer | null])[]
}

/** An answer to Fetch version 11, the batches left as they are: one that cannot be read stops no other partition. */
export function parseFetch(reader: Reader): { errorCode: number; partitions: FetchedPartition[] } {
  reader.readInt32()
  const errorCode = reader.readInt16()
  reader.readInt32()
  const topics = reader.readArray(
    topic => {
      topic.readString(false)
      return topic.readArray(readPartition, false, false)
    },
    false,
    false,
  )
  return { errorCode, partitions: topics.flat() }
}

function readPartition(reader: Reader): FetchedPartition {
  const partition = reader.readInt32()
  const errorCode = reader.readInt16()
  reader.readInt64()
  reader.readInt64()
  const start = reader.readInt64()
  const aborted = reader.readNullableArray(
    each => ({ producerId: each.readInt64(), firstOffset: each.readInt64() }),
    false,
    false,
  )
  reader.readInt32()
  const bytes = reader.readNullableBytes(false) ?? Buffer.alloc(0)
  return { partition, errorCode, start, aborted: aborted ?? [], bytes }
}

// Places in the head of a batch (KIP-98).
const LENGTH_AT = 8
const MAGIC_AT = 16
const CRC_AT = 17
const CHECKED_FROM = 21
const DELTA_AT = 23
const FIRST_TIME_AT = 27
const LAST_TIME_AT = 35
const PRODUCER_AT = 43
const COUNT_AT = 57
const HEAD = 61
const LOG_APPEND_TIME = 1 << 3
const TRANSACTIONAL = 1 << 4
const CONTROL = 1 << 5
// A batch of many times its size is no batch.
const INFLATED_BYTES = 64 * 1024 * 1024

/** The messages from `from` on. Those of transactions that were taken back are left out. @throws Error for a damaged batch */
export function readBatches(client: Client, fetched: FetchedPartition, from: bigint): Fetched[] {
  const { partition, bytes } = fetched
  const found: Fetched[] = []
  const aborted = new AbortedWriters(fetched.aborted)
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const end = at + LENGTH_AT + 4 + bytes.readInt32BE(at + LENGTH_AT)
    if (end > bytes.length) break
    const batch = bytes.subarray(at, end)
    at = end
    const next = batch.readBigInt64BE(0) + BigInt(batch.readInt32BE(DELTA_AT)) + 1n
    if (next <= from) continue
    if (!aborted.drops(batch, next)) {
      for (const message of readMessages(client, batch))
        if (message.offset >= from) found.push({ partition, next: message.offset + 1n, message })
    }
    // Compaction may have taken the last messages of a batch away.
    if (found.at(-1)?.next !== next) found.push({ partition, next, message: null })
  }
  if (bytes.length > 0 && found.length === 0) throw new Error('reading messages: no whole batch')
  return found
}

/** Which writers' messages were taken back, batch after batch. */
class AbortedWriters {
  readonly #coming: { readonly producerId: bigint; readonly firstOffset: bigint }[]
  readonly #active = new Set<bigint>()

  constructor(aborted: FetchedPartition['aborted']) {
    this.#coming = aborted.toSorted((a, b) => (a.firstOffset < b.firstOffset ? -1 : 1))
  }

  drops(batch: Buffer, next: bigint): boolean {
    while (this.#coming[0] && this.#coming[0].firstOffset < next) this.#active.add(this.#coming.shift()!.producerId) // the first is there
    const attributes = batch.readInt16BE(CHECKED_FROM)
    const producer = batch.readBigInt64BE(PRODUCER_AT)
    if (attributes & CONTROL) this.#active.delete(producer)
    return (attributes & CONTROL) !== 0 || ((attributes & TRANSACTIONAL) !== 0 && this.#active.has(producer))
  }
}

function* readMessages(client: Client, batch: Buffer): Generator<KafkaMessage> {
  const magic = batch.readInt8(MAGIC_AT)
  if (magic !== 2) throw new Error(`reading messages: format ${magic} is older than Kafka 0.11`)
  if (client.crc32c(batch.subarray(CHECKED_FROM)) >>> 0 !== batch.readUInt32BE(CRC_AT))
    throw new Error('reading messages: the checksum differs')
  const attributes = batch.readInt16BE(CHECKED_FROM)
  const first = batch.readBigInt64BE(0)
  const firstTime = batch.readBigInt64BE(FIRST_TIME_AT)
  const reader = client.Reader.from(inflate(client, batch.subarray(HEAD), attributes & client.IS_COMPRESSED))
  for (let left = batch.readInt32BE(COUNT_AT); left > 0; left -= 1) {
    const record = client.readRecord(reader)
    const time = attributes & LOG_APPEND_TIME ? batch.readBigInt64BE(LAST_TIME_AT) : firstTime + record.timestampDelta
    yield {
      offset: first + BigInt(record.offsetDelta),
      timestamp: Number(time),
      key: record.key,
      value: record.value,
      headers: record.headers,
    }
  }
}

const GZIP = 1
const ZSTD = 4

function inflate(client: Client, bytes: Buffer, kind: number): Buffer {
  if (kind === 0) return bytes
  if (kind === GZIP) return gunzipSync(bytes, { maxOutputLength: INFLATED_BYTES })
  if (kind === ZSTD) return zstdDecompressSync(bytes, { maxOutputLength: INFLATED_BYTES })
  const algorithm = client.compressionsAlgorithmsByBitmask[kind]
  if (!algorithm) throw new Error(`reading messages: compression ${kind} is unknown`)
  return algorithm.decompressSync(bytes)
}
