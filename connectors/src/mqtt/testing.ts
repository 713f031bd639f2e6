import { randomBytes } from 'node:crypto'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, parseJson, toJson } from '@sluice/contract'
import type { IPublishPacket } from 'mqtt-packet'
import { Params } from './manifest.ts'
import { Session, type SessionOptions } from './session.ts'

/** The broker of this machine. */
export const params: ParamValues = { host: '127.0.0.1', port: 1883 }
const SILENCE_MS = 150

const openSession = (options: Partial<SessionOptions> = {}): Promise<Session> =>
  Session.open(Params.parse(params), createTestContext(), {
    clientId: `sluice-test-${randomBytes(5).toString('hex')}`,
    keepSeconds: 0,
    receiveMaximum: 65_535,
    ...options,
  })

export const isReachable = (): Promise<boolean> =>
  openSession().then(
    session => session.close().then(() => true),
    () => false,
  )

/** A topic and the name of a session that keeps its messages. */
export interface Subscription {
  readonly topic: string
  readonly clientId: string
}

/** A sender beside the connector, and sessions of its own that go with it. */
export async function openBench() {
  const sender = await openSession()
  const made: Subscription[] = []
  const send = async (topic: string, records: readonly Data[], retain = false): Promise<void> => {
    const atOnce = Math.min(500, sender.limits.inFlight)
    for (let start = 0; start < records.length; start += atOnce)
      await Promise.all(
        records
          .slice(start, start + atOnce)
          .map(record => sender.publish(topic, Buffer.from(toJson(record)), retain, {})),
      )
  }
  /** Everything the session holds, without an acknowledgement or with one. */
  const look = async ({ clientId }: Subscription, isTaken: boolean): Promise<IPublishPacket[]> => {
    const found: IPublishPacket[] = []
    const session = await openSession({ clientId, keepSeconds: 600, onMessage: packet => void found.push(packet) })
    for (let before = -1; before < found.length; ) {
      before = found.length
      await new Promise(resolve => setTimeout(resolve, SILENCE_MS))
    }
    if (isTaken) session.acknowledge(found.map(packet => packet.messageId ?? 0))
    await session.close()
    return found
  }
  return {
    send,
    /** A session that is subscribed and away. */
    async subscribe(): Promise<Subscription> {
      const name = randomBytes(5).toString('hex')
      const subscription = { topic: `sluice-test/${name}`, clientId: `sluice-test-${name}` }
      made.push(subscription)
      const session = await openSession({ clientId: subscription.clientId, keepSeconds: 600 })
      await session.subscribe(subscription.topic)
      await session.close()
      return subscription
    },
    countOpen: async (subscription: Subscription): Promise<number> => (await look(subscription, false)).length,
    empty: async (subscription: Subscription): Promise<Data[]> =>
      (await look(subscription, true)).map(packet => parseJson(String(packet.payload)) as Data), // tests send objects
    /** The broker throws the session away. */
    forget: async (clientId: string): Promise<void> => (await openSession({ clientId })).close(),
    find: (topic: string): Subscription => made.find(each => each.topic === topic) ?? { topic, clientId: '' },
    async close(): Promise<void> {
      for (const { topic, clientId } of made) {
        await sender.publish(topic, Buffer.alloc(0), true, {})
        await (await openSession({ clientId })).close()
      }
      await sender.close()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof openBench>>
