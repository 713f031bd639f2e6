import type { Confirm, Target, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import { type BodyRules, encodeMessage, refuseStopped } from '@sluice/connector-kit/queue'
import { type Data, Failure, type FailureDetail } from '@sluice/contract'
import type { ConfirmChannel } from 'amqplib'
import { broken } from './failure.ts'
import type { Session } from './session.ts'

const CONFIRM_MS = 30_000

export interface PublishPlan {
  /** Empty: the default exchange, whose routing keys are names of queues. */
  readonly exchange: string
  /** @throws Failure when the record lacks a field of it */
  routingKey(data: Data): string
  readonly isPersistent: boolean
  readonly body: BodyRules
}

/** Publishes with confirms. AMQP knows no key that could tell a repeat, so an unconfirmed message is unknown. */
export class RabbitTarget implements Target {
  readonly guarantee = 'none'
  readonly #plan: PublishPlan
  readonly #open: () => Promise<Session>
  #session: Session
  #channel: ConfirmChannel | null = null
  /** Message ids that no queue took, told by the broker before their confirm. */
  readonly #returned = new Map<string, string>()

  constructor(plan: PublishPlan, session: Session, open: () => Promise<Session>) {
    this.#plan = plan
    this.#session = session
    this.#open = open
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    refuseStopped(signal)
    const channel = await this.#ready()
    await confirm?.()
    const outcomes: Promise<WriteOutcome>[] = []
    for (const record of batch) {
      const sent = this.#publish(channel, record)
      outcomes.push(sent.outcome)
      if (!sent.isRoomLeft) await Promise.race([untilDrained(channel), sent.outcome])
    }
    return Promise.all(outcomes)
  }

  async #ready(): Promise<ConfirmChannel> {
    if (this.#channel && !this.#session.isBroken) return this.#channel
    if (this.#session.isBroken) {
      await this.#session.close()
      this.#session = await this.#open()
    }
    const channel = await this.#session.confirmChannel()
    channel.on('return', message => {
      this.#returned.set(
        String(message.properties.messageId),
        String((message.fields as { replyText?: unknown }).replyText),
      )
    })
    const drop = (): void => {
      if (this.#channel === channel) this.#channel = null
    }
    channel.on('error', drop)
    channel.on('close', drop)
    this.#channel = channel
    return channel
  }

  #publish(channel: ConfirmChannel, record: TargetRecord): { outcome: Promise<WriteOutcome>; isRoomLeft: boolean } {
    const { exchange, routingKey, isPersistent, body } = this.#plan
    try {
      const content = encodeMessage(record.data, body)
      const key = routingKey(record.data)
      let isRoomLeft = true
      const messageId = record.idempotencyKey
      const type = body.field === '' ? { contentType: 'application/json' } : {}
      const options = { mandatory: true, persistent: isPersistent, messageId, ...type }
      const outcome = new Promise<WriteOutcome>(resolve => {
        const timer = setTimeout(() => resolve({ kind: 'unknown', failure: unconfirmed() }), CONFIRM_MS)
        isRoomLeft = channel.publish(exchange, key, content, options, (error: unknown) => {
          clearTimeout(timer)
          resolve(this.#judge(messageId, error))
        })
      })
      return { outcome, isRoomLeft }
    } catch (error) {
      // The channel closed under our hands: nothing of this record has left.
      const failure = error instanceof Failure ? error : broken(error)
      return { outcome: Promise.resolve({ kind: 'failed', failure: failure.toDetail() }), isRoomLeft: true }
    }
  }

  #judge(messageId: string, error: unknown): WriteOutcome {
    const reason = this.#returned.get(messageId)
    this.#returned.delete(messageId)
    if (reason !== undefined) return { kind: 'failed', failure: unroutable(reason) }
    if (!error) return { kind: 'written' }
    const isRefused = error instanceof Error && /nacked/.test(error.message)
    return isRefused ? { kind: 'failed', failure: refused() } : { kind: 'unknown', failure: unconfirmed(error) }
  }

  close(): Promise<void> {
    return this.#session.close()
  }
}

const untilDrained = (channel: ConfirmChannel): Promise<void> =>
  new Promise(resolve => {
    channel.once('drain', resolve)
  })

const unroutable = (reason: string): FailureDetail => ({
  code: 'target.unroutable',
  message: `No queue took the message (${reason}).`,
  advice: 'Bind a queue to the exchange for this routing key, then process the record again.',
  retry: 'skip',
})
const refused = (): FailureDetail => ({
  code: 'target.refused',
  message: 'The broker did not take the message; its queue may be full.',
  advice: 'Look at the limits of the queue; the message is sent again by itself.',
  retry: 'later',
})
const unconfirmed = (cause?: unknown): FailureDetail =>
  new Failure({
    code: 'target.unconfirmed',
    message: 'The broker did not confirm the message, so it may be there or not.',
    advice: 'Look for its message id in the queue, then confirm the record or process it again.',
    retry: 'later',
    cause,
  }).toDetail()
