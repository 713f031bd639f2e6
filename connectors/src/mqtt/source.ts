import { createHash } from 'node:crypto'
import type { ConnectorContext } from '@sluice/connector-kit'
import { type Delivery, type Loss, Mailbox, makeLoss, type QueueReader } from '@sluice/connector-kit/queue'
import { Bytes, type Data, type Value } from '@sluice/contract'
import type { IPublishPacket } from 'mqtt-packet'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

export interface SubscriptionPlan {
  readonly topic: string
  readonly clientId: string
  readonly keepSeconds: number
  readonly receiveMaximum: number
}

interface Subscribed {
  readonly plan: SubscriptionPlan
  readonly session: Session
  readonly mailbox: Mailbox<Delivery<number>>
  readonly granted: number
  readonly now: () => number
}

/** A subscription of a persistent session. The broker delivers again, marked, whatever was not acknowledged. */
export class SubscriptionReader implements QueueReader<number> {
  readonly what: string
  readonly redeliveryMs = 60_000
  readonly #session: Session
  readonly #mailbox: Mailbox<Delivery<number>>
  readonly #plan: SubscriptionPlan
  readonly #now: () => number
  /** That the broker gives, and the least that a message had. */
  readonly #granted: number
  #least = 1

  private constructor({ plan, session, mailbox, granted, now }: Subscribed) {
    this.what = `topic ${plan.topic}`
    this.#plan = plan
    this.#session = session
    this.#mailbox = mailbox
    this.#granted = granted
    this.#now = now
  }

  /** Subscribed from here on, so that the broker keeps messages while the reader is away. @throws Failure */
  static async open(params: Params, context: ConnectorContext, plan: SubscriptionPlan): Promise<SubscriptionReader> {
    const mailbox = new Mailbox<Delivery<number>>()
    const session = await Session.open(params, context, {
      ...plan,
      onMessage: packet => mailbox.push(readMessage(packet)),
      onEnd: error => mailbox.fail(error),
    })
    try {
      const granted = await session.subscribe(plan.topic)
      return new SubscriptionReader({ plan, session, mailbox, granted, now: context.now })
    } catch (error) {
      await session.close()
      throw error
    }
  }

  /** Acknowledgements and all that came while nobody was here lay in the session. */
  async goOn(_landed: readonly string[], since?: string): Promise<readonly Loss[]> {
    if (this.#session.isResumed) return []
    const until = new Date(this.#now()).toISOString()
    const failure =
      since === undefined
        ? makeLoss(
            'The broker had not kept the session of this strategy: what was sent while nobody was connected is lost.',
          )
        : makeLoss(
            `The broker had not kept the session of this strategy: what was sent between ${since}, when the last messages were read, and ${until} may be lost.`,
          )
    return [{ identity: `session:${crypto.randomUUID()}`, data: since === undefined ? {} : { since, until }, failure }]
  }

  missedSince(lastRead: string): Promise<readonly Loss[]> {
    return this.goOn([], lastRead)
  }

  tellLimits(): readonly string[] {
    const { topic, keepSeconds } = this.#plan
    const told: string[] = []
    const { keptSeconds } = this.#session
    if (keptSeconds !== null && keptSeconds < keepSeconds)
      told.push(
        `The broker keeps the session of the topic ${topic} for ${keptSeconds} s while nobody is connected, not for the ${keepSeconds} s asked for.`,
      )
    if (this.#granted === 0)
      told.push(
        `The broker gives the topic ${topic} with QoS 0 only: it keeps none of its messages while nobody is connected.`,
      )
    else if (this.#least === 0)
      told.push(
        `Messages of the topic ${topic} are sent with QoS 0: brokers keep none of them while nobody is connected, and give none again.`,
      )
    return told
  }

  /** MQTT has no way to ask. */
  async count(): Promise<null> {
    return null
  }

  async take(limit: number, waitMs: number, signal: AbortSignal): Promise<readonly Delivery<number>[]> {
    const taken = await this.#mailbox.take(limit, waitMs, signal)
    // A retained one lies at the broker in any case.
    if (taken.some(({ tag, properties }) => tag === 0 && properties['retained'] !== true)) this.#least = 0
    return taken
  }

  async acknowledge(tags: readonly number[]): Promise<void> {
    // 0: sent with QoS 0, which knows no acknowledgement.
    this.#session.acknowledge(tags.filter(tag => tag !== 0))
  }

  close(): Promise<void> {
    return this.#session.close()
  }
}

/** A message in the kit's form; its tag is the broker's number for it in this session. */
function readMessage(packet: IPublishPacket): Delivery<number> {
  const body = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
  return {
    tag: packet.qos === 0 ? 0 : (packet.messageId ?? 0),
    body,
    properties: { topic: packet.topic, retained: packet.retain, ...readProperties(packet) },
    identity: hash(packet.topic, body),
    isRepeat: packet.dup,
  }
}

/** MQTT names no message: 48 bits of topic and content tell the repeated ones of a few pages apart. */
const hash = (topic: string, body: Buffer): string =>
  createHash('sha256').update(topic).update('\u0000').update(body).digest('base64url').slice(0, 8)

function readProperties({ properties = {} }: IPublishPacket): Data {
  const { contentType, responseTopic, correlationData, userProperties } = properties
  const named: readonly (readonly [string, Value | undefined])[] = [
    ['contentType', contentType],
    ['responseTopic', responseTopic],
    ['correlationData', correlationData ? Bytes.from(correlationData) : undefined],
    ['user', userProperties ? { ...userProperties } : undefined],
  ]
  return Object.fromEntries(named.filter((pair): pair is [string, Value] => pair[1] !== undefined))
}

const SAMPLE = 20

/** What a session of its own sees of a topic in a short time: retained messages and what comes just now. */
export async function lookAt(
  params: Params,
  context: ConnectorContext,
  topic: string,
  plan: { readonly waitMs: number; readonly most?: number },
): Promise<readonly Delivery<number>[]> {
  const seen: Delivery<number>[] = []
  const most = plan.most ?? SAMPLE
  let end: () => void = () => undefined
  const full = new Promise<void>(resolve => {
    end = resolve
  })
  const session = await Session.open(params, context, {
    clientId: makeClientId(),
    keepSeconds: 0,
    receiveMaximum: 100,
    onMessage: packet => {
      if (seen.push(readMessage(packet)) >= most) end()
    },
    onEnd: () => end(),
  })
  try {
    // Without the group of a shared subscription: its messages belong to somebody.
    await session.subscribe(topic.replace(/^\$share\/[^/]+\//, ''), 0)
    await Promise.race([full, new Promise(resolve => setTimeout(resolve, plan.waitMs))])
  } finally {
    await session.close()
  }
  return seen.slice(0, most)
}

export const makeClientId = (): string => `sluice-${crypto.randomUUID().slice(0, 13)}`
