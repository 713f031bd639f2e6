import type { Confirm, ConnectorContext, Target, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import { refuseStopped } from '@sluice/connector-kit/queue'
import { Failure, toFailure } from '@sluice/contract'
import parseAddresses from 'nodemailer/lib/addressparser'
import { composeMail, type Mail } from './compose-mail.ts'
import { broken, isRefusal, partlyRefused, toRefusal, unanswered } from './failure.ts'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** One mail for each record, one after the other: a server answers for each. */
export class MailTarget implements Target {
  // A mail that was handed over cannot be taken back, and servers do not know repeats.
  readonly guarantee = 'none'
  readonly #params: Params
  readonly #context: ConnectorContext
  #session: Session | null = null

  constructor(params: Params, context: ConnectorContext) {
    this.#params = params
    this.#context = context
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    const outcomes: WriteOutcome[] = []
    let away: Failure | null = null
    for (const record of batch) {
      const mail = await composeMail(record, this.#params.from)
      if ('failure' in mail) outcomes.push({ kind: 'failed', failure: mail.failure })
      else if (away) outcomes.push({ kind: 'failed', failure: { ...away.toDetail(), retry: 'later' } })
      else {
        const outcome = await this.#prepare(signal, confirm).then(
          session => this.#send(session, mail, signal),
          (error: unknown) => toFailure(error),
        )
        if (!(outcome instanceof Failure)) outcomes.push(outcome)
        // While nothing of the batch has left, the run waits and tries all of it again.
        else if (outcomes.every(({ kind }) => kind === 'failed')) throw outcome
        else {
          away = outcome
          outcomes.push({ kind: 'failed', failure: { ...away.toDetail(), retry: 'later' } })
        }
      }
    }
    return outcomes
  }

  async close(): Promise<void> {
    await this.#session?.close()
    this.#session = null
  }

  /** A session, in a run that is still ours. @throws Failure, or what `confirm` throws */
  async #prepare(signal: AbortSignal, confirm?: Confirm): Promise<Session> {
    refuseStopped(signal)
    const session = await this.#use()
    await confirm?.()
    return session
  }

  async #send(session: Session, mail: Mail, signal: AbortSignal): Promise<WriteOutcome> {
    const sent = await session.send(senderOf(this.#params.from), mail, signal)
    if (sent.kind === 'taken') {
      if (sent.refused.length > 0) return { kind: 'failed', failure: partlyRefused(sent.refused) }
      return { kind: 'written', response: sent.answer.slice(0, 1000), targetKey: mail.messageId }
    }
    if (isRefusal(sent.error)) {
      await session.reset()
      return { kind: 'failed', failure: toRefusal(sent.error) }
    }
    await session.close()
    if (sent.isOpen) return { kind: 'unknown', failure: unanswered(sent.error) }
    return { kind: 'failed', failure: broken(sent.error).toDetail() }
  }

  async #use(): Promise<Session> {
    if (!this.#session || this.#session.isBroken) this.#session = await Session.open(this.#params, this.#context)
    return this.#session
  }
}

/** The bare address of the sender. */
const senderOf = (from: string): string => parseAddresses(from, { flatten: true })[0]?.address ?? from
