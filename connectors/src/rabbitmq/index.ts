import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import { fillName, QueueSource, readBodyRules, readMessageRules, testBroker } from '@sluice/connector-kit/queue'
import { Failure, type Resource, type SourceConfig, type TargetConfig } from '@sluice/contract'
import { isStream, takesNotice } from './failure.ts'
import { manifest, Params } from './manifest.ts'
import { type QueueLimits, readLimits, tellLimits, tellPolicies } from './queue-limits.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { RabbitReader } from './source.ts'
import { type PublishPlan, RabbitTarget } from './target.ts'

/** Queues and exchanges of one virtual host. */
const connector: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openRabbit(Params.parse(values), context),
}
export default connector

const EXCHANGE = 'exchange:'
const MAX_PREFETCH = 65_535

function openRabbit(params: Params, context: ConnectorContext): Connection {
  const open = () => Session.open(params, context)
  return {
    test: () =>
      testBroker(params, context, async () => {
        const session = await open()
        const { server } = session
        await session.close()
        return server
      }),
    // AMQP 0-9-1 has no way to ask for the names of queues.
    discover: async () => [],
    describe: (id, _options, role) => withSession(open, session => describeResource(session, id, role)),
    sample: ({ resource }) =>
      withSession(open, async session => {
        throw takesNotice(resource, await session.countReady(resource))
      }),
    openSource: config => openSource(open, config, context),
    openTarget: async config => {
      const session = await open()
      const plan = await planPublish(session, config).catch(async (error: unknown) => {
        await session.close()
        throw error
      })
      return new RabbitTarget(plan, session, open)
    },
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

async function openSource(open: () => Promise<Session>, config: SourceConfig, context: ConnectorContext) {
  // Another broker may close the whole line over a question it does not know.
  const limits = await withSession(open, session => lookAt(session, config.resource))
  // One page lands while the next is taken and a third may wait.
  const prefetch = Math.min(MAX_PREFETCH, Math.max(100, 3 * config.pageSize))
  const reader = new RabbitReader(await open(), { queue: config.resource, prefetch, limits })
  return new QueueSource(reader, readMessageRules(config.options), context.now)
}

/** @throws Failure where there is no such queue, or it is a stream */
async function lookAt(session: Session, queue: string): Promise<QueueLimits | null> {
  // First, so that nobody asks for one that is not there.
  await session.countReady(queue)
  const limits = await readLimits(session, queue)
  if (limits?.type === 'stream') throw isStream(queue)
  return limits
}

async function describeResource(session: Session, id: string, role?: 'source' | 'target'): Promise<Resource> {
  const base = { id, label: id, kind: 'endpoint' as const, key: [] }
  if (id.startsWith(EXCHANGE)) {
    await session.requireExchange(id.slice(EXCHANGE.length))
    return { ...base, direction: 'target', fields: [] }
  }
  // Fields stand in messages alone, and a broker hands none out without counting that as a delivery.
  const estimatedCount = await session.countReady(id)
  if (role === 'target') return { ...base, direction: 'both', fields: [], estimatedCount }
  const warnings = tellLimits(id, await lookAt(session, id)).map(text => ({ level: 'warning' as const, text }))
  const notes = [...warnings, { level: 'info' as const, text: tellPolicies(id) }]
  return { ...base, direction: 'both', fields: [], estimatedCount, notes }
}

async function planPublish(session: Session, { resource, options }: TargetConfig): Promise<PublishPlan> {
  const template = typeof options['routing_key'] === 'string' ? options['routing_key'] : ''
  const rest = { isPersistent: options['persistent'] !== false, body: readBodyRules(options) }
  if (!resource.startsWith(EXCHANGE)) {
    await session.countReady(resource)
    return { exchange: '', routingKey: () => resource, ...rest }
  }
  const exchange = resource.slice(EXCHANGE.length)
  if (exchange === '')
    throw new Failure({
      code: 'resource.missing',
      message: 'The exchange has no name.',
      advice: 'Write exchange: and the name of the exchange, or the name of a queue.',
      field: 'resource',
    })
  await session.requireExchange(exchange)
  return { exchange, routingKey: data => fillName(template, data), ...rest }
}
