import type { ConnectorContext } from '@sluice/connector-kit'
import type { Failure } from '@sluice/contract'
import { LineBroken, missing, refused, severalBrokers, wantsSignIn } from './failure.ts'
import { type Address, type Client, Line, loadClient } from './line.ts'
import type { Params } from './manifest.ts'

/** Among the numbers of brokers, the one of the settings. */
const GUIDE = -1
const NO_LEADER = -1
const METADATA = 3
// From this version on a question for a topic does not create it.
const HARMLESS_VERSION = 4
const UNKNOWN_TOPIC = 3
/** Codes that a new look at the leaders heals: nothing was done. */
const MOVED = new Set([3, 5, 6, 9, 14, 15, 16])
const TRIES = 5
const PAUSE_MS = 250

export interface Topic {
  readonly name: string
  /** By partition: the broker that leads it, -1 while there is none. */
  readonly leaders: ReadonlyMap<number, number>
}

/** The brokers of one cluster: who leads what, and a line to each that was needed. */
export class Cluster {
  readonly client: Client
  readonly #params: Params
  readonly #context: ConnectorContext
  #brokers = new Map<number, Address>()
  readonly #lines = new Map<number, Promise<Line>>()
  /** As they were told last; emptied when a broker says that it is not so any more. */
  readonly #topics = new Map<string, Topic>()

  private constructor(client: Client, params: Params, context: ConnectorContext) {
    this.client = client
    this.#params = params
    this.#context = context
  }

  /** @throws Failure */
  static async open(params: Params, context: ConnectorContext): Promise<Cluster> {
    const cluster = new Cluster(await loadClient(), params, context)
    await cluster.anyLine()
    return cluster
  }

  /** Every topic but the cluster's own. */
  async listTopics(): Promise<readonly Topic[]> {
    return (await this.#askMetadata(null)).filter(topic => !topic.name.startsWith('__'))
  }

  /** @throws Failure `resource.missing` */
  async readTopic(name: string): Promise<Topic> {
    const topic = (await this.#askMetadata(name)).find(each => each.name === name)
    if (!topic || topic.leaders.size === 0) throw missing(name)
    this.#topics.set(name, topic)
    return topic
  }

  /** Reaches every broker once, and says what the cluster is. */
  async survey(): Promise<string> {
    await this.#askMetadata(null).catch((error: unknown) => {
      throw error instanceof LineBroken && !this.#params.username ? wantsSignIn(error) : error
    })
    for (const node of this.#brokers.keys()) await this.lineTo(node)
    return `Kafka, ${this.#brokers.size} brokers`
  }

  async #askMetadata(name: string | null): Promise<readonly Topic[]> {
    const { metadataV2, metadataV4 } = this.client
    const guide = await this.anyLine()
    const told = guide.knows(METADATA, HARMLESS_VERSION)
      ? await metadataV4.api.async(guide.connection, name === null ? null : [name], false)
      : await metadataV2.api.async(guide.connection, null)
    this.#brokers = new Map(told.brokers.map(each => [each.nodeId, { host: each.host, port: each.port }]))
    if (this.#params.addresses === 'given') {
      if (this.#brokers.size > 1) throw severalBrokers(this.#brokers.size)
      for (const node of this.#brokers.keys()) this.#brokers.set(node, this.#params)
    }
    for (const { name: topic, errorCode } of told.topics)
      if (topic === name && errorCode !== 0 && !MOVED.has(errorCode)) throw this.refuse(errorCode)
    return told.topics
      .filter(each => !each.isInternal && each.errorCode !== UNKNOWN_TOPIC)
      .map(each => ({
        name: each.name,
        leaders: new Map(each.partitions.map(part => [part.partitionIndex, part.leaderId])),
      }))
  }

  /** The line to a broker, made when it is missing or broken. @throws Failure */
  lineTo(node: number): Promise<Line> {
    const address = this.#brokers.get(node)
    return address ? this.#keepLine(node, address) : Promise.reject(this.refuse(5))
  }

  /** Whoever asks while one is made gets the same. */
  #keepLine(node: number, address: Address): Promise<Line> {
    const known = this.#lines.get(node)
    const line = (async () => {
      const kept = await known?.catch(() => null)
      return kept && !kept.isBroken ? kept : Line.open(this.#params, address, this.#context)
    })()
    this.#lines.set(node, line)
    return line
  }

  /** A line to the broker of the settings, which tells about the others. @throws Failure */
  anyLine(): Promise<Line> {
    return this.#keepLine(GUIDE, this.#params)
  }

  /** The broker that leads a partition now. @throws Failure */
  async leaderOf(topic: string, partition: number): Promise<Line> {
    const { leaders } = this.#topics.get(topic) ?? (await this.readTopic(topic))
    return this.lineTo(leaders.get(partition) ?? NO_LEADER)
  }

  /** The broker that keeps the places of a group. @throws Failure */
  async coordinatorOf(group: string): Promise<Line> {
    const told = await this.repeat(async () => {
      const guide = await this.anyLine()
      const { coordinators } = await this.client.findCoordinatorV2.api.async(guide.connection, 0, [group])
      return coordinators[0] ?? { errorCode: 15, nodeId: -1 }
    })
    return this.lineTo(told.nodeId)
  }

  /** Asks again after a look at the leaders where nothing was done. @throws Failure for any other code */
  async repeat<Answer extends { errorCode: number }>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask()
      if (answer.errorCode === 0) return answer
      if (!MOVED.has(answer.errorCode) || tries === TRIES) throw this.refuse(answer.errorCode)
      this.#topics.clear()
      await this.pause()
    }
  }

  pause(): Promise<void> {
    return this.#context.sleep?.(PAUSE_MS) ?? new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }

  refuse(code: number): Failure {
    return refused(code, this.client.protocolErrorsCodesById[code] ?? String(code))
  }

  async close(): Promise<void> {
    for (const line of this.#lines.values())
      await line.then(
        each => each.close(),
        () => undefined,
      )
  }
}
