import { Bytes, ExactNumber, Failure, type FailureDetail, isData, parseJson, toText } from '@sluice/contract'
import type { Confirm, ConnectorContext, Target, TargetRecord, WriteOutcome } from '../../connector.ts'
import type { EgressResponse } from '../../egress.ts'
import { wasSent } from '../../egress-failure.ts'
import type { Secrets } from '../http/secrets.ts'

export interface RobotMessage {
  readonly kind: 'text' | 'markdown'
  readonly title: string
  readonly content: string
}

/**
 * What an answer means. limited: too many messages, wait; busy: out of order for the moment; setup: key, signature or
 * rules of the robot, the same for every message; refused: this message.
 */
type RobotVerdict = 'sent' | 'limited' | 'busy' | 'setup' | 'refused'

/** How one service wants its messages. */
export interface RobotPlan {
  /** Signed for this moment. */
  request(message: RobotMessage, nowMs: number): { readonly url: string; readonly body: object }
  /** Where an answer has its code and its words. */
  readonly codeField: string
  readonly wordsField: string
  /** By the code of the answer; 0 is sent, and what is not named here is refused. */
  readonly verdicts: Readonly<Record<string, RobotVerdict>>
  /** Longest content in bytes of UTF-8. */
  readonly maxBytes: { readonly text: number; readonly markdown: number }
  /** How long a service that has had too many takes no more. */
  readonly pauseMs: number
}

export interface RobotWork {
  readonly plan: RobotPlan
  readonly context: ConnectorContext
  readonly kind: RobotMessage['kind']
  readonly names: readonly string[]
  readonly perMinute: number
  /** Key and secret; what is signed with them is added with each message. */
  readonly secrets: Secrets
}

const MINUTE_MS = 60_000

/** One message for each record, one after the other, never more in a minute than the service takes. */
export class RobotTarget implements Target {
  // A message cannot be taken back, and webhooks do not know repeats.
  readonly guarantee = 'none'
  readonly #work: RobotWork
  /** When the messages of the last minute left. */
  #sentAtMs: number[] = []

  constructor(work: RobotWork) {
    this.#work = work
  }

  async write(
    batch: readonly TargetRecord[],
    signal: AbortSignal,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    const outcomes: WriteOutcome[] = []
    let rest: FailureDetail | null = null
    for (const record of batch) {
      const message = this.#compose(record)
      if ('code' in message) outcomes.push({ kind: 'failed', failure: message })
      else if (rest) outcomes.push({ kind: 'failed', failure: rest })
      else {
        const outcome = await this.#send(message, signal, confirm).catch((error: unknown) => {
          // While nothing of the batch has left, the run waits and tries all of it again.
          if (!(error instanceof Failure) || outcomes.every(({ kind }) => kind === 'failed')) throw error
          rest = { ...error.toDetail(), retry: 'later' }
          return { kind: 'failed', failure: rest } as const
        })
        if (outcome.kind === 'failed' && outcome.failure.retry === 'later') rest = outcome.failure
        outcomes.push(outcome)
      }
    }
    return outcomes
  }

  async close(): Promise<void> {
    // Connections belong to the egress.
  }

  #compose({ data }: TargetRecord): RobotMessage | FailureDetail {
    const { kind, names, plan } = this.#work
    for (const [name, value] of Object.entries(data)) {
      if (!names.includes(name)) return badField(name, `A message has no field ${name}.`, `Map to ${names.join(', ')}.`)
      const isText = typeof value !== 'object' || value === null || value instanceof ExactNumber
      if (!isText || value instanceof Bytes)
        return badField(name, `The field ${name} of a message takes text only.`, 'Change the value in the mapping.')
    }
    const empty = names.find(name => toText(data[name] ?? null).trim() === '')
    if (empty !== undefined)
      return badField(empty, `The field ${empty} of the message is empty.`, 'Map a field with a text to it.')
    const content = callNobody(toText(data['content'] ?? null))
    const max = plan.maxBytes[kind]
    if (Buffer.byteLength(content) > max)
      return badField('content', `The message is longer than ${max} bytes.`, 'Shorten it in the mapping.')
    return { kind, title: callNobody(toText(data['title'] ?? null)), content }
  }

  /** @throws Failure when the service is away, or refuses every message alike */
  async #send(message: RobotMessage, signal: AbortSignal, confirm?: Confirm): Promise<WriteOutcome> {
    const { plan, context, secrets } = this.#work
    const waitMs = this.#findWait()
    if (waitMs > 0) return { kind: 'failed', failure: limited(waitMs) }
    await confirm?.()
    const { url, body } = plan.request(message, context.now())
    for (const value of [...new URL(url).searchParams.values(), 'sign' in body ? String(body.sign) : ''])
      if (!/^\d*$/.test(value)) secrets.addPassing(value)
    const init = { method: 'POST', headers: { 'content-type': 'application/json; charset=utf-8' }, signal }
    this.#sentAtMs.push(context.now())
    try {
      return this.#judge(await context.egress.fetch(url, { ...init, body: JSON.stringify(body) }))
    } catch (error) {
      if (error instanceof Failure && error.code.startsWith('egress.') && wasSent(error))
        return { kind: 'unknown', failure: unanswered(error) }
      throw error
    }
  }

  #judge(answer: EgressResponse): WriteOutcome {
    const { plan, secrets } = this.#work
    if (answer.status === 429) return { kind: 'failed', failure: limited(plan.pauseMs) }
    // A service, or a proxy before it, may repeat what it was sent.
    const said = secrets.hideStart(answer.text(), 64_000)
    const body = readBody(said)
    const code = body ? toText(body[plan.codeField] ?? null) : ''
    // A page of a proxy, or a service that fell over: the message may be there.
    if (code === '') return { kind: 'unknown', failure: unanswered(new Error(`HTTP ${answer.status}`)) }
    const words = `${code}: ${toText(body?.[plan.wordsField] ?? null).slice(0, 200)}`
    const verdict = code === '0' ? 'sent' : (plan.verdicts[code] ?? 'refused')
    if (verdict === 'sent') return { kind: 'written', response: said.slice(0, 1000) }
    if (verdict === 'limited') return { kind: 'failed', failure: limited(plan.pauseMs) }
    if (verdict === 'busy') return { kind: 'failed', failure: busy(words) }
    if (verdict === 'setup') throw badSetup(words)
    return { kind: 'failed', failure: refused(words) }
  }

  /** Milliseconds until the next message may leave. */
  #findWait(): number {
    const now = this.#work.context.now()
    this.#sentAtMs = this.#sentAtMs.filter(at => at > now - MINUTE_MS)
    const oldest = this.#sentAtMs[0]
    return oldest !== undefined && this.#sentAtMs.length >= this.#work.perMinute ? oldest + MINUTE_MS - now : 0
  }
}

function readBody(text: string) {
  try {
    const body = parseJson(text)
    return isData(body) ? body : null
  } catch {
    return null
  }
}

const badField = (field: string, message: string, advice: string): FailureDetail => ({
  code: 'target.field',
  message,
  advice,
  field,
  retry: 'skip',
})

const limited = (retryAfterMs: number): FailureDetail => ({
  code: 'target.limited',
  message: 'The robot takes no more messages for the moment.',
  advice: 'They are sent later by themselves; where that is often so, put several records into one message.',
  retry: 'later',
  retryAfterMs,
})

const busy = (words: string): FailureDetail => ({
  code: 'connector.busy',
  message: `The service of the robot is out of order for the moment (${words}).`,
  advice: 'The message is sent again by itself.',
  retry: 'later',
})

const badSetup = (words: string): Failure =>
  new Failure({
    code: 'connector.auth',
    message: `The robot refused the key, the signature or the sender (${words}).`,
    advice:
      'Compare key and secret with the settings of the robot, its addresses and keywords too; it may have been removed.',
  })

const refused = (words: string): FailureDetail => ({
  code: 'target.refused',
  message: `The robot refused the message (${words}).`,
  advice: 'Correct the record or its mapping, then process it again.',
  retry: 'skip',
})

const unanswered = (cause: unknown): FailureDetail =>
  new Failure({
    code: 'target.unconfirmed',
    message: 'The robot did not confirm the message, so it may be in the group or not.',
    advice: 'Look into the group, then confirm the record or process it again.',
    retry: 'never',
    cause,
  }).toDetail()

/**
 * Rows hold what strangers wrote: a remark of an order must not call a whole group. `<at …>` of Feishu and `<@…>` of WeCom
 * become letters; DingTalk calls only whom a field of its own names.
 */
const callNobody = (text: string): string => text.replace(/<(?=\s*\/?\s*(?:at\b|@))/gi, '＜')
