import type { StreamInfo } from '@nats-io/jetstream'
import { type Delivery, type Loss, makeLoss, type QueueReader } from '@sluice/connector-kit/queue'
import { broken, isNotFound, missingStream, toNatsFailure } from './failure.ts'
import { RemovedFinder } from './find-removed.ts'
import { type Pulled, Puller } from './puller.ts'
import { readMessage } from './read-message.ts'
import type { Session } from './session.ts'

/** Unacknowledged messages at most: three pages of the largest size. */
const MAX_OPEN = 30_000
const NANOS = 1_000_000_000
/** An abort waits at most so long for an empty stream. */
const LOOK_MS = 400

export interface ConsumerPlan {
  readonly stream: string
  readonly consumer: string
  readonly subject: string
  readonly isFromStart: boolean
  readonly ackSeconds: number
}

/** A durable consumer with explicit acknowledgement. Messages are told apart by their number in the stream. */
export class JetStreamReader implements QueueReader<number> {
  readonly what: string
  /** When the stream was made: one that is made anew counts from one again. */
  origin: string | undefined
  readonly redeliveryMs: number
  readonly #session: Session
  readonly #plan: ConsumerPlan
  /** Delivered and not yet acknowledged, by number. */
  readonly #held = new Map<number, Pulled>()
  #puller: Puller | null = null
  /** The consumer was not there when the source was opened. */
  #isMade = false
  readonly #removed = new RemovedFinder()
  /** The greatest number that has landed or was taken; 0: none. */
  #last = 0

  constructor(session: Session, plan: ConsumerPlan) {
    this.what = `stream ${plan.stream}`
    this.redeliveryMs = 2 * plan.ackSeconds * 1000 + 10_000
    this.#session = session
    this.#plan = plan
  }

  /** The consumer, made where it is missing. @throws Failure `resource.missing` */
  async prepare(): Promise<void> {
    const { stream, consumer, subject, isFromStart, ackSeconds } = this.#plan
    const { consumers } = this.#session.manager
    const { created } = await requireStream(this.#session, stream)
    this.origin = created
    const changing = {
      ack_wait: ackSeconds * NANOS,
      max_ack_pending: MAX_OPEN,
      // A message that was given back is never dropped for having been delivered often.
      max_deliver: -1,
      ...(subject === '' ? {} : { filter_subject: subject }),
    }
    try {
      await consumers.info(stream, consumer)
      await consumers.update(stream, consumer, changing)
    } catch (error) {
      if (!isNotFound(error)) throw toNatsFailure(error)
      await consumers.add(stream, {
        ...changing,
        durable_name: consumer,
        ack_policy: 'explicit',
        deliver_policy: isFromStart ? 'all' : 'new',
      })
      this.#isMade = true
    }
  }

  /** A consumer that was gone is made anew behind the last message that landed, wherever a new one would begin. */
  async goOn(landed: readonly string[], _since?: string, origin?: string): Promise<readonly Loss[]> {
    const last = Math.max(0, ...landed.filter(each => /^\d+$/.test(each)).map(Number))
    this.#last = last
    for (const told of landed) {
      const [, from, to] = /^lost:(\d+)-(\d+)$/.exec(told) ?? []
      if (from && to) this.#removed.settle(Number(from), Number(to))
    }
    const isOther = origin !== undefined && origin !== this.origin
    if (last === 0 || !(this.#isMade || isOther)) return []
    const { stream, consumer } = this.#plan
    const { consumers } = this.#session.manager
    const { state } = await requireStream(this.#session, stream)
    const { config } = await consumers.info(stream, consumer)
    await consumers.delete(stream, consumer)
    // Places of an older version do not say of which stream they are.
    const isSame = !isOther && state.last_seq >= last
    if (!isSame) this.#last = 0
    const { opt_start_seq: _, opt_start_time: __, deliver_policy: ___, ...rest } = config
    await consumers.add(stream, {
      ...rest,
      ...(isSame
        ? { deliver_policy: 'by_start_sequence' as const, opt_start_seq: last + 1 }
        : { deliver_policy: 'all' as const }),
    })
    return [
      {
        identity: `consumer:${last}`,
        data: { consumer, after: last },
        isAnew: !isSame,
        failure: makeLoss(
          isSame
            ? `The consumer ${consumer} was gone. Reading goes on behind the last message that landed; what the stream had lost by then nobody can know.`
            : `The stream ${stream} was made anew: it is read from its first message, and what the old one still held is lost.`,
        ),
      },
    ]
  }

  /**
   * Messages that the stream holds no more and that were never given out. A stream of newest values drops others on purpose,
   * and a queue of work those that other consumers have taken.
   */
  async findLosses(): Promise<readonly Loss[]> {
    const { stream, consumer, subject } = this.#plan
    const info = await this.#session.manager.consumers.info(stream, consumer).catch(error => this.#refuse(error))
    const { state, config } = await requireStream(this.#session, stream)
    if (config.max_msgs_per_subject > 0 || (subject !== '' && config.retention !== 'limits')) return []
    // A request that nobody waits for any more may have moved what counts as delivered.
    const next = (this.#last || info.ack_floor.stream_seq) + 1
    const spans = await this.#removed.find(next, state, () => this.#listDeleted())
    // Gone before anything was read.
    if (next === 1) return []
    return spans.map(({ from, to, count }) => ({
      identity: `lost:${from}-${to}`,
      data: { from, to },
      failure: makeLoss(
        subject === ''
          ? `The stream ${stream} removed ${count} messages before they were read.`
          : `The stream ${stream} removed up to ${count} messages of this subject before they were read.`,
      ),
    }))
  }

  async #listDeleted(): Promise<readonly number[]> {
    const { streams } = this.#session.manager
    const { state } = await streams
      .info(this.#plan.stream, { deleted_details: true })
      .catch(error => this.#refuse(error))
    return state.deleted ?? []
  }

  #refuse(error: unknown): never {
    throw isNotFound(error) ? missingStream(this.#plan.stream) : toNatsFailure(error)
  }

  async count(): Promise<number> {
    const { stream, consumer } = this.#plan
    const info = await this.#session.manager.consumers.info(stream, consumer).catch(error => this.#refuse(error))
    return info.num_pending + info.num_ack_pending
  }

  async take(limit: number, waitMs: number, signal: AbortSignal): Promise<readonly Delivery<number>[]> {
    const { stream, consumer } = this.#plan
    this.#puller ??= new Puller(this.#session.connection, stream, consumer)
    const untilMs = performance.now() + waitMs
    for (;;) {
      const ready = this.#hold(await this.#puller.pull(limit, 0))
      if (ready.length > 0) return ready
      const leftMs = Math.min(LOOK_MS, Math.floor(untilMs - performance.now()))
      if (leftMs <= 0 || signal.aborted) return []
      const first = this.#hold(await this.#puller.pull(1, leftMs))
      if (first.length > 0) return limit > 1 ? [...first, ...this.#hold(await this.#puller.pull(limit - 1, 0))] : first
    }
  }

  /** Delivered again while its page is still on its way: only its acknowledgement has a new address. */
  #hold(messages: readonly Pulled[]): Delivery<number>[] {
    return messages.flatMap(message => {
      const { seq } = message
      this.#removed.passOver(this.#last, seq)
      this.#last = Math.max(this.#last, seq)
      const isHeld = this.#held.has(seq)
      this.#held.set(seq, message)
      const read = readMessage(this.#plan.stream, message)
      return isHeld ? [] : [{ ...read, tag: seq, identity: String(seq), isRepeat: true }]
    })
  }

  async acknowledge(tags: readonly number[]): Promise<void> {
    if (this.#session.connection.isClosed()) throw broken()
    for (const tag of tags) {
      this.#held.get(tag)?.acknowledge()
      this.#held.delete(tag)
    }
    await this.#session.flush()
  }

  /** What was not acknowledged is given back at once, in order, instead of after the time to acknowledge. */
  async close(): Promise<void> {
    if (!this.#session.connection.isClosed()) {
      const untaken = (await this.#puller?.end()) ?? []
      for (const message of [...this.#held.values(), ...untaken]) message.giveBack()
      await this.#session.flush().catch(() => undefined)
    }
    await this.#session.close()
  }
}

/** @throws Failure `resource.missing` */
export async function requireStream(session: Session, name: string): Promise<StreamInfo> {
  return session.manager.streams.info(name).catch((error: unknown) => {
    throw isNotFound(error) || (error instanceof Error && error.name === 'InvalidNameError')
      ? missingStream(name)
      : toNatsFailure(error)
  })
}
