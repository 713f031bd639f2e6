import type { CompressionAlgorithmValue, MessageRecord } from '@platformatic/kafka'
import type { Cluster } from './cluster.ts'
import { LineBroken } from './failure.ts'

const ALL_IN_STEP = -1
const TIMEOUT_MS = 20_000
/** Nothing was done: another broker leads the partition, or too few replicas are in step before the write. */
const MOVED = new Set([3, 5, 6, 9])
const MOVED_CODE = 6
/** The leader may have it: timed out, or too few replicas behind the write. 45, 47, 59: it forgot this producer. */
const UNSURE = new Set([7, 20, 45, 47, 59])
/** The broker has this batch already. */
export const alreadyThere = 46
const TRIES = 5
const NOT_ALLOWED = 31

export const isUnsure = (code: number): boolean => UNSURE.has(code)

/** What the broker knows one partition's batches by. `id` null: the cluster does not allow it, so nothing is sent twice. */
interface Numbering {
  readonly id: bigint | null
  readonly epoch: number
  readonly next: number
}

/**
 * An idempotent producer: its batches are numbered by partition, so that the very same batch, sent again after a lost
 * answer, is not appended twice. That lasts as long as this connection; another run is another producer.
 */
export class Producer {
  readonly #cluster: Cluster
  readonly #topic: string
  readonly #compression: CompressionAlgorithmValue
  readonly #numberings = new Map<number, Numbering>()

  constructor(cluster: Cluster, topic: string, compression: CompressionAlgorithmValue) {
    this.#cluster = cluster
    this.#topic = topic
    this.#compression = compression
  }

  /** The broker's code for one batch; 0 and `alreadyThere` are good. @throws LineBroken when no answer came */
  async send(partition: number, messages: MessageRecord[]): Promise<number> {
    const numbering = this.#numberings.get(partition) ?? (await this.#begin())
    // Only a batch that surely arrived, or surely did not, leaves the number known.
    this.#numberings.delete(partition)
    for (let tries = 1; ; tries += 1) {
      const code = await this.#ask(partition, messages, numbering).catch((error: unknown) => {
        const isSafe = error instanceof LineBroken && (numbering.id !== null || !error.sent)
        if (!isSafe || tries === TRIES) throw error
        return MOVED_CODE
      })
      if (MOVED.has(code) && tries < TRIES) {
        await this.#cluster.pause()
        await this.#cluster.readTopic(this.#topic).catch(() => undefined)
        continue
      }
      if (code === 0 || code === alreadyThere)
        this.#numberings.set(partition, { ...numbering, next: numbering.next + messages.length })
      else if (!isUnsure(code)) this.#numberings.set(partition, numbering)
      return code
    }
  }

  async #begin(): Promise<Numbering> {
    const line = await this.#cluster.anyLine()
    const answer = await this.#cluster.client.initProducerIdV1.api.async(line.connection, null, TIMEOUT_MS)
    if (answer.errorCode === NOT_ALLOWED) return { id: null, epoch: -1, next: -1 }
    if (answer.errorCode !== 0) throw this.#cluster.refuse(answer.errorCode)
    return { id: answer.producerId, epoch: answer.producerEpoch, next: 0 }
  }

  async #ask(partition: number, messages: MessageRecord[], { id, epoch, next }: Numbering): Promise<number> {
    const { produceV7, NumericMap } = this.#cluster.client
    const line = await this.#cluster.leaderOf(this.#topic, partition)
    const answer = await produceV7.api.async(line.connection, ALL_IN_STEP, TIMEOUT_MS, messages, {
      compression: this.#compression,
      ...(id === null
        ? {}
        : {
            producerId: id,
            producerEpoch: epoch,
            sequences: new NumericMap([[`${this.#topic}:${partition}`, next]]),
          }),
    })
    return typeof answer === 'boolean' ? 0 : (answer.responses[0]?.partitionResponses[0]?.errorCode ?? MOVED_CODE)
  }
}
