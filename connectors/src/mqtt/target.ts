import type { Confirm, Target, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import { type BodyRules, encodeMessage, fillName, refuseStopped } from '@sluice/connector-kit/queue'
import { Failure, toFailure } from '@sluice/contract'
import { badTopic, broken } from './failure.ts'
import type { Session } from './session.ts'

/** Publications under way at once, where the broker sets no smaller number. */
const AT_ONCE = 500
const NO_SUBSCRIBER = 16
/** Bytes of a packet beside topic and content. */
const HEAD_BYTES = 64

export interface PublishPlan {
  readonly topic: string
  readonly retain: boolean
  readonly body: BodyRules
}

/** Publishes with QoS 1. MQTT knows no key that could tell a repeat, so an unanswered message is unknown. */
export class MqttTarget implements Target {
  readonly guarantee = 'none'
  readonly #plan: PublishPlan
  readonly #open: () => Promise<Session>
  #session: Session

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
    if (this.#session.isBroken) this.#session = await this.#open()
    const atOnce = Math.min(AT_ONCE, this.#session.limits.inFlight)
    const outcomes: WriteOutcome[] = []
    for (let start = 0; start < batch.length; start += atOnce) {
      await confirm?.()
      outcomes.push(...(await Promise.all(batch.slice(start, start + atOnce).map(each => this.#publish(each)))))
    }
    return outcomes
  }

  async #publish(record: TargetRecord): Promise<WriteOutcome> {
    let sent = false
    try {
      const content = encodeMessage(record.data, this.#plan.body)
      const topic = fillName(this.#plan.topic, record.data)
      if (/[+#\u0000]/.test(topic)) throw badTopic(topic)
      this.#requireSize(content.length + Buffer.byteLength(topic))
      if (this.#session.isBroken) throw broken()
      sent = true
      const properties = { userProperties: { key: record.idempotencyKey } }
      return judge(await this.#session.publish(topic, content, this.#plan.retain, properties))
    } catch (error) {
      const failure = toFailure(error).toDetail()
      return sent ? { kind: 'unknown', failure } : { kind: 'failed', failure }
    }
  }

  #requireSize(bytes: number): void {
    if (bytes + HEAD_BYTES <= this.#session.limits.packetBytes) return
    throw new Failure({
      code: 'target.tooLarge',
      message: `The message is larger than the ${this.#session.limits.packetBytes} bytes that the broker takes.`,
      advice: 'Send fewer fields, or raise the limit of the broker.',
      retry: 'skip',
    })
  }

  close(): Promise<void> {
    return this.#session.close()
  }
}

function judge(reason: number): WriteOutcome {
  if (reason === NO_SUBSCRIBER) return { kind: 'written', response: 'nobody has subscribed to the topic' }
  if (reason < 128) return { kind: 'written' }
  const failure = new Failure({
    code: 'target.refused',
    message: `The broker refused the message (code ${reason}).`,
    advice: 'Check the right to publish to this topic and the quota of the broker.',
    retry: reason === 151 ? 'later' : 'skip',
  })
  return { kind: 'failed', failure: failure.toDetail() }
}
