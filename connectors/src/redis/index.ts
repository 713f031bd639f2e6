import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import { inferFields } from '@sluice/connector-kit/http'
import { decodeMessages, QueueSource, readMessageRules, testBroker } from '@sluice/connector-kit/queue'
import { Failure, type ParamValues, type Resource, type SourceConfig, type TargetConfig } from '@sluice/contract'
import { manifest, Params } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { listStreams, type StreamPlan, StreamReader, sampleStream } from './source.ts'
import { RedisTarget, type WritePlan } from './target.ts'

/** Streams of one Redis, and its hashes and values as targets. */
const connector: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openRedis(Params.parse(values), context),
}
export default connector

function openRedis(params: Params, context: ConnectorContext): Connection {
  const open = () => Session.open(params, context)
  return {
    test: () => testBroker(params, context, () => withSession(open, describeServer)),
    discover: () =>
      withSession(open, async session =>
        (await listStreams(session)).map(key => ({ ...describeKey(key), fields: [] })),
      ),
    describe: (id, options, role) => withSession(open, session => describeResource(session, id, options, role)),
    sample: ({ resource, options }) =>
      withSession(open, async session => {
        const messages = await sampleStream(session, planStream(resource, options))
        return decodeMessages(messages, readMessageRules(options))
      }),
    openSource: config => openSource(open, config, context),
    openTarget: async config => new RedisTarget(planWrite(config), await open(), open),
    close: async () => undefined,
  }
}

async function withSession<Answer>(open: () => Promise<Session>, work: (session: Session) => Promise<Answer>) {
  const session = await open()
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

async function describeServer(session: Session): Promise<string> {
  const info = String(await session.run(['INFO', 'server']))
  return `Redis ${/redis_version:(\S+)/.exec(info)?.[1] ?? ''}`.trim()
}

async function openSource(open: () => Promise<Session>, config: SourceConfig, context: ConnectorContext) {
  const reading = await open()
  const reader = new StreamReader(planStream(config.resource, config.options), reading, await open())
  try {
    await reader.prepare()
  } catch (error) {
    await reader.close()
    throw error
  }
  return new QueueSource(reader, readMessageRules(config.options), context.now)
}

const readText = (options: ParamValues, field: string, otherwise: string): string => {
  const value = options[field]
  return typeof value === 'string' && value !== '' ? value : otherwise
}

const planStream = (key: string, options: ParamValues): StreamPlan => ({
  key,
  group: readText(options, 'group', 'sluice'),
  isFromStart: options['start'] !== 'next',
  payloadField: readText(options, 'payload_field', 'data'),
})

const describeKey = (id: string) => ({ id, label: id, kind: 'endpoint' as const, direction: 'both' as const, key: [] })

type Role = Parameters<Connection['describe']>[2]

const BY_KEY = /^(hash|value):(.*)$/s

async function describeResource(
  session: Session,
  id: string,
  options: ParamValues,
  role: Role | undefined,
): Promise<Resource> {
  // As a target, a stream is made by its first message.
  if (BY_KEY.test(id) || role === 'target') return { ...describeKey(id), direction: 'target', fields: [] }
  const rules = readMessageRules({ properties_field: '_message', ...options })
  const messages = await sampleStream(session, planStream(id, options))
  const records = await decodeMessages(messages, rules)
  return { ...describeKey(id), fields: inferFields(records.flatMap(each => (each.failure ? [] : [each.data]))) }
}

/** @throws Failure when a hash or value has no key */
function planWrite({ resource, options, key }: TargetConfig): WritePlan {
  const maxLength = typeof options['max_length'] === 'number' ? options['max_length'] : null
  const [, kind, name] = BY_KEY.exec(resource) ?? []
  if (kind === undefined || name === undefined) return { kind: 'stream', key: resource, keyFields: [], maxLength }
  if (key.length === 0)
    throw new Failure({
      code: 'target.noKey',
      message: `Writing to ${resource} needs key fields.`,
      advice: 'Choose the fields that identify a record; they become the end of the key in Redis.',
      field: 'key',
    })
  return { kind: kind === 'hash' ? 'hash' : 'value', key: name, keyFields: key, maxLength: null }
}
