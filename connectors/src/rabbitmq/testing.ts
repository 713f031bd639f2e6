import { randomBytes } from 'node:crypto'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, parseJson, toJson } from '@sluice/contract'
import type { Channel } from 'amqplib'
import { Params } from './manifest.ts'
import { Session } from './session.ts'

/** The broker of this machine. */
export const params: ParamValues = { host: '127.0.0.1', port: 5672, username: 'guest', password: 'guest' }

export const isReachable = (): Promise<boolean> =>
  Session.open(Params.parse(params), createTestContext()).then(
    session => session.close().then(() => true),
    () => false,
  )

/** A channel beside the connector's, with queues of its own that go with it. */
export async function openBench() {
  const context = createTestContext()
  const session = await Session.open(Params.parse(params), context)
  const channel = await session.channel()
  const made: string[] = []
  const makeQueue = async (options: Parameters<Channel['assertQueue']>[1] = {}): Promise<string> => {
    const name = `sluice-test-${randomBytes(5).toString('hex')}`
    made.push(name)
    await channel.assertQueue(name, { durable: false, ...options })
    return name
  }
  return {
    channel,
    session,
    makeQueue,
    /** One that throws a message away once it was put back more often than that. */
    makeQuorumQueue: (deliveryLimit: number): Promise<string> =>
      makeQueue({
        durable: true,
        arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': deliveryLimit },
      }),
    /** Resolves when the broker has them. */
    async send(queue: string, bodies: readonly (Buffer | string)[]): Promise<void> {
      const confirming = await session.confirmChannel()
      for (const body of bodies) confirming.sendToQueue(queue, Buffer.from(body))
      await confirming.waitForConfirms()
      await confirming.close()
    },
    countOpen: (queue: string): Promise<number> => session.countReady(queue),
    /** Takes everything out. */
    async empty(queue: string): Promise<Data[]> {
      const found: Data[] = []
      for (;;) {
        const message = await channel.get(queue, { noAck: true })
        if (message === false) return found
        found.push(parseJson(message.content.toString()) as Data) // tests send objects
      }
    },
    async close(): Promise<void> {
      for (const name of made) await channel.deleteQueue(name)
      await session.close()
      await context.dispose()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof openBench>>

export const toBodies = (records: readonly Data[]): string[] => records.map(toJson)
