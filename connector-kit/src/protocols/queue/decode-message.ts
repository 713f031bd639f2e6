import {
  Bytes,
  type Data,
  Failure,
  type FailureDetail,
  findRepeatedName,
  isData,
  type ParamValues,
  parseJson,
  type Value,
} from '@sluice/contract'
import type { SourceRecord } from '../../connector.ts'

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

/**
 * The records of one message. What cannot be one is a rejected row with the message in it: the queue goes on and the
 * message is not lost. Never throws.
 */
export function decodeMessage(message: Message, rules: MessageRules): readonly SourceRecord[] {
  const { propertiesField: field } = rules
  const add = (data: Data): Data => (field === '' ? data : { ...data, [field]: message.properties })
  if (rules.format === 'bytes') return [{ data: add({ content: Bytes.from(message.body) }) }]
  const text = readUtf8(message.body)
  if (text === null) return [{ data: add({ content: Bytes.from(message.body) }), failure: notText }]
  if (rules.format === 'text') return [{ data: add({ text }) }]
  const parsed = parse(text)
  if (parsed instanceof Failure) return [{ data: add({ text }), failure: parsed.toDetail() }]
  return parsed.map(value =>
    isData(value) && !(field !== '' && Object.hasOwn(value, field))
      ? { data: add(value) }
      : { data: add({ text }), failure: isData(value) ? nameTaken(field) : notAnObject },
  )
}

function parse(text: string): readonly Value[] | Failure {
  try {
    const value = parseJson(text)
    if (isDeeper(value, MAX_DEPTH)) return refuse('The message is nested too deeply to be a record.')
    const twice = findRepeatedName(text, value)
    if (twice !== null)
      return refuse(
        `The message has the name ${JSON.stringify(twice)} twice in one object, and one of the values would be lost.`,
      )
    return Array.isArray(value) ? (value as readonly Value[]) : [value as Value] // isArray loses the readonly list
  } catch (cause) {
    return refuse(text === '' ? 'The message is empty.' : 'The message is not valid JSON.', cause)
  }
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
