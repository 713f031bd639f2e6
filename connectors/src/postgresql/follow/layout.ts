import type { SourceRecord } from '@sluice/connector-kit'
import {
  type ChangeRow,
  type Column,
  compileRowMaker,
  makeTooLarge,
  maxRowBytes,
  readJsonText,
  refuseJson,
  UnclearJson,
} from '@sluice/connector-kit/sql'
import { isLargeText } from '@sluice/connector-kit/turns'
import { Failure, type Value } from '@sluice/contract'
import { type Decoder, makeDecoder, toKind } from '../types.ts'
import { type Relation, type RelationColumn, type Tuple, unchanged } from './pgoutput.ts'
import type { TypeFacts } from './type-facts.ts'

/** How the tuples of a table become records: the same fields in the same order as a read of the table gives. */
export interface RowLayout {
  /** `old`: the whole row before, where the table's identity is its full row. */
  toRow(row: Tuple, old: Tuple | null): ChangeRow
  /** `isKey`: only the columns of the identity were sent. */
  toDelete(old: Tuple, isKey: boolean): SourceRecord
  /** The key of the strategy is another one now. */
  hasMoved(old: Tuple, row: Tuple): boolean
}

export function compileLayout(
  relation: Relation,
  types: ReadonlyMap<number, TypeFacts>,
  columns: readonly Column[],
  key: readonly string[],
): RowLayout {
  const at = new Map(relation.columns.map((column, index) => [column.name, index]))
  const decoders = relation.columns.map(column => makeTypedDecoder(column, types))
  const places = columns.map(({ name }) => at.get(name) ?? -1)
  const keys = key.map(name => at.get(name) ?? -1)
  const make = compileRowMaker(columns.map(column => column.name))
  const sent = columns.filter(({ name }) => relation.columns.some(column => column.name === name && column.isKey))
  const makeKey = compileRowMaker(sent.map(column => column.name))
  const sentPlaces = sent.map(({ name }) => at.get(name)!) // sent holds columns of the relation
  const makeOwnKey = compileRowMaker(key)
  const keyColumns = key.map(name => ({ name }))
  const textsOf = (tuple: Tuple): string[] =>
    keys.map(index => {
      const text = tuple[index]
      return typeof text === 'string' ? text : ''
    })
  const decode = (tuple: Tuple, from: readonly number[]): Value[] =>
    from.map(index => {
      const text = tuple[index]
      return typeof text === 'string' ? decoders[index]!(text) : null // a decoder per column of the relation
    })
  const nested = columns.flatMap((column, index) => (column.kind.is === 'json' ? [{ column, at: places[index]! }] : [])) // a place for each
  const nestedPlaces = places.filter((_, index) => ['json', 'list'].includes(columns[index]!.kind.is)) // a place for each
  const isLarge = (tuple: Tuple): boolean =>
    nestedPlaces.some(index => {
      const text = tuple[index]
      return typeof text === 'string' && isLargeText(text)
    })
  const refuseUnclear = (tuple: Tuple): SourceRecord | null => {
    for (const { column, at } of nested) {
      const text = tuple[at]
      if (typeof text !== 'string') continue
      try {
        readJsonText(text)
      } catch (error) {
        if (error instanceof UnclearJson) return refuseJson(column, error, keyColumns, textsOf(tuple))
      }
    }
    return null
  }
  return {
    toRow(row, old) {
      const whole = row.map((text, index) => (text === unchanged ? (old?.[index] ?? unchanged) : text))
      const isWhole = places.every(index => index >= 0 && whole[index] !== unchanged)
      // A large value is read by key, where others have their turn between.
      if (!isWhole || isLarge(whole)) return { place: textsOf(whole) }
      if (measure(whole) > maxRowBytes) return makeTooLarge(keyColumns, textsOf(whole))
      return refuseUnclear(whole) ?? guard(() => ({ data: make(decode(whole, places)) }))
    },
    toDelete: (old, isKey) =>
      guard(() => ({
        change: 'delete',
        data: isKey
          ? makeKey(decode(old, sentPlaces))
          : isLarge(old)
            ? makeOwnKey(decode(old, keys))
            : make(decode(old, places)),
      })),
    hasMoved: (old, row) => keys.some(index => row[index] !== unchanged && old[index] !== row[index]),
  }
}

function makeTypedDecoder(column: RelationColumn, types: ReadonlyMap<number, TypeFacts>): Decoder {
  const facts = types.get(column.typeId)
  // A type that is gone by now: its text is all there is.
  if (!facts) return text => text
  const { name, isList, modifier } = facts
  return makeDecoder(toKind({ name, isList, modifier: modifier ?? column.modifier }))
}

const measure = (tuple: Tuple): number =>
  tuple.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)

function guard(make: () => SourceRecord): SourceRecord {
  try {
    return make()
  } catch (error) {
    const failure = new Failure({
      code: 'record.value',
      message: 'A value of the row cannot be read (nested too deep).',
      retry: 'skip',
      cause: error,
    })
    return { data: null, failure: failure.toDetail() }
  }
}
