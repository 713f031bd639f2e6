import { openTurn, type SourceRecord } from '@sluice/connector-kit'
import { decodeMessage, type Message, type MessageRules } from '@sluice/connector-kit/queue'
import {
  Bytes,
  type Data,
  Failure,
  type FailureDetail,
  findRepeatedName,
  isData,
  parseJson,
  toNumber,
  type Value,
} from '@sluice/contract'
import type { Fetched, KafkaMessage } from './read-batches.ts'

/** A larger message would be carried by nobody behind us; it is told and left. */
const MESSAGE_BYTES = 8 * 1024 * 1024
/** The last moment a date can hold. */
const LAST_MS = 8.64e15

export interface RecordRules extends MessageRules {
  readonly topic: string
  /** Fields that identify a record: what a tombstone is about. */
  readonly key: readonly string[]
}

/** The records of several, in their order. */
export async function toAllRecords(all: readonly Fetched[], rules: RecordRules): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  const turn = openTurn()
  for (const each of all) {
    for (const record of await toRecords(each, rules)) records.push(record)
    if (turn.isOver()) await turn.give()
  }
  return records
}

/** A message as records; none for what only moves the place. */
export async function toRecords({ partition, message }: Fetched, rules: RecordRules): Promise<readonly SourceRecord[]> {
  if (message === null) return []
  const properties = readProperties(rules.topic, partition, message)
  if (message.value === null) return [readTombstone(message.key, properties, rules)]
  if (message.value.length > MESSAGE_BYTES) return [{ data: properties, failure: tooLarge.toDetail() }]
  return decodeMessage({ body: message.value, properties } satisfies Message, rules)
}

function readProperties(topic: string, partition: number, message: KafkaMessage): Data {
  const { offset, timestamp, key, headers } = message
  return {
    topic,
    partition,
    offset: toNumber(String(offset)),
    timestamp: timestamp < 0 || timestamp > LAST_MS ? null : new Date(timestamp).toISOString(),
    key: toValue(key),
    headers: readHeaders(headers),
  }
}

/** A name that stands twice has a list of its values. */
function readHeaders(headers: KafkaMessage['headers']): Data {
  const byName = new Map<string, Value[]>()
  for (const [name, value] of headers) {
    const key = String(name ?? '')
    const values = byName.get(key)
    if (values) values.push(toValue(value))
    else byName.set(key, [toValue(value)])
  }
  return Object.fromEntries([...byName].map(([name, values]) => [name, values.length === 1 ? values[0]! : values])) // the length is 1
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function toValue(bytes: Buffer | null): Value {
  if (bytes === null) return null
  try {
    return utf8.decode(bytes)
  } catch {
    return Bytes.from(bytes)
  }
}

/** A key without a value takes its record away. The key is the only key field's value, or JSON with all of them. */
function readTombstone(key: Buffer | null, properties: Data, rules: RecordRules): SourceRecord {
  const add = (data: Data): Data =>
    rules.propertiesField === '' ? data : { ...data, [rules.propertiesField]: properties }
  const text = toValue(key)
  const named = typeof text === 'string' ? readNamedKey(text) : null
  const twice = named && findRepeatedName(String(text), named)
  if (twice) return { data: properties, failure: refuseKey(twice) }
  if (named && rules.key.length > 0 && rules.key.every(field => Object.hasOwn(named, field)))
    return { data: add(Object.fromEntries(rules.key.map(field => [field, named[field] ?? null]))), change: 'delete' }
  const [field, ...others] = rules.key
  if (text !== null && field !== undefined && others.length === 0)
    return { data: add({ [field]: text }), change: 'delete' }
  return { data: properties, failure: nameless.toDetail() }
}

function readNamedKey(text: string): Data | null {
  if (!text.startsWith('{')) return null
  try {
    const value = parseJson(text)
    return isData(value) ? value : null
  } catch {
    return null
  }
}

const refuseKey = (path: string): FailureDetail =>
  new Failure({
    code: 'source.message',
    message: `The message takes a record away, and its key has the name ${path} twice, so that one of the values would be lost.`,
    advice: 'Choose one key field, or let the sender write the key as JSON with all key fields.',
    retry: 'skip',
  }).toDetail()
const tooLarge = new Failure({
  code: 'source.message',
  message: 'The message is larger than 8 MiB and was left out.',
  advice: 'Send large contents through files, and their addresses through the topic.',
  retry: 'skip',
})
const nameless = new Failure({
  code: 'source.message',
  message: 'The message takes a record away, and its key does not name the key fields.',
  advice: 'Choose one key field, or let the sender write the key as JSON with all key fields.',
  retry: 'skip',
})
