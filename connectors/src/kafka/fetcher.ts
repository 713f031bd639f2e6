import type { FollowNotice, SourceRecord } from '@sluice/connector-kit'
import { makeLoss } from '@sluice/connector-kit/queue'
import type { Cluster, Topic } from './cluster.ts'
import { lostPlace, unreadable } from './failure.ts'
import type { Line } from './line.ts'
import { type Places, readEnds, readFirsts } from './places.ts'
import { type Fetched, type FetchedPartition, parseFetch, readBatches } from './read-batches.ts'

const FETCH = 1
const VERSION = 11
const READ_COMMITTED = 1
const NOBODY = -1
const ANSWER_BYTES = 8 * 1024 * 1024
const PARTITION_BYTES = 1024 * 1024
const OUT_OF_RANGE = 1
/** Another broker leads the partition now. */
const MOVED = new Set([3, 5, 6, 9, 74, 75, 76])

/** Takes messages of all partitions from their leaders, in the order of each partition. */
export class Fetcher {
  readonly #cluster: Cluster
  #topic: Topic
  /** Behind what was taken. */
  readonly places: Places
  /** Behind what was fetched. */
  readonly #fetched: Places
  #ends: Places | null = null
  #buffer: Fetched[] = []
  /** How many of the buffer were taken. */
  #taken = 0
  #notices: FollowNotice[] = []
  #losses: SourceRecord[] = []

  constructor(cluster: Cluster, topic: Topic, places: Places) {
    this.#cluster = cluster
    this.#topic = topic
    this.places = places
    this.#fetched = new Map(places)
  }

  /** Nothing behind these is fetched. */
  stopAt(ends: Places): void {
    this.#ends = ends
  }

  isAtEnd(): boolean {
    return this.#ends !== null && this.#wanted(this.places).length === 0
  }

  /** Partitions that have more before their end. */
  #wanted(places: Places): number[] {
    const ends = this.#ends
    return [...places]
      .filter(([partition, next]) => ends === null || next < (ends.get(partition) ?? 0n))
      .map(([id]) => id)
  }

  /** The next one that is here; null: `fill` first. */
  take(): Fetched | null {
    const next = this.#buffer[this.#taken]
    if (!next) return null
    this.#taken += 1
    this.places.set(next.partition, next.next)
    return next
  }

  /** Rejected rows for what was removed before it was read. */
  takeLosses(): readonly SourceRecord[] {
    return this.#losses.splice(0)
  }

  takeNotices(): readonly FollowNotice[] {
    return this.#notices.splice(0)
  }

  /** When all was taken: asks every leader once and waits up to `waitMs` for something to come. @throws Failure */
  async fill(waitMs: number): Promise<void> {
    this.#buffer = []
    this.#taken = 0
    const byLeader = new Map<number, number[]>()
    for (const partition of this.#wanted(this.#fetched)) {
      const leader = this.#topic.leaders.get(partition) ?? NOBODY
      byLeader.set(leader, [...(byLeader.get(leader) ?? []), partition])
    }
    if (byLeader.delete(NOBODY)) await this.#findLeaders()
    const answers = await Promise.all(
      [...byLeader].map(async ([leader, partitions]) =>
        this.#ask(await this.#cluster.lineTo(leader), partitions, waitMs),
      ),
    )
    for (const answer of answers.flat()) await this.#accept(answer)
  }

  async #ask(line: Line, partitions: readonly number[], waitMs: number): Promise<readonly FetchedPartition[]> {
    const { client } = this.#cluster
    const request = () =>
      client.fetchV11.createRequest(
        Math.max(0, Math.floor(waitMs)),
        1,
        ANSWER_BYTES,
        READ_COMMITTED,
        0,
        NOBODY,
        [
          {
            topicId: this.#topic.name,
            partitions: partitions.map(partition => ({
              partition,
              currentLeaderEpoch: NOBODY,
              fetchOffset: this.#fetched.get(partition) ?? 0n,
              lastFetchedEpoch: NOBODY,
              partitionMaxBytes: PARTITION_BYTES,
            })),
          },
        ],
        [],
        '',
      )
    const fetch = client.createAPI<[], ReturnType<typeof parseFetch>>(
      FETCH,
      VERSION,
      request,
      (_id, _key, _version, reader) => parseFetch(reader),
      false,
      false,
    )
    const answer = await fetch.async(line.connection)
    if (answer.errorCode !== 0) throw this.#cluster.refuse(answer.errorCode)
    return answer.partitions
  }

  async #accept(answer: FetchedPartition): Promise<void> {
    const { partition, errorCode } = answer
    if (MOVED.has(errorCode)) return this.#findLeaders()
    if (errorCode === OUT_OF_RANGE) return this.#findPlaceAgain(partition)
    if (errorCode !== 0) throw this.#cluster.refuse(errorCode)
    const from = this.#fetched.get(partition) ?? 0n
    try {
      for (const each of readBatches(this.#cluster.client, answer, from)) {
        this.#buffer.push(each)
        this.#fetched.set(partition, each.next)
      }
    } catch (error) {
      throw unreadable(this.#topic.name, partition, error)
    }
  }

  async #findLeaders(): Promise<void> {
    await this.#cluster.pause()
    this.#topic = await this.#cluster.readTopic(this.#topic.name)
  }

  /** Retention has taken messages before they were read: that is told, and reading goes on with what is there. */
  async #findPlaceAgain(partition: number): Promise<void> {
    const { name } = this.#topic
    const place = this.#fetched.get(partition) ?? 0n
    const first = (await readFirsts(this.#cluster, this.#topic)).get(partition) ?? 0n
    if (place > first) {
      const end = (await readEnds(this.#cluster, this.#topic)).get(partition) ?? 0n
      if (place > end) throw lostPlace(name, partition)
      return
    }
    this.#losses.push({
      data: { partition, from: String(place), to: String(first - 1n) },
      failure: makeLoss(
        `The topic ${name} removed ${first - place} messages of partition ${partition} before they were read.`,
      ),
    })
    this.#fetched.set(partition, first)
    this.places.set(partition, first)
  }

  /** Partitions that were added meanwhile are read from their first message. */
  async lookRound(): Promise<void> {
    this.#topic = await this.#cluster.readTopic(this.#topic.name)
    const added = [...this.#topic.leaders.keys()].filter(partition => !this.places.has(partition))
    for (const partition of added) {
      this.places.set(partition, 0n)
      this.#fetched.set(partition, 0n)
    }
    if (added.length > 0)
      this.#notices.push({
        code: 'follow.partitions',
        text: `The topic ${this.#topic.name} has ${added.length} more partitions; they are read as well.`,
      })
  }
}
