import type { Confirm, Target, TargetRecord, WriteGuarantee, WriteOutcome } from '@sluice/connector-kit'
import { type BodyRules, encodeMessage, fillName, refuseStopped } from '@sluice/connector-kit/queue'
import { Failure, type FailureDetail } from '@sluice/contract'
import { broken, toNatsFailure } from './failure.ts'
import type { Session } from './session.ts'

/** Publications under way at once. */
const AT_ONCE = 256

export interface PublishPlan {
  readonly subject: string
  readonly body: BodyRules
  readonly guarantee: WriteGuarantee
}

/** Publishes with our key as message id: within its duplicate window the stream takes each once. */
export class JetStreamTarget implements Target {
  readonly guarantee: WriteGuarantee
  readonly #plan: PublishPlan
  readonly #open: () => Promise<Session>
  #session: Session

  constructor(plan: PublishPlan, session: Session, open: () => Promise<Session>) {
    this.guarantee = plan.guarantee
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
    if (this.#session.connection.isClosed()) this.#session = await this.#open()
    const outcomes: WriteOutcome[] = []
    for (let start = 0; start < batch.length; start += AT_ONCE) {
      await confirm?.()
      outcomes.push(...(await Promise.all(batch.slice(start, start + AT_ONCE).map(each => this.#publish(each)))))
    }
    return outcomes
  }

  async #publish(record: TargetRecord): Promise<WriteOutcome> {
    const { subject, body } = this.#plan
    let sent = false
    try {
      const content = encodeMessage(record.data, body)
      const name = fillName(subject, record.data)
      if (this.#session.connection.isClosed()) throw broken()
      sent = true
      const answer = await this.#session.client.publish(name, content, { msgID: record.idempotencyKey })
      const targetKey = String(answer.seq)
      return answer.duplicate
        ? { kind: 'skipped', reason: 'The stream has this message already.' }
        : { kind: 'written', targetKey }
    } catch (error) {
      return this.#judge(error, sent)
    }
  }

  #judge(error: unknown, sent: boolean): WriteOutcome {
    const refusal = error instanceof Failure ? error.toDetail() : readRefusal(error)
    if (refusal) return { kind: 'failed', failure: refusal }
    const failure = toNatsFailure(error).toDetail()
    return sent ? { kind: 'unknown', failure } : { kind: 'failed', failure }
  }

  async close(): Promise<void> {
    await this.#session.close()
  }
}

/** What the server or the driver said no to; null when nobody answered. */
function readRefusal(error: unknown): FailureDetail | null {
  if (!(error instanceof Error)) return null
  // The driver takes silence for a server without JetStream.
  if (error.name === 'NoRespondersError' || error.name === 'JetStreamNotEnabled')
    return {
      code: 'target.unroutable',
      message: 'No stream keeps this subject.',
      advice: 'Add the subject to a stream, then process the record again.',
      retry: 'skip',
    }
  if (error.name === 'InvalidArgumentError' || error.name === 'InvalidSubjectError')
    return { code: 'target.refused', message: `NATS cannot take the message: ${error.message}.`, retry: 'skip' }
  if (!('status' in error)) return null
  const isFull = /maximum|insufficient|resource/i.test(error.message)
  return {
    code: isFull ? 'target.full' : 'target.refused',
    message: `The stream refused the message: ${error.message}.`,
    retry: isFull ? 'later' : 'skip',
  }
}
