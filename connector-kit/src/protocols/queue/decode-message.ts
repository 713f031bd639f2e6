import {
  Bytes,
  type Data,
  Failure,
  type FailureDetail,
  findRepeatedName,
  isData,
  MAX_NAMES,
  type ParamValues,
  parseJson,
  toJson,
  type Value,
} from '@sluice/contract'
import type { SourceRecord } from '../../connector.ts'
import { inTurns, isLargeText, openTurn, readJsonInTurns } from '../../in-turns.ts'

/** A message as its broker gave it. */
export interface Message {
  readonly body: Uint8Array
  /** What the broker tells about it; the same when it is delivered again. */
  readonly properties: Data
}

/** How a message becomes records. */
export interface MessageRules {
  /** json: an object is a record, a list of objects is one record each; text: field `text`; bytes: field `content`. */
  readonly format: 'json' | 'text' | 'bytes'
  /** Field that holds the properties; empty = leave them out. */
  readonly propertiesField: string
}

export const readMessageRules = (options: ParamValues): MessageRules => ({
  format: options['format'] === 'text' || options['format'] === 'bytes' ? options['format'] : 'json',
  propertiesField: typeof options['properties_field'] === 'string' ? options['properties_field'] : '',
})

// Deeper than any document that people send each other; what writes it out again works by recursion.
const MAX_DEPTH = 100
/** In one message; each becomes a row. */
const MAX_RECORDS = 100_000

/**
 * The records of one message. What cannot be one is a rejected row with the message in it: the queue goes on and the
 * message is not lost. Never throws. A large message is read in turns.
 */
export async function decodeMessage(message: Message, rules: MessageRules): Promise<readonly SourceRecord[]> {
  const { propertiesField: field } = rules
  const add = (data: Data): Data => (field === '' ? data : { ...data, [field]: message.properties })
  if (rules.format === 'bytes') return [{ data: add({ content: Bytes.from(message.body) }) }]
  const text = readUtf8(message.body)
  if (text === null) return [{ data: add({ content: Bytes.from(message.body) }), failure: notText }]
  if (rules.format === 'text') return [{ data: add({ text }) }]
  const parsed = isLargeText(text) ? await parseInTurns(text) : parse(text)
  if (parsed instanceof Failure) return [{ data: add({ text }), failure: parsed.toDetail() }]
  // Of a list, what is refused keeps its own text: that of the whole message with each would fill the store.
  const textOf = (value: Value): string => (parsed.length === 1 ? text : toJson(value))
  const records: SourceRecord[] = []
  await inTurns(
    parsed,
    value => {
      const isTaken = isData(value) && field !== '' && Object.hasOwn(value, field)
      if (isData(value) && !isTaken) records.push({ data: add(value) })
      else records.push({ data: add({ text: textOf(value) }), failure: isTaken ? nameTaken(field) : notAnObject })
    },
    undefined,
  )
  return records
}

/** The records of several messages, in their order. */
export async function decodeMessages(messages: readonly Message[], rules: MessageRules): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  const turn = openTurn()
  for (const message of messages) {
    for (const record of await decodeMessage(message, rules)) records.push(record)
    if (turn.isOver()) await turn.give()
  }
  return records
}

function parse(text: string): readonly Value[] | Failure {
  try {
    const value = parseJson(text)
    if (isDeeper(value, MAX_DEPTH)) return refuse('The message is nested too deeply to be a record.')
    return listRecords(value, findRepeatedName(text, value))
  } catch (cause) {
    return refuse(text === '' ? 'The message is empty.' : 'The message is not valid JSON.', cause)
  }
}

async function parseInTurns(text: string): Promise<readonly Value[] | Failure> {
  try {
    const reading = await readJsonInTurns(text, MAX_DEPTH)
    const twice = reading.repeated[0]?.join('.') ?? null
    if (reading.excess === 'deep') return refuse('The message is nested too deeply to be a record.')
    if (reading.excess === 'wide')
      return refuse(`The message has an object of more than ${MAX_NAMES} names, which is not read.`)
    return listRecords(reading.excess === null ? reading.value : null, twice)
  } catch (cause) {
    return refuse('The message is not valid JSON.', cause)
  }
}

function listRecords(value: Value, twice: string | null): readonly Value[] | Failure {
  if (twice !== null)
    return refuse(
      `The message has the name ${JSON.stringify(twice)} twice in one object, and one of the values would be lost.`,
    )
  if (!Array.isArray(value)) return [value]
  if (value.length > MAX_RECORDS) return refuse(`The message is a list of more than ${MAX_RECORDS} elements.`)
  return value as readonly Value[] // isArray loses the readonly list
}

const isDeeper = (value: Value, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => isDeeper(inner as Value, levels - 1)))

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

const ADVICE = 'Ask the sender for JSON objects, or choose another format of the message in the source.'
const refuse = (message: string, cause?: unknown): Failure =>
  new Failure({ code: 'source.message', message, advice: ADVICE, retry: 'skip', cause })
const notText: FailureDetail = refuse('The message is not UTF-8 text.').toDetail()
const notAnObject: FailureDetail = refuse('The message is no JSON object and no list of them.').toDetail()
const nameTaken = (field: string): FailureDetail =>
  new Failure({
    code: 'source.message',
    message: `The message has a field "${field}" of its own, so its properties have no place.`,
    advice: 'Choose another field for the properties in the source.',
    retry: 'skip',
    field,
  }).toDetail()
