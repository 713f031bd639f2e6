import { randomBytes } from 'node:crypto'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, parseJson, toJson } from '@sluice/contract'
import { Params } from './manifest.ts'
import type { Reply } from './reply-parser.ts'
import { type Command, Session } from './session.ts'
import { asList } from './source.ts'

/** The Redis of this machine. */
export const params: ParamValues = { host: '127.0.0.1', port: 6379 }

export const isReachable = (): Promise<boolean> =>
  Session.open(Params.parse(params), createTestContext()).then(
    session => session.close().then(() => true),
    () => false,
  )

/** A session beside the connector's; its keys go with it. */
export async function openBench() {
  const context = createTestContext()
  const session = await Session.open(Params.parse(params), context)
  const made: string[] = []
  const makeKey = (): string => {
    const key = `sluice-test:${randomBytes(5).toString('hex')}`
    made.push(key)
    return key
  }
  const run = (command: Command): Promise<Reply> => session.run(command)
  return {
    run,
    makeKey,
    async makeStream(): Promise<string> {
      const key = makeKey()
      await run(['XGROUP', 'CREATE', key, 'beside', '0', 'MKSTREAM'])
      return key
    },
    async send(key: string, records: readonly Data[]): Promise<void> {
      await Promise.all(session.pipeline(records.map(record => ['XADD', key, '*', 'data', toJson(record)])))
    },
    /** Entries no reader of the group `sluice` acknowledged. */
    async countOpen(key: string): Promise<number> {
      const groups = asList(await run(['XINFO', 'GROUPS', key])).map(asList)
      const group = groups.find(each => String(each[1]) === 'sluice')
      if (!group) return Number(await run(['XLEN', key]))
      const at = (name: string): number => Number(group[group.findIndex(each => String(each) === name) + 1])
      return at('pending') + at('lag')
    },
    /** What the stream and its groups say of themselves: lengths, places, consumers, what is delivered and waits. */
    async readState(key: string): Promise<string> {
      const asked = [
        ['XINFO', 'STREAM', key],
        ['XINFO', 'GROUPS', key],
        ['XPENDING', key, 'beside'],
      ] as const
      return JSON.stringify(await Promise.all(asked.map(run)), (_, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
      )
    },
    async readStream(key: string): Promise<Data[]> {
      const entries = asList(await run(['XRANGE', key, '-', '+'])).map(asList)
      return entries.map(entry => parseJson(String(asList(entry[1]!)[1])) as Data) // written by us: data and its JSON
    },
    async readValues(prefix: string): Promise<Data[]> {
      const keys = asList(await run(['KEYS', `${prefix}:*`])).map(String)
      made.push(...keys)
      return Promise.all(keys.map(async key => parseJson(String(await run(['GET', key]))) as Data)) // written by us
    },
    async close(): Promise<void> {
      if (made.length > 0) await run(['DEL', ...made])
      await session.close()
      await context.dispose()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof openBench>>
