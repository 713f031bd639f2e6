import { createHash } from 'node:crypto'
import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import { inferFields } from '@sluice/connector-kit/http'
import { decodeMessages, QueueSource, readBodyRules, readMessageRules, testBroker } from '@sluice/connector-kit/queue'
import type { ParamValues, Resource, SourceConfig, TargetConfig } from '@sluice/contract'
import { badTopic } from './failure.ts'
import { manifest, Params } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { lookAt, makeClientId, SubscriptionReader } from './source.ts'
import { MqttTarget } from './target.ts'

/** Topics of one broker. */
const connector: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openMqtt(Params.parse(values), context),
}
export default connector

const MAX_IN_FLIGHT = 65_535
const DAY_SECONDS = 86_400
const LOOK_ROUND_MS = 500
const MAX_TOPICS = 500

function openMqtt(params: Params, context: ConnectorContext): Connection {
  const open = () => Session.open(params, context, { clientId: makeClientId(), keepSeconds: 0, receiveMaximum: 100 })
  return {
    test: () =>
      testBroker(params, context, async () => {
        await (await open()).close()
        return params.version === '4' ? 'MQTT 3.1.1' : 'MQTT 5'
      }),
    discover: () => listTopics(params, context),
    describe: (id, options, role) =>
      role === 'target' ? describeTarget(id) : describeTopic(params, context, id, options),
    // Not by the session that reads: the broker would end it there, and count its messages as delivered.
    sample: async ({ resource, options }) => {
      const messages = await lookAt(params, context, resource, { waitMs: LOOK_ROUND_MS })
      return decodeMessages(messages, readMessageRules(options))
    },
    openSource: async config => {
      const reader = await SubscriptionReader.open(params, context, planSubscription(config, context))
      return new QueueSource(reader, readMessageRules(config.options), context.now)
    },
    openTarget: async ({ resource, options }: TargetConfig) => {
      if (/[+#\u0000]/.test(resource)) throw badTopic(resource)
      const plan = { topic: resource, retain: options['retain'] === true, body: readBodyRules(options) }
      return new MqttTarget(plan, await open(), open)
    },
    close: async () => undefined,
  }
}

/** MQTT keeps no list: what a short look sees, retained messages first of all. */
async function listTopics(params: Params, context: ConnectorContext): Promise<readonly Resource[]> {
  const seen = await lookAt(params, context, '#', { waitMs: LOOK_ROUND_MS, most: MAX_TOPICS })
  const topics = new Set(seen.map(message => String(message.properties['topic'])))
  return [...topics].sort().map(describeName)
}

const describeName = (id: string): Resource => ({
  id,
  label: id,
  kind: 'endpoint',
  direction: /[+#]/.test(id) || id.startsWith('$share/') ? 'source' : 'both',
  fields: [],
  key: [],
})

/** Any topic can be written to; it is there from then on. */
async function describeTarget(id: string): Promise<Resource> {
  if (/[+#\u0000]/.test(id)) throw badTopic(id)
  return { ...describeName(id), direction: 'target' }
}

/** Said before a run alone: MQTT has no word for it, so it is true of every broker. */
const keepsLimited = (topic: string): string =>
  `For a strategy that is away the broker keeps only so many messages of the topic ${topic} (Mosquitto: max_queued_messages, 1000) and drops the rest without telling.`

async function describeTopic(
  params: Params,
  context: ConnectorContext,
  id: string,
  options: ParamValues,
): Promise<Resource> {
  const rules = readMessageRules({ properties_field: '_message', ...options })
  const messages = await lookAt(params, context, id, { waitMs: LOOK_ROUND_MS })
  const records = await decodeMessages(messages, rules)
  const notes = [{ level: 'info' as const, text: keepsLimited(id) }]
  return { ...describeName(id), fields: inferFields(records.flatMap(each => (each.failure ? [] : [each.data]))), notes }
}

function planSubscription({ resource, options, pageSize }: SourceConfig, { tenantId }: ConnectorContext) {
  const given = options['client_id']
  const made = createHash('sha256').update(`${tenantId} ${resource}`).digest('hex').slice(0, 16)
  const days = typeof options['keep_days'] === 'number' ? options['keep_days'] : 7
  return {
    topic: resource,
    clientId: typeof given === 'string' && given !== '' ? given : `sluice-${made}`,
    keepSeconds: days * DAY_SECONDS,
    // One page lands while the next is taken and a third may wait.
    receiveMaximum: Math.min(MAX_IN_FLIGHT, Math.max(100, 3 * pageSize)),
  }
}
