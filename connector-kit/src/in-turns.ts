import { setImmediate as yieldTurn } from 'node:timers/promises'
import { Bytes, ExactNumber, isData, JsonReading, parseJson, toJson, type Value } from '@sluice/contract'

/** So long this thread works on something large before others have their turn. */
const TURN_MS = 10

/** Who works on much asks between its parts whether its turn is over. */
export interface Turn {
  isOver(): boolean
  /** Others have theirs. @throws the signal's reason */
  give(): Promise<void>
}

export function openTurn(signal?: AbortSignal): Turn {
  let sinceMs = performance.now()
  return {
    isOver: () => performance.now() - sinceMs >= TURN_MS,
    async give() {
      await yieldTurn()
      signal?.throwIfAborted()
      sinceMs = performance.now()
    },
  }
}

/** Does something with each of many, without keeping the thread. @throws the signal's reason */
export async function inTurns<T>(
  all: readonly T[],
  work: (each: T, index: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const turn = openTurn(signal)
  for (const [index, each] of all.entries()) {
    work(each, index)
    if (turn.isOver()) await turn.give()
  }
}

/** A shorter text is read sooner than its turn is over. */
const LARGE_CHARS = 256 * 1024

/** Whether a text is worth reading in turns, or the bytes of one may be. */
export const isLargeText = ({ length }: string | Uint8Array): boolean => length > LARGE_CHARS

/** JSON of any length without keeping the thread. @throws SyntaxError */
export async function readJsonInTurns(text: string, maxDepth?: number): Promise<JsonReading> {
  const reading = new JsonReading(text, maxDepth)
  const turn = openTurn()
  while (!reading.read(turn.isOver)) await turn.give()
  return reading
}

/** As `parseJson`, of a text of any length; what turns do not bound (100,000 names in one object) is read at once. */
export async function parseJsonInTurns(text: string): Promise<Value> {
  if (!isLargeText(text)) return parseJson(text)
  const reading = await readJsonInTurns(text)
  return reading.excess === null ? reading.value : parseJson(text)
}

/** A value of fewer parts is written sooner than its turn is over. */
const LARGE_PARTS = 20_000
/** Nobody takes deeper ones. */
const DEEP = 2000

/** Whether the text of a value is worth writing in turns: it has many values, or long texts. */
export const isLargeValue = (value: Value): boolean => takeParts(value, LARGE_PARTS, 0) < 0

/** What is left of the room; below 0 as soon as there is none. */
function takeParts(value: Value, room: number, depth: number): number {
  if (typeof value === 'string') return room - 1 - (value.length >> 6)
  if (value instanceof Bytes) return room - (value.base64.length >> 6)
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber || depth > DEEP) return room - 1
  let left = room - 1
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    left = takeParts(each, left, depth + 1)
    if (left < 0) return left
  }
  return left
}

/** As `toJson`, of a value of any size, without keeping the thread. */
export async function toJsonInTurns(value: Value): Promise<string> {
  if (!isLargeValue(value)) return toJson(value)
  const parts: string[] = []
  await writeJson(value, parts, openTurn())
  return parts.join('')
}

async function writeJson(value: Value, parts: string[], turn: Turn): Promise<void> {
  if (Array.isArray(value) && value.length > 0) return writeList(value, parts, turn)
  if (value === null || !isData(value)) return void parts.push(toJson(value))
  let sign = '{'
  for (const [name, each] of Object.entries(value)) {
    parts.push(sign, JSON.stringify(name), ':')
    await writeJson(each, parts, turn)
    sign = ','
  }
  parts.push(sign === '{' ? '{}' : '}')
}

/** Plain elements of a list are written so many at a time. */
const TOGETHER = 100

async function writeList(list: readonly Value[], parts: string[], turn: Turn): Promise<void> {
  for (let at = 0; at < list.length; ) {
    parts.push(at === 0 ? '[' : ',')
    let end = at
    while (end < list.length && end - at < TOGETHER && isFlat(list[end]!)) end += 1 // below the length
    if (end > at) parts.push(toJson(list.slice(at, end)).slice(1, -1))
    else await writeJson(list[at]!, parts, turn)
    at = Math.max(end, at + 1)
    if (turn.isOver()) await turn.give()
  }
  parts.push(']')
}

/** Most elements hold plain values at most. */
const isFlat = (value: Value): boolean =>
  value === null || (isData(value) ? !Object.values(value).some(isWide) : !Array.isArray(value))

const isWide = (value: Value): boolean => value !== null && (Array.isArray(value) || isData(value))
