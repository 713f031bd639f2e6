import type { StreamInfo } from '@nats-io/jetstream'
import type { Connection, Connector, ConnectorContext, WriteGuarantee } from '@sluice/connector-kit'
import { inferFields } from '@sluice/connector-kit/http'
import {
  decodeMessages,
  type Message,
  QueueSource,
  readBodyRules,
  readMessageRules,
  testBroker,
} from '@sluice/connector-kit/queue'
import type { ParamValues, Resource, SourceConfig, TargetConfig } from '@sluice/contract'
import { isNotFound, missingSubject, toNatsFailure } from './failure.ts'
import { manifest, Params } from './manifest.ts'
import { readMessage } from './read-message.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { openSession, type Session } from './session.ts'
import { JetStreamReader, requireStream } from './source.ts'
import { tellLimits } from './stream-limits.ts'
import { JetStreamTarget } from './target.ts'

/** Streams of one account; subjects as targets. */
const connector: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openNats(Params.parse(values), context),
}
export default connector

const SAMPLE = 20
const MAX_LISTED = 5000
/** As long as the repeats of a write go on. A stream that forgets message ids sooner could take one twice. */
const LONG_ENOUGH_NANOS = 3_600_000_000_000

function openNats(params: Params, context: ConnectorContext): Connection {
  const open = () => openSession(params, context)
  return {
    test: () => testBroker(params, context, () => withSession(open, describeServer)),
    discover: () => withSession(open, listStreams),
    describe: (id, options, role) => withSession(open, session => describeResource(session, id, options, role)),
    sample: ({ resource, options }) =>
      withSession(open, async session => {
        const { state } = await requireStream(session, resource)
        const messages = await sampleStream(session, resource, state)
        return decodeMessages(messages, readMessageRules(options))
      }),
    openSource: async config => openSource(await open(), config, context),
    openTarget: async config => openTarget(await open(), config, open),
    close: async () => undefined,
  }
}

async function withSession<Answer>(open: () => Promise<Session>, work: (session: Session) => Promise<Answer>) {
  const session = await open()
  try {
    return await work(session)
  } catch (error) {
    throw toNatsFailure(error)
  } finally {
    await session.close()
  }
}

async function describeServer({ connection, manager }: Session): Promise<string> {
  const { streams } = await manager.getAccountInfo()
  return `NATS ${connection.info?.version ?? ''}, ${streams} streams`
}

async function listStreams({ manager }: Session): Promise<readonly Resource[]> {
  const found: Resource[] = []
  for await (const { config, state } of manager.streams.list()) {
    found.push({ ...describeStream(config.name), estimatedCount: state.messages })
    if (found.length >= MAX_LISTED) break
  }
  return found
}

const describeStream = (id: string): Resource => ({
  id,
  label: id,
  kind: 'endpoint',
  direction: 'both',
  fields: [],
  key: [],
})

/** A stream as a source, looked at without any consumer; a subject as a target. */
async function describeResource(
  session: Session,
  id: string,
  options: ParamValues,
  role: Parameters<Connection['describe']>[2],
): Promise<Resource> {
  const isSubject = /[.{]/.test(id) || role === 'target'
  if (isSubject) {
    await findStream(session, id)
    return { ...describeStream(id), direction: 'target' }
  }
  const { state, config } = await requireStream(session, id)
  const messages = await sampleStream(session, id, state)
  const rules = readMessageRules({ properties_field: '_message', ...options })
  const records = await decodeMessages(messages, rules)
  const fields = inferFields(records.flatMap(each => (each.failure ? [] : [each.data])))
  const notes = tellLimits(config).map(text => ({ level: 'info' as const, text }))
  return { ...describeStream(id), fields, estimatedCount: state.messages, ...(notes.length > 0 && { notes }) }
}

/** The newest messages of a stream, by their numbers; no consumer takes notice. */
async function sampleStream(
  session: Session,
  stream: string,
  state: Pick<StreamInfo['state'], 'first_seq' | 'last_seq'>,
): Promise<readonly Message[]> {
  const messages: Message[] = []
  for (let seq = state.last_seq; seq >= state.first_seq && seq > state.last_seq - SAMPLE && seq > 0; seq -= 1) {
    const message = await session.manager.streams.getMessage(stream, { seq }).catch(() => null)
    if (message) messages.push(readMessage(stream, message))
  }
  return messages
}

const readText = (options: ParamValues, field: string, otherwise: string): string => {
  const value = options[field]
  return typeof value === 'string' && value !== '' ? value : otherwise
}

async function openSource(session: Session, { resource, options }: SourceConfig, context: ConnectorContext) {
  const reader = new JetStreamReader(session, {
    stream: resource,
    consumer: readText(options, 'consumer', 'sluice'),
    subject: readText(options, 'subject', ''),
    isFromStart: options['start'] !== 'next',
    ackSeconds: typeof options['ack_seconds'] === 'number' ? options['ack_seconds'] : 30,
  })
  try {
    await reader.prepare()
  } catch (error) {
    await reader.close()
    throw toNatsFailure(error)
  }
  return new QueueSource(reader, readMessageRules(options), context.now)
}

async function openTarget(session: Session, { resource, options }: TargetConfig, open: () => Promise<Session>) {
  try {
    const guarantee = await readGuarantee(session, resource)
    return new JetStreamTarget({ subject: resource, body: readBodyRules(options), guarantee }, session, open)
  } catch (error) {
    await session.close()
    throw toNatsFailure(error)
  }
}

/** A subject with fields in it may fall into any stream, so nothing can be promised. */
async function readGuarantee(session: Session, subject: string): Promise<WriteGuarantee> {
  if (subject.includes('{')) return 'none'
  const { config } = await requireStream(session, await findStream(session, subject))
  return config.duplicate_window >= LONG_ENOUGH_NANOS ? 'idempotencyKey' : 'none'
}

/** Name of the stream that keeps a subject; a subject with fields in it is taken as it is. @throws Failure */
async function findStream({ manager }: Session, subject: string): Promise<string> {
  if (subject.includes('{')) return ''
  return manager.streams.find(subject).catch((error: unknown) => {
    const isMissing = isNotFound(error) || /no stream matches/i.test(error instanceof Error ? error.message : '')
    throw isMissing ? missingSubject(subject) : toNatsFailure(error)
  })
}
