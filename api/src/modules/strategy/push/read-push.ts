import { createHash } from 'node:crypto'
import { type Data, findRepeatedName, isData, MAX_NAMES, parseJson, toJson, type Value } from '@sluice/contract'
import { readJsonInTurns, toJsonInTurns } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'

/** One record for the inbox. */
export interface PushedRow {
  readonly data: Data
  readonly body: string
  readonly deliveryId: string | null
}

const ENVELOPE = new Set(['content', 'id', 'multiple', 'idCheck'])
const MAX_DEPTH = 64
const MAX_ROWS = 10_000
const MAX_ID = 200

/**
 * The records of a pushed body: an object, a list of objects, or `{content, id?, multiple?, idCheck?}` around either.
 * Numerals keep their digits. `deliveryId` names the whole delivery where the body itself does not.
 * @throws Failure `invalid.push` naming what is wrong
 */
export async function readPush(bytes: Uint8Array, deliveryId: string | null): Promise<readonly PushedRow[]> {
  const { content, id } = openEnvelope(await parse(bytes), deliveryId)
  const list = Array.isArray(content) ? (content as readonly Value[]) : [content]
  if (list.length > MAX_ROWS) throw bad(`at most ${MAX_ROWS} records at once`)
  const rows: PushedRow[] = []
  for (const [index, value] of list.entries()) {
    if (!isData(value))
      throw bad(Array.isArray(content) ? `content.${index} is not an object` : 'content is not an object')
    const name = id === null ? null : Array.isArray(content) ? `${id}#${index}` : id
    const own = name === null || isPlain(name) ? name : hash(name)
    rows.push({ data: value, body: isLarge(bytes) ? await toJsonInTurns(value) : toJson(value), deliveryId: own })
  }
  return rows
}

/** Short, and without what no column of text can hold. */
const isPlain = (name: string): boolean => name.length <= MAX_ID && !/[\u0000-\u001f]/.test(name)

const hash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('base64url')}`

const bad = (field: string) => refuse('invalid.push', { field })

/** A push may be ten times as long as what others send. */
const isLarge = (bytes: Uint8Array): boolean => bytes.length > 256 * 1024

async function parse(bytes: Uint8Array): Promise<Value> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (isLarge(bytes)) return await parseInTurns(text)
    const value = parseJson(text)
    if (isDeeper(value, MAX_DEPTH)) throw bad('nested too deeply')
    const twice = findRepeatedName(text, value)
    if (twice !== null) throw bad(`${twice} stands twice in one object`)
    return value
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof TypeError) throw refuse('invalid.json', { cause })
    throw cause
  }
}

async function parseInTurns(text: string): Promise<Value> {
  const reading = await readJsonInTurns(text, MAX_DEPTH)
  const { excess, repeated } = reading
  if (excess === 'deep') throw bad('nested too deeply')
  if (excess === 'wide') throw bad(`more than ${MAX_NAMES} names in one object`)
  if (repeated[0]) throw bad(`${repeated[0].join('.')} stands twice in one object`)
  return reading.value
}

const isDeeper = (value: Value, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => isDeeper(inner as Value, levels - 1)))

function openEnvelope(
  value: Value,
  deliveryId: string | null,
): { readonly content: Value; readonly id: string | null } {
  const isEnvelope =
    isData(value) && Object.hasOwn(value, 'content') && Object.keys(value).every(key => ENVELOPE.has(key))
  if (!isEnvelope) return { content: value, id: deliveryId }
  const { content, id, multiple, idCheck } = value
  if (multiple === true && !Array.isArray(content)) throw bad('content must be a list, as multiple is true')
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') throw bad('id must be a text or a number')
  const own = id === undefined || idCheck === false ? null : String(id)
  return { content: content ?? null, id: own ?? deliveryId }
}
