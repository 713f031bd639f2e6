import { Failure, findRepeatedName, parseJson, type Value } from '@sluice/contract'
import type { SourceRecord } from '../../connector.ts'
import type { Column } from './column.ts'

/** A value of JSON that stands for two things afterwards, so that its row is refused. */
export class UnclearJson extends Error {}

/**
 * The value in a column of JSON. Databases that keep the text also keep a name twice, and all keep a `null` that is none of
 * theirs; both would arrive as something else.
 * @param decode what the column makes of the text; its errors are the caller's
 * @throws UnclearJson with the end of a sentence about the column
 */
export function readJsonText(text: string, decode: (text: string) => Value = parseJson): Value {
  const value = decode(text)
  if (value === null) throw new UnclearJson('holds the null of JSON, which cannot be told from NULL')
  const twice = findRepeatedName(text, value)
  if (twice === null) return value
  throw new UnclearJson(`has the name ${twice} twice in one object, and one of the values would be lost`)
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
