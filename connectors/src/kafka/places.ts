import { Failure } from '@sluice/contract'
import { z } from 'zod'
import type { Cluster, Topic } from './cluster.ts'

/** By partition, the offset that comes next. */
export type Places = Map<number, bigint>

/** What a reader reads, and where a group that has no place yet begins. */
export interface ReadPlan {
  readonly topic: string
  readonly group: string
  /** A number: milliseconds since the epoch. */
  readonly start: 'first' | 'next' | number
}

/** Times that stand for an end of a partition. */
const FIRST = -2n
const NEXT = -1n
const FETCH_COMMITTED = 1
const NOBODY = -1

const Cursor = z.record(z.string().regex(/^\d{1,9}$/), z.string().regex(/^\d{1,19}$/))

export const writeCursor = (places: Places): string =>
  JSON.stringify(Object.fromEntries([...places].map(([partition, next]) => [String(partition), String(next)])))

/** @throws Failure `source.cursor` */
export function parseCursor(cursor: string): Places {
  try {
    return new Map(Object.entries(Cursor.parse(JSON.parse(cursor))).map(([name, next]) => [Number(name), BigInt(next)]))
  } catch (error) {
    throw new Failure({
      code: 'source.cursor',
      message: 'The stored place of this topic is not one of its own.',
      advice: 'Run the strategy anew: it goes on from where its consumer group was committed.',
      value: cursor,
      cause: error,
    })
  }
}

/**
 * Where to go on: the cursor, else what the group has committed, else where a new group begins. A partition that these do
 * not know came later, so all of it is new.
 */
export async function findPlaces(
  cluster: Cluster,
  topic: Topic,
  plan: ReadPlan,
  cursor: string | null,
): Promise<Places> {
  const partitions = [...topic.leaders.keys()]
  const known = cursor === null ? await readCommitted(cluster, topic, plan.group) : parseCursor(cursor)
  const isNew = cursor === null && known.size === 0
  const added = partitions.filter(partition => !known.has(partition))
  const starts = await readOffsets(cluster, topic, added, isNew ? toTime(plan.start) : FIRST)
  return new Map(
    partitions
      .toSorted((a, b) => a - b)
      .map(partition => [partition, known.get(partition) ?? starts.get(partition) ?? 0n]),
  )
}

const toTime = (start: ReadPlan['start']): bigint =>
  start === 'first' ? FIRST : start === 'next' ? NEXT : BigInt(start)

export const readFirsts = (cluster: Cluster, topic: Topic): Promise<Places> =>
  readOffsets(cluster, topic, [...topic.leaders.keys()], FIRST)

/** The ends of all partitions; open transactions lie behind them. */
export const readEnds = (cluster: Cluster, topic: Topic): Promise<Places> =>
  readOffsets(cluster, topic, [...topic.leaders.keys()], NEXT)

/** Offsets of the first messages that are not earlier than a time; the end where all are earlier. */
async function readOffsets(
  cluster: Cluster,
  { name }: Topic,
  partitions: readonly number[],
  timestamp: bigint,
): Promise<Places> {
  const { listOffsetsV2 } = cluster.client
  const found: Places = new Map()
  const late: number[] = []
  await Promise.all(
    partitions.map(async partition => {
      const { offset } = await cluster.repeat(async () => {
        const line = await cluster.leaderOf(name, partition)
        const answer = await listOffsetsV2.api.async(line.connection, NOBODY, FETCH_COMMITTED, [
          { name, partitions: [{ partitionIndex: partition, currentLeaderEpoch: NOBODY, timestamp }] },
        ])
        return answer.topics[0]?.partitions[0] ?? { errorCode: 5, offset: -1n }
      })
      if (offset < 0n) late.push(partition)
      else found.set(partition, offset)
    }),
  )
  if (late.length > 0)
    for (const [partition, end] of await readOffsets(cluster, { name, leaders: new Map() }, late, NEXT))
      found.set(partition, end)
  return found
}

/** What the group has committed; a partition without is left out. @throws Failure `connector.permission` */
export async function readCommitted(cluster: Cluster, { name, leaders }: Topic, group: string): Promise<Places> {
  const told = await cluster.repeat(async () => {
    const line = await cluster.coordinatorOf(group)
    const answer = await cluster.client.offsetFetchV5.api.async(
      line.connection,
      [{ groupId: group, topics: [{ name, partitionIndexes: [...leaders.keys()] }] }],
      false,
    )
    const partitions = answer.topics.flatMap(topic => topic.partitions)
    const errorCode = answer.errorCode || (partitions.find(each => each.errorCode !== 0)?.errorCode ?? 0)
    return { errorCode, partitions }
  })
  return new Map(
    told.partitions.filter(each => each.committedOffset >= 0n).map(each => [each.partitionIndex, each.committedOffset]),
  )
}

/** Tells the cluster what is stored here: tools show the lag by it, and a new run goes on from it. @throws Failure */
export async function commit(cluster: Cluster, { topic, group }: ReadPlan, places: Places): Promise<void> {
  await cluster.repeat(async () => {
    const line = await cluster.coordinatorOf(group)
    const partitions = [...places].map(([partitionIndex, committedOffset]) => ({
      partitionIndex,
      committedOffset,
      committedLeaderEpoch: NOBODY,
      committedMetadata: '',
    }))
    const answer = await cluster.client.offsetCommitV7.api.async(line.connection, group, NOBODY, '', null, [
      { name: topic, partitions },
    ])
    const codes = answer.topics.flatMap(each => each.partitions.map(({ errorCode }) => errorCode))
    return { errorCode: codes.find(code => code !== 0) ?? 0 }
  })
}
