import { type JsonReading, listRepeatedNames, MAX_NAMES, parseJson, type Value, type ValuePath } from '@sluice/contract'
import type { EgressResponse } from '../../egress.ts'
import { isLargeText, readJsonInTurns } from '../../in-turns.ts'

/** No honest answer is deeper, and whoever walks its values needs a stack for them. */
const MAX_DEPTH = 1000

/** An answer that no connector takes, however complete its JSON is. */
export class ExcessiveAnswer extends Error {}

type Json = { readonly value: Value; readonly repeated?: readonly ValuePath[] } | { readonly error: unknown }

/** What each answer holds: it is asked for by many, who judge it, look for its list and walk to its next page. */
const known = new WeakMap<EgressResponse, Json>()

/** Reads a large answer in turns before anybody asks what it holds, so that it never holds the thread. */
export async function readLargeAnswer(answer: EgressResponse): Promise<EgressResponse> {
  // No text has more characters than bytes.
  if (!isLargeText(answer.bytes)) return answer
  const text = textOf(answer)
  if (text !== null && isLargeText(text) && /^\s*[[{]/.test(text)) known.set(answer, await readInTurns(text))
  return answer
}

async function readInTurns(text: string): Promise<Json> {
  try {
    const reading = await readJsonInTurns(text, MAX_DEPTH)
    if (reading.excess === null) return { value: reading.value, repeated: reading.repeated }
    return { error: new ExcessiveAnswer(explain(reading.excess)) }
  } catch (error) {
    return { error }
  }
}

const explain = (excess: NonNullable<JsonReading['excess']>): string =>
  ({
    deep: `the answer is nested deeper than ${MAX_DEPTH} levels`,
    wide: `the answer has an object of more than ${MAX_NAMES} names`,
    repeated: 'the answer has names that stand twice in one object almost everywhere',
  })[excess]

/** What the answer holds. @throws SyntaxError, ExcessiveAnswer, Failure where it is no text */
export function jsonOf(answer: EgressResponse): Value {
  const found = known.get(answer) ?? readAtOnce(answer)
  if ('error' in found) throw found.error
  return found.value
}

function readAtOnce(answer: EgressResponse): Json {
  const json = parse(answer)
  known.set(answer, json)
  return json
}

function parse(answer: EgressResponse): Json {
  try {
    return { value: parseJson(answer.text()) }
  } catch (error) {
    return { error }
  }
}

/** Names that stand twice in one object of it. @param value what `jsonOf` made of it */
export function repeatedNamesOf(answer: EgressResponse, value: Value): readonly ValuePath[] {
  const found = known.get(answer)
  return (found && 'value' in found && found.repeated) || listRepeatedNames(answer.text(), value)
}

function textOf(answer: EgressResponse): string | null {
  try {
    return answer.text()
  } catch {
    return null // whoever asks for it hears why
  }
}

/** The same; undefined where the body is no JSON. */
export function tryJsonOf(answer: EgressResponse): Value | undefined {
  try {
    return jsonOf(answer)
  } catch {
    return undefined
  }
}
