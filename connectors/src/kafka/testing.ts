import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, type ParamValues, parseJson, toJson } from '@sluice/contract'
import { Cluster, type Topic } from './cluster.ts'
import { Fetcher } from './fetcher.ts'
import { Params } from './manifest.ts'
import { readCommitted, readEnds, readFirsts } from './places.ts'
import type { Fetched } from './read-batches.ts'

const KCAT = '/usr/bin/kcat'
const START_MS = 10_000

export const isInstalled = async (): Promise<boolean> => existsSync(KCAT)

/**
 * A broker of librdkafka, the client library of Confluent: the cluster it keeps for its own tests, run by kcat. A topic
 * is made by its first mention and has four partitions.
 */
export async function startBroker(): Promise<{ port: number; stop(): void }> {
  const child = spawn(KCAT, ['-P', '-t', 'first', '-X', 'test.mock.num.brokers=1', '-b', 'none', '-d', 'mock'])
  const port = await readPort(child)
  child.stderr?.resume()
  return { port, stop: () => child.kill() }
}

function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('starting kcat: no port within 10 s')), START_MS)
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
      const port = /bootstrap\.servers=127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (!port) return
      clearTimeout(timer)
      resolve(Number(port))
    })
    child.once('error', reject)
  })
}

/** An empty key or value is sent as none. */
interface Sent {
  readonly key?: string
  readonly value: string
  readonly headers?: Readonly<Record<string, string>>
  readonly partition?: number
  readonly compression?: 'gzip' | 'snappy' | 'lz4'
}

/** Topics beside the connector: kcat writes them, so that the connector's own writer is proved by another. */
export async function openBench(port: number, params: ParamValues = {}) {
  const context = createTestContext()
  const cluster = await Cluster.open(Params.parse({ host: '127.0.0.1', port, addresses: 'given', ...params }), context)
  const kcat = (args: readonly string[], input = ''): string =>
    execFileSync(KCAT, ['-b', `127.0.0.1:${port}`, ...args], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  const sendOne = (topic: string, { key = '', value, headers = {}, partition = 0, compression }: Sent): void => {
    const named = Object.entries(headers).flatMap(([name, text]) => ['-H', `${name}=${text}`])
    const packed = compression ? ['-z', compression] : []
    const to = ['-P', '-t', topic, '-p', String(partition)]
    kcat([...to, '-Z', '-K', '\\x02', '-D', '\\x01', ...named, ...packed], `${key}\x02${value}`)
  }
  return {
    cluster,
    makeTopic(): string {
      const topic = `sluice-test-${randomBytes(5).toString('hex')}`
      kcat(['-L', '-t', topic])
      return topic
    },
    sendOne,
    send(topic: string, records: readonly Data[], partition = 0): void {
      // \x01 stands in no JSON.
      if (records.length > 0)
        kcat(['-P', '-t', topic, '-p', String(partition), '-D', '\\x01'], records.map(toJson).join('\x01'))
    },
    async countOpen(topic: string, group: string): Promise<number> {
      const found = await cluster.readTopic(topic)
      const committed = await readCommitted(cluster, found, group)
      let open = 0n
      for (const [partition, end] of await readEnds(cluster, found)) open += end - (committed.get(partition) ?? 0n)
      return Number(open)
    },
    /** Where the messages begin and end, and how far the group is. */
    async readState(topic: string, group: string): Promise<readonly (readonly [number, bigint])[][]> {
      const found = await cluster.readTopic(topic)
      const asked = [readFirsts(cluster, found), readEnds(cluster, found), readCommitted(cluster, found, group)]
      return (await Promise.all(asked)).map(places => [...places])
    },
    /** Key, value, headers and place of each message, as kcat tells them. */
    readAll: (topic: string): { key: string | null; payload: string | null; partition: number; headers?: string[] }[] =>
      kcat(['-C', '-t', topic, '-e', '-J', '-q'])
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
    /** What a table made of the topic would hold. */
    async readRecords(topic: string): Promise<Data[]> {
      const found = await cluster.readTopic(topic)
      const kept = new Map<string, Buffer>()
      for (const { message, next, partition } of await readMessages(cluster, found)) {
        const key = message?.key?.toString() ?? `${partition}:${next}`
        if (message?.value) kept.set(key, message.value)
        else kept.delete(key)
      }
      return [...kept.values()].map(value => parseJson(value.toString()) as Data) // written by the connector
    },
    async close(): Promise<void> {
      await cluster.close()
      await context.dispose()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof openBench>>

async function readMessages(cluster: Cluster, topic: Topic): Promise<Fetched[]> {
  const fetcher = new Fetcher(cluster, topic, await readFirsts(cluster, topic))
  fetcher.stopAt(await readEnds(cluster, topic))
  const found: Fetched[] = []
  while (!fetcher.isAtEnd()) {
    const next = fetcher.take()
    if (next) found.push(next)
    else await fetcher.fill(200)
  }
  return found
}
