import type { Options } from 'amqplib'
import type { Session } from './session.ts'

/** What a queue was declared with that takes messages away from its readers. */
export interface QueueLimits {
  readonly type: string
  readonly isDurable: boolean
  readonly isAutoDelete: boolean
  readonly maxLength: number | null
  readonly maxBytes: number | null
  /** Beyond these the oldest go; otherwise senders are refused. */
  readonly dropsOldest: boolean
  readonly messageMs: number | null
  readonly queueMs: number | null
  readonly deliveries: number | null
  readonly deadLetterExchange: string | null
}

type Arguments = Record<string, string | number | boolean>

/** No queue of any type can be made with one of these, and a queue that is there is compared first: so asking makes nothing. */
const guards: Arguments = { 'x-overflow': 'sluice', 'x-message-ttl': -1 }
/** Of a queue that is there; some brokers would make one with it, so it is never asked for without a guard. */
const asked: Arguments = { 'x-delivery-limit': 'sluice' }
/** More arguments than any queue has. */
const MOST_QUESTIONS = 25

const refusal =
  /inequivalent arg '([^']+)' for queue '.*': received .* but current is (?:none|the value '(.*)' of type '(\w+)'|'(.*)')"?$/s

/**
 * The arguments of a queue. AMQP has no question for them, but a broker that is asked to declare a queue otherwise than it
 * is refuses and says what it is, one argument at a time. Every question names a value that no queue can have. null: this
 * broker, or the rights of this user, do not tell. What a policy sets is never told.
 */
export async function readLimits(session: Session, queue: string): Promise<QueueLimits | null> {
  const options = { durable: true, autoDelete: false }
  const open: Arguments = { ...guards, ...asked }
  const known: Arguments = {}
  for (let left = MOST_QUESTIONS; left > 0; left -= 1) {
    if (known['x-queue-type'] === 'stream' || !Object.keys(guards).some(each => each in open))
      return toLimits(options, known)
    const told = await ask(session, queue, { ...options, arguments: { ...open, ...known } })
    if (told === null) return toLimits(options, known)
    const [, name = '', value, type, again] = refusal.exec(told) ?? []
    const current = readValue(value ?? again, type)
    if (name === 'durable') options.durable = current === true
    else if (name === 'auto_delete') options.autoDelete = current === true
    else if (current === null) {
      if (!(name in open)) return null
      delete open[name]
    } else if (name === '' || name in known) return null
    else {
      delete open[name]
      known[name] = current
    }
  }
  return null
}

/** null: this is how it was declared, as far as this broker compares. */
async function ask(session: Session, queue: string, options: Options.AssertQueue): Promise<string | null> {
  return session.redeclare(queue, options).catch(() => '')
}

/** Texts that look like numbers or truths are told without their type where ours had the same. */
function readValue(text: string | undefined, type: string | undefined): string | number | boolean | null {
  if (text === undefined) return null
  if (type === 'longstr') return text
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

function toLimits({ durable, autoDelete }: { durable: boolean; autoDelete: boolean }, known: Arguments): QueueLimits {
  const number = (name: string): number | null => (typeof known[name] === 'number' ? known[name] : null)
  const exchange = known['x-dead-letter-exchange']
  return {
    type: String(known['x-queue-type'] ?? 'classic'),
    isDurable: durable,
    isAutoDelete: autoDelete,
    maxLength: number('x-max-length'),
    maxBytes: number('x-max-length-bytes'),
    dropsOldest: (known['x-overflow'] ?? 'drop-head') === 'drop-head',
    messageMs: number('x-message-ttl'),
    queueMs: number('x-expires'),
    deliveries: number('x-delivery-limit'),
    deadLetterExchange: typeof exchange === 'string' ? exchange : null,
  }
}

/** What may be lost before it is read, a sentence each. */
export function tellLimits(queue: string, limits: QueueLimits | null): readonly string[] {
  if (limits === null)
    return [
      `The broker did not tell which limits the queue ${queue} has; a user with the configure right on it may see them.`,
    ]
  const { maxLength, maxBytes, dropsOldest, deadLetterExchange: exchange } = limits
  const told: string[] = []
  if (maxLength !== null && dropsOldest)
    told.push(
      `The queue ${queue} keeps ${maxLength} messages at most and drops its oldest beyond that (x-max-length): what comes while nobody reads may be lost.`,
    )
  if (maxBytes !== null && dropsOldest)
    told.push(
      `The queue ${queue} keeps ${maxBytes} bytes at most and drops its oldest beyond that (x-max-length-bytes); the broker does not tell its readers when that happens.`,
    )
  if ((maxLength !== null || maxBytes !== null) && !dropsOldest)
    told.push(
      `The queue ${queue} refuses messages when it is full (x-overflow): senders that do not wait for a confirmation lose them.`,
    )
  const messageSeconds = limits.messageMs === null ? null : limits.messageMs / 1000
  if (messageSeconds !== null)
    told.push(`The queue ${queue} drops messages that have waited ${messageSeconds} s (x-message-ttl).`)
  const queueSeconds = limits.queueMs === null ? null : limits.queueMs / 1000
  if (queueSeconds !== null)
    told.push(
      `The queue ${queue} is deleted with its messages once nobody has read it for ${queueSeconds} s (x-expires).`,
    )
  const { deliveries } = limits
  if (deliveries !== null)
    told.push(
      `The queue ${queue} drops a message that was delivered more than ${deliveries} times and not acknowledged (x-delivery-limit).`,
    )
  if (told.length > 0 && exchange !== null)
    told.push(`What the queue ${queue} drops goes to the exchange ${exchange}, and is not read from here.`)
  if (limits.isAutoDelete)
    told.push(`The queue ${queue} is deleted with its messages when its last reader leaves (auto-delete).`)
  if (!limits.isDurable)
    told.push(`The queue ${queue} and its messages do not outlive a restart of the broker (not durable).`)
  return told
}

/** Said before a run alone: it is true of every queue. */
export const tellPolicies = (queue: string): string =>
  `Limits that a policy of the broker sets for the queue ${queue} are not told to its readers; rabbitmqctl list_queues name policy shows which one holds.`
