import type { CompressionAlgorithmValue } from '@platformatic/kafka'
import type { Confirm, Target, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import { refuseStopped } from '@sluice/connector-kit/queue'
import { Failure, toFailure } from '@sluice/contract'
import type { Cluster, Topic } from './cluster.ts'
import { type Encoded, encodeRecord, type RecordPlan } from './encode-record.ts'
import { LineBroken } from './failure.ts'
import { alreadyThere, isUnsure, type Producer } from './producer.ts'

export interface WritePlan extends RecordPlan {
  readonly topic: string
  readonly compression: CompressionAlgorithmValue
}

/** Below the usual limit of a batch, 1 MiB. */
const BATCH_BYTES = 900 * 1024
/** The batch is too large, or a message in it is not taken: halves are tried, down to the one. */
const DIVISIBLE = new Set([2, 10, 18, 32, 87])

interface Item {
  readonly at: number
  readonly encoded: Encoded
}

/** Messages of one key go to one partition, one batch after the other, so that their order stays. */
export class KafkaTarget implements Target {
  readonly guarantee = 'none'
  readonly canDelete: boolean
  readonly #cluster: Cluster
  readonly #plan: WritePlan
  readonly #producer: Producer
  /** Messages without a key go to one partition after the other, batch by batch. */
  #turn = 0

  constructor(cluster: Cluster, plan: WritePlan, producer: Producer) {
    this.#cluster = cluster
    this.#plan = plan
    this.#producer = producer
    this.canDelete = plan.keyFields.length > 0
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    refuseStopped(signal)
    if (batch.length === 0) return []
    const topic = await this.#cluster.readTopic(this.#plan.topic)
    const outcomes = new Array<WriteOutcome>(batch.length)
    const byPartition = this.#spread(batch, topic, outcomes)
    await Promise.all(
      [...byPartition].map(([partition, items]) => this.#writePartition(partition, items, outcomes, confirm)),
    )
    return outcomes
  }

  #spread(batch: readonly TargetRecord[], topic: Topic, outcomes: WriteOutcome[]): Map<number, Item[]> {
    const found = new Map<number, Item[]>()
    const turn = this.#turn
    this.#turn += 1
    for (const [at, record] of batch.entries()) {
      const encoded = encodeRecord(record, this.#plan)
      if (encoded instanceof Failure) {
        outcomes[at] = { kind: 'failed', failure: encoded.toDetail() }
        continue
      }
      // As the clients of Java choose, so that a key stays where others put it.
      const hash = encoded.key === null ? turn : this.#cluster.client.murmur2(encoded.key) & 0x7fffffff
      const partition = [...topic.leaders.keys()].toSorted((a, b) => a - b)[hash % topic.leaders.size] ?? 0
      const items = found.get(partition) ?? []
      items.push({ at, encoded })
      found.set(partition, items)
    }
    return found
  }

  /** Batch after batch. What follows one that did not surely arrive is not sent: it would come before it. */
  async #writePartition(
    partition: number,
    items: readonly Item[],
    outcomes: WriteOutcome[],
    confirm: Confirm | undefined,
  ): Promise<void> {
    const waiting = cut(items)
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      const told = await this.#writeBatch(partition, batch, confirm)
      if (told === 'divide') {
        const middle = Math.ceil(batch.length / 2)
        waiting.unshift(batch.slice(0, middle), batch.slice(middle))
        continue
      }
      for (const { at } of batch) outcomes[at] = told
      if (told.kind === 'written' || (told.kind === 'failed' && told.failure.retry === 'skip')) continue
      for (const { at } of waiting.flat()) outcomes[at] = { kind: 'failed', failure: heldBack.toDetail() }
      return
    }
  }

  async #writeBatch(
    partition: number,
    batch: readonly Item[],
    confirm: Confirm | undefined,
  ): Promise<WriteOutcome | 'divide'> {
    await confirm?.()
    const messages = batch.map(({ encoded }) => ({
      ...(encoded.key === null ? {} : { key: encoded.key }),
      // The client writes what is missing as null, and its type knows no tombstones.
      value: (encoded.value ?? undefined) as Buffer,
      headers: encoded.headers,
      topic: this.#plan.topic,
      partition,
    }))
    try {
      const code = await this.#producer.send(partition, messages)
      if (code === 0 || code === alreadyThere) return { kind: 'written' }
      if (isUnsure(code)) return unknown(this.#cluster.refuse(code))
      if (DIVISIBLE.has(code) && batch.length > 1) return 'divide'
      return { kind: 'failed', failure: this.#refuseOne(code).toDetail() }
    } catch (error) {
      const failure = toFailure(error)
      return wasSent(failure) ? unknown(failure) : { kind: 'failed', failure: failure.toDetail() }
    }
  }

  #refuseOne(code: number): Failure {
    const failure = this.#cluster.refuse(code)
    if (!DIVISIBLE.has(code) || failure.retry === 'skip') return failure
    return new Failure({ ...failure.toDetail(), retry: 'skip' })
  }

  close(): Promise<void> {
    return this.#cluster.close()
  }
}

/** Without an answer it may be there; what failed on the way to the broker is not. */
const wasSent = (failure: Failure): boolean =>
  failure instanceof LineBroken ? failure.sent : failure.code === 'connector.silent'

const unknown = (failure: Failure): WriteOutcome => ({ kind: 'unknown', failure: failure.toDetail() })

function cut(items: readonly Item[]): Item[][] {
  const batches: Item[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const item of items) {
    if (bytes + item.encoded.size > BATCH_BYTES) {
      batches.push([])
      bytes = 0
    }
    batches.at(-1)?.push(item)
    bytes += item.encoded.size
  }
  return batches
}

const heldBack = new Failure({
  code: 'target.order',
  message: 'The message was held back, because one before it in its partition did not surely arrive.',
  advice: 'It is sent again by itself.',
  retry: 'later',
})
