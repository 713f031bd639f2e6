import { randomBytes } from 'node:crypto'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, parseJson, toJson } from '@sluice/contract'
import { Params } from './manifest.ts'
import { openSession } from './session.ts'

/** The NATS of this machine. */
export const params: ParamValues = { host: '127.0.0.1', port: 4222 }
const HOUR = 3_600_000_000_000

export const isReachable = (): Promise<boolean> =>
  openSession(Params.parse(params), createTestContext()).then(
    session => session.close().then(() => true),
    () => false,
  )

/** A session beside the connector's; its streams go with it. */
export async function openBench() {
  const context = createTestContext()
  const session = await openSession(Params.parse(params), context)
  const { manager, client } = session
  const made: string[] = []
  return {
    manager,
    /** A stream that keeps one subject of its own: `<name>.in`. */
    async makeStream(duplicateWindow = HOUR): Promise<string> {
      const name = `sluice-test-${randomBytes(5).toString('hex')}`
      made.push(name)
      const stream = { name, subjects: [`${name}.>`], storage: 'memory' as const, max_age: HOUR }
      await manager.streams.add({ ...stream, duplicate_window: duplicateWindow })
      return name
    },
    async send(stream: string, records: readonly Data[]): Promise<void> {
      for (let start = 0; start < records.length; start += 500)
        await Promise.all(
          records.slice(start, start + 500).map(record => client.publish(`${stream}.in`, toJson(record))),
        )
    },
    async sendTo(subject: string, record: Data): Promise<void> {
      await client.publish(subject, toJson(record))
    },
    /** Messages the consumer `sluice` has not acknowledged. */
    async countOpen(stream: string): Promise<number> {
      const info = await manager.consumers.info(stream, 'sluice').catch(() => null)
      if (info) return info.num_pending + info.num_ack_pending
      return (await manager.streams.info(stream)).state.messages
    },
    /** What the stream and its consumers say of themselves, but for the time of the answer. */
    async readState(stream: string): Promise<object> {
      const { state } = await manager.streams.info(stream)
      const consumers = []
      for await (const { ts: _ts, ...info } of manager.consumers.list(stream)) consumers.push(info)
      return { state, consumers }
    },
    async readStream(stream: string): Promise<Data[]> {
      const { state } = await manager.streams.info(stream)
      const found: Data[] = []
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
        const message = await manager.streams.getMessage(stream, { seq })
        if (message) found.push(parseJson(message.string()) as Data) // tests send objects
      }
      return found
    },
    async close(): Promise<void> {
      for (const name of made) await manager.streams.delete(name)
      await session.close()
      await context.dispose()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof openBench>>
