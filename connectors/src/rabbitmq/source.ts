import { type Delivery, type Loss, Mailbox, makeLoss, type QueueReader } from '@sluice/connector-kit/queue'
import type { Failure } from '@sluice/contract'
import type { Channel } from 'amqplib'
import { broken, gone, heldBack, missing, readCode, toBrokerFailure } from './failure.ts'
import { type QueueLimits, tellLimits } from './queue-limits.ts'
import { readMessage } from './read-message.ts'
import type { Session } from './session.ts'

export interface ConsumePlan {
  readonly queue: string
  readonly prefetch: number
  /** null: nobody told. */
  readonly limits: QueueLimits | null
}

/** A queue, consumed with manual acknowledgement. Redelivered messages come first, in their old order. */
export class RabbitReader implements QueueReader<number> {
  readonly what: string
  readonly redeliveryMs = 60_000
  readonly #session: Session
  readonly #queue: string
  readonly #prefetch: number
  readonly #limits: QueueLimits | null
  #wasFull = false
  readonly #mailbox = new Mailbox<Delivery<number>>()
  #channel: Promise<Channel> | null = null

  constructor(session: Session, { queue, prefetch, limits }: ConsumePlan) {
    this.what = `queue ${queue}`
    this.#session = session
    this.#queue = queue
    this.#prefetch = prefetch
    this.#limits = limits
  }

  tellLimits(): readonly string[] {
    return tellLimits(this.#queue, this.#limits)
  }

  /** A full queue that drops its oldest may have dropped some already, and nobody counts them. Told once while it is full. */
  async findLosses(): Promise<readonly Loss[]> {
    const { maxLength: most = null, dropsOldest = false } = this.#limits ?? {}
    if (most === null || !dropsOldest) return []
    const wasFull = this.#wasFull
    const waiting = await this.count()
    this.#wasFull = waiting >= most
    if (wasFull || !this.#wasFull) return []
    const failure = makeLoss(
      `The queue ${this.#queue} was full: ${waiting} messages waited, it keeps ${most} and drops its oldest. Some may be lost.`,
    )
    return [{ identity: `full:${crypto.randomUUID()}`, data: { waiting, most }, failure }]
  }

  count(): Promise<number> {
    return this.#session.countReady(this.#queue)
  }

  async take(limit: number, waitMs: number, signal: AbortSignal): Promise<readonly Delivery<number>[]> {
    this.#channel ??= this.#consume()
    await this.#channel
    return this.#mailbox.take(limit, waitMs, signal)
  }

  /** What was given to us is not counted as waiting any more. */
  async explainSilence(): Promise<Failure | null> {
    const waiting = await this.count()
    return waiting === 0 ? null : heldBack(this.#queue, waiting)
  }

  async acknowledge(tags: readonly number[]): Promise<void> {
    const channel = await this.#channel
    if (!channel || this.#session.isBroken) throw broken()
    // One by one: a tag may stand between tags of a later page, and these frames leave in one write.
    for (const tag of tags) channel.ack({ fields: { deliveryTag: tag } } as Parameters<Channel['ack']>[0]) // reads no more
  }

  async #consume(): Promise<Channel> {
    const channel = await this.#session.channel()
    const fail = (error?: unknown): void =>
      this.#mailbox.fail(readCode(error) === 404 ? missing(this.#queue) : toBrokerFailure(error, true))
    channel.on('error', fail)
    channel.on('close', () => fail())
    try {
      await this.#session.answer(channel.prefetch(this.#prefetch))
      const consuming = channel.consume(this.#queue, message => {
        if (message === null) this.#mailbox.fail(gone(this.#queue))
        else this.#mailbox.push(readMessage(message))
      })
      await this.#session.answer(consuming)
    } catch (error) {
      throw readCode(error) === 404 ? missing(this.#queue) : toBrokerFailure(error, true)
    }
    return channel
  }

  async close(): Promise<void> {
    await this.#session.close(await this.#channel?.catch(() => undefined))
  }
}
