import { Failure, findRepeatedName, MAX_NAMES, parseJson, type Value } from '@sluice/contract'
import type { SourceRecord } from '../../connector.ts'
import { readJsonInTurns } from '../../in-turns.ts'
import type { Column } from './column.ts'

/** Deeper values would exhaust the stack of whoever walks them. */
const MAX_DEPTH = 1000

/** A value of JSON that stands for two things afterwards, so that its row is refused. */
export class UnclearJson extends Error {}

const isNull = (): UnclearJson => new UnclearJson('holds the null of JSON, which cannot be told from NULL')

/**
 * The value in a column of JSON. Databases that keep the text also keep a name twice, and all keep a `null` that is none of
 * theirs; both would arrive as something else.
 * @param decode what the column makes of the text; its errors are the caller's
 * @throws UnclearJson with the end of a sentence about the column
 */
export function readJsonText(text: string, decode: (text: string) => Value = parseJson): Value {
  const value = decode(text)
  if (value === null) throw isNull()
  const twice = findRepeatedName(text, value)
  if (twice === null) return value
  throw standsTwice(twice)
}

const standsTwice = (name: string): UnclearJson =>
  new UnclearJson(`has the name ${name} twice in one object, and one of the values would be lost`)

/** The same for a large text, in turns; what is wrong with it is the answer. */
export async function readLargeJson(text: string): Promise<Value | Error> {
  try {
    const reading = await readJsonInTurns(text, MAX_DEPTH)
    if (reading.excess === 'wide') return new UnclearJson(`has an object of more than ${MAX_NAMES} names`)
    const [twice] = reading.repeated
    if (twice) return standsTwice(twice.join('.'))
    if (reading.excess === 'deep') return new Error('the JSON is nested too deep')
    return reading.value ?? isNull()
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

/** The refusal of a row. @param place of the row, a text for each order column */
export function refuseJson(
  { name }: Pick<Column, 'name'>,
  { message }: UnclearJson,
  order: readonly { readonly name: string }[],
  place: readonly (string | null)[],
): SourceRecord {
  const failure = new Failure({
    code: 'record.value',
    message: `The column ${name} ${message}.`,
    field: name,
    retry: 'skip',
    advice:
      'Mend the value, turn it into another in a view or statement, or leave the column out by the option "columns".',
  })
  const data = Object.fromEntries(order.map((column, index) => [column.name, place[index] ?? null]))
  return { data, failure: failure.toDetail() }
}
