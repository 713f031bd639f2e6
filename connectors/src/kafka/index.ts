import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import { inferFields } from '@sluice/connector-kit/http'
import { readBodyRules, readMessageRules, testBroker } from '@sluice/connector-kit/queue'
import type { ParamValues, Resource, SourceConfig, TargetConfig } from '@sluice/contract'
import { Cluster } from './cluster.ts'
import { Fetcher } from './fetcher.ts'
import { manifest, Params } from './manifest.ts'
import { type ReadPlan, readCommitted, readEnds, readFirsts } from './places.ts'
import { Producer } from './producer.ts'
import type { Fetched } from './read-batches.ts'
import { type RecordRules, toAllRecords } from './read-message.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { KafkaSource } from './source.ts'
import { KafkaTarget, type WritePlan } from './target.ts'

/** Topics of one cluster. */
const connector: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openKafka(Params.parse(values), context),
}
export default connector

const SAMPLE = 20
const SAMPLE_WAIT_MS = 2000

function openKafka(params: Params, context: ConnectorContext): Connection {
  const open = () => Cluster.open(params, context)
  return {
    test: () => testBroker(params, context, () => withCluster(open, cluster => cluster.survey())),
    discover: () =>
      withCluster(open, async cluster => (await cluster.listTopics()).map(({ name }) => describeTopic(name))),
    describe: (id, options, role) => withCluster(open, cluster => describeResource(cluster, id, options, role)),
    openSource: async config => openSource(await open(), config, context),
    openTarget: async config => openTarget(await open(), config),
    close: async () => undefined,
  }
}

async function withCluster<Answer>(open: () => Promise<Cluster>, work: (cluster: Cluster) => Promise<Answer>) {
  const cluster = await open()
  try {
    return await work(cluster)
  } finally {
    await cluster.close()
  }
}

const describeTopic = (id: string): Resource => ({
  id,
  label: id,
  kind: 'endpoint',
  direction: 'both',
  fields: [],
  key: [],
})

async function describeResource(
  cluster: Cluster,
  id: string,
  options: ParamValues,
  role: Parameters<Connection['describe']>[2],
): Promise<Resource> {
  if (role === 'target') {
    await cluster.readTopic(id)
    return { ...describeTopic(id), direction: 'target' }
  }
  const rules = planRecords(id, [], { properties_field: '_message', ...options })
  const records = await toAllRecords(await sample(cluster, id), rules)
  const fields = inferFields(records.flatMap(each => (each.failure || each.change ? [] : [each.data])))
  return { ...describeTopic(id), fields }
}

/** About the newest messages, of all partitions. No group takes notice. */
async function sample(cluster: Cluster, name: string): Promise<readonly Fetched[]> {
  const topic = await cluster.readTopic(name)
  const [firsts, ends] = [await readFirsts(cluster, topic), await readEnds(cluster, topic)]
  const places = new Map(
    [...ends].map(([partition, end]) => {
      const first = firsts.get(partition) ?? 0n
      const newest = end - BigInt(SAMPLE)
      return [partition, newest > first ? newest : first]
    }),
  )
  const fetcher = new Fetcher(cluster, topic, places)
  fetcher.stopAt(ends)
  const found: Fetched[] = []
  const untilMs = performance.now() + SAMPLE_WAIT_MS
  while (!fetcher.isAtEnd() && performance.now() < untilMs) {
    const next = fetcher.take()
    if (next) found.push(next)
    else await fetcher.fill(SAMPLE_WAIT_MS)
  }
  return found
}

const readText = (options: ParamValues, field: string): string => {
  const value = options[field]
  return typeof value === 'string' ? value.trim() : ''
}

const planRecords = (topic: string, key: readonly string[], options: ParamValues): RecordRules => ({
  ...readMessageRules(options),
  topic,
  key,
})

function planRead(topic: string, options: ParamValues): ReadPlan {
  const start = options['start']
  return {
    topic,
    group: readText(options, 'group') || 'sluice',
    start: start === 'time' ? Date.parse(readText(options, 'start_time')) : start === 'next' ? 'next' : 'first',
  }
}

/** Looks at topic and group first, so that a wrong name or right is told before anything is read. */
async function openSource(cluster: Cluster, { resource, options, key }: SourceConfig, context: ConnectorContext) {
  try {
    const plan = planRead(resource, options)
    await readCommitted(cluster, await cluster.readTopic(resource), plan.group)
    return new KafkaSource(cluster, plan, planRecords(resource, key, options), context.now)
  } catch (error) {
    await cluster.close()
    throw error
  }
}

async function openTarget(cluster: Cluster, config: TargetConfig): Promise<KafkaTarget> {
  try {
    await cluster.readTopic(config.resource)
    const plan = planWrite(config)
    return new KafkaTarget(cluster, plan, new Producer(cluster, plan.topic, plan.compression))
  } catch (error) {
    await cluster.close()
    throw error
  }
}

function planWrite({ resource, options, key }: TargetConfig): WritePlan {
  const field = readText(options, 'key_field')
  const compression = readText(options, 'compression')
  return {
    topic: resource,
    body: readBodyRules(options),
    keyFields: field === '' ? key : [field],
    headerFields: readText(options, 'header_fields')
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== ''),
    compression:
      compression === 'gzip' || compression === 'snappy' || compression === 'lz4' || compression === 'zstd'
        ? compression
        : 'none',
  }
}
