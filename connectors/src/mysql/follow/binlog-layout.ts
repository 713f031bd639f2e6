import type { SourceRecord } from '@sluice/connector-kit'
import {
  type ChangeRow,
  type Column,
  compileRowMaker,
  readJsonText,
  refuseJson,
  type Table,
  UnclearJson,
} from '@sluice/connector-kit/sql'
import { isLargeText } from '@sluice/connector-kit/turns'
import { Failure, type Value } from '@sluice/contract'
import { toPlace } from '../reader.ts'
import type { Cell } from '../session.ts'
import { makeDecoder } from '../types.ts'
import type { RowsEvent, TableMap } from './binlog-event.ts'
import { isReadable, makeReader, resolveType, type ValueReader } from './binlog-value.ts'

/** A column as the catalogue has it; the log itself knows neither names nor signs. */
export interface ColumnFacts {
  readonly name: string
  /** `bigint(20) unsigned`, `enum('a','b')` */
  readonly nativeType: string
  readonly charset: string | null
  readonly bytes: number
}

export interface LayoutInput {
  readonly map: TableMap
  readonly facts: readonly ColumnFacts[]
  readonly table: Table
  /** Columns of the record, in its order. */
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  readonly offsetMinutes: number
}

export interface RowLayout {
  readRows(event: RowsEvent): ChangeRow[][]
}

/** null: the table had other columns when this was logged. */
export function compileLayout(input: LayoutInput): RowLayout | null {
  const { map } = input
  const facts = orderFacts(input)
  if (facts === null) return null
  const readers = map.types.map((type, at) => makeColumnReader(type, map.meta[at] ?? 0, facts[at], input.offsetMinutes))
  const readable = map.types.map((type, at) => isUnderstood(type, map.meta[at] ?? 0, facts[at], input.table))
  const placeOf = (name: string): number => facts.findIndex(each => each?.name === name)
  const keys = input.key.map(name => input.table.columns.find(column => column.name === name)!) // the order was planned with them
  const keyPlaces = keys.map(column => placeOf(column.name))
  const keyDecoders = keys.map(column => makeDecoder(column.kind))
  const makeKey = compileRowMaker(input.key)
  const textsOf = (image: Image): string[] => keyPlaces.map((at, index) => toPlace(image[at] ?? null, keys[index]!)) // as many as keys
  const record = makeRecordMaker(input.columns, placeOf, readable, (column, error, cells) =>
    refuseJson(column, error, keys, textsOf(cells)),
  )
  const toDelete = (before: Image): SourceRecord => ({
    change: 'delete',
    data: makeKey(
      keyPlaces.map((at, index): Value => {
        const cell = image(before, at)
        return cell === null ? null : keyDecoders[index]!(cell) // a decoder per key
      }),
    ),
  })
  const toRow = (after: Image): ChangeRow => record(after) ?? { place: textsOf(after) }
  return {
    readRows(event) {
      const rows: ChangeRow[][] = []
      for (let at = 0; at < event.body.length; ) {
        const first = readImage(event.body, at, event.before, readers)
        at = first.next
        if (event.change === 'insert') rows.push([toRow(first.image)])
        else if (event.change === 'delete') rows.push([toDelete(first.image)])
        else {
          const second = readImage(event.body, at, event.after, readers)
          at = second.next
          // A key that is not logged again is what it was.
          const after = second.image.map((cell, index) =>
            keyPlaces.includes(index) && cell === undefined ? first.image[index] : cell,
          )
          const hasMoved = JSON.stringify(textsOf(first.image)) !== JSON.stringify(textsOf(after))
          rows.push(hasMoved ? [toDelete(first.image), toRow(after)] : [toRow(after)])
        }
      }
      return rows
    },
  }
}

/** Cells in the order of the table; undefined: not logged. */
type Image = readonly (Cell | undefined)[]

const image = (cells: Image, at: number): Cell => cells[at] ?? null

function readImage(
  body: Buffer,
  start: number,
  present: readonly boolean[],
  readers: readonly ValueReader[],
): { readonly image: Image; readonly next: number } {
  const count = present.filter(Boolean).length
  let at = start + ((count + 7) >> 3)
  let bit = 0
  const cells = present.map((isPresent, index): Cell | undefined => {
    if (!isPresent) return undefined
    const isNull = ((body[start + (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0
    bit += 1
    if (isNull) return null
    const { cell, next } = readers[index]!(body, at) // a reader per column
    at = next
    return cell
  })
  return { image: cells, next: at }
}

function makeRecordMaker(
  columns: readonly Column[],
  placeOf: (name: string) => number,
  readable: readonly boolean[],
  refuse: (column: Column, error: UnclearJson, cells: Image) => SourceRecord,
): (cells: Image) => SourceRecord | null {
  const places = columns.map(column => placeOf(column.name))
  const nested = places.filter((_, index) => columns[index]!.kind.is === 'json') // a place for each
  const decoders = columns.map(column => makeDecoder(column.kind))
  const make = compileRowMaker(columns.map(column => column.name))
  return cells => {
    const isWhole = places.every(at => {
      const cell = cells[at]
      return cell !== undefined && (cell === null || readable[at] === true)
    })
    // A large value is read by key, where others have their turn between.
    const isLarge = nested.some(at => {
      const cell = cells[at]
      return typeof cell === 'string' && isLargeText(cell)
    })
    if (!isWhole || isLarge) return null
    let index = 0
    try {
      const values = new Array<Value>(columns.length)
      for (; index < columns.length; index += 1) {
        // A place and a decoder for each column.
        const cell = image(cells, places[index]!)
        const decode = decoders[index]!
        if (cell === null) values[index] = null
        else if (columns[index]!.kind.is === 'json') values[index] = readJsonText(String(cell), () => decode(cell))
        else values[index] = decode(cell)
      }
      return { data: make(values) }
    } catch (error) {
      if (error instanceof UnclearJson) return refuse(columns[index]!, error, cells) // it met one
      const failure = new Failure({
        code: 'record.value',
        message: 'A value of the row cannot be read (JSON that is none, or nested too deep).',
        retry: 'skip',
        cause: error,
      })
      return { data: null, failure: failure.toDetail() }
    }
  }
}

/** By name where the log has names, else by place when number and kinds of the columns fit. */
function orderFacts({ map, facts }: LayoutInput): readonly (ColumnFacts | undefined)[] | null {
  const ordered = map.names ? map.names.map(name => facts.find(each => each.name === name)) : facts
  if (ordered.length !== map.types.length) return null
  const fits = map.types.every((type, at) => {
    const fact = ordered[at]
    return fact === undefined || fitsType(resolveType(type, map.meta[at] ?? 0).type, fact.nativeType)
  })
  return fits ? ordered : null
}

const LOGGED: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^tinyint|^bool/, [1]],
  [/^smallint/, [2]],
  [/^mediumint/, [9]],
  [/^int/, [3]],
  [/^bigint/, [8]],
  [/^float/, [4]],
  [/^double|^real/, [5]],
  [/^decimal|^numeric/, [246]],
  [/^year/, [13]],
  [/^datetime/, [12, 18]],
  [/^date/, [10, 14]],
  [/^timestamp/, [7, 17]],
  [/^time/, [11, 19]],
  [/^bit/, [16]],
  [/^enum/, [247]],
  [/^set/, [248]],
  [/^var/, [15, 253]],
  [/^char|^binary/, [254]],
  [/text|blob/, [252]],
  [/^json/, [245, 252]],
]

function fitsType(type: number, nativeType: string): boolean {
  const known = LOGGED.find(([pattern]) => pattern.test(nativeType))
  return known === undefined || known[1].includes(type)
}

function isUnderstood(type: number, meta: number, fact: ColumnFacts | undefined, table: Table): boolean {
  const column = table.columns.find(each => each.name === fact?.name)
  if (!fact || !column || !isReadable(type, meta, fact.nativeType)) return false
  // FLOAT(7,4) is shown with its digits, which the log does not hold.
  if (column.kind.is === 'decimal' && /^(?:float|double)/.test(fact.nativeType)) return false
  return fact.charset === null || decoderOf(fact.charset) !== null
}

function makeColumnReader(
  type: number,
  meta: number,
  fact: ColumnFacts | undefined,
  offsetMinutes: number,
): ValueReader {
  const nativeType = fact?.nativeType ?? ''
  const decoder = fact === undefined || fact.charset === null ? null : (decoderOf(fact.charset) ?? null)
  return makeReader(
    type,
    meta,
    {
      decoder,
      isUnsigned: /unsigned/i.test(nativeType),
      labels: readLabels(nativeType),
      width: /^binary/.test(nativeType) ? (fact?.bytes ?? 0) : 0,
    },
    offsetMinutes,
  )
}

/** Charsets that are read without the server; rows of others are read again by key. */
export function decoderOf(charset: string): { decode(bytes: Uint8Array): string } | null {
  if (/^(?:utf8|utf8mb3|utf8mb4|ascii)$/.test(charset)) return utf8
  return charset === 'latin1' ? new TextDecoder('windows-1252') : null
}
const utf8 = { decode: (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() }

function readLabels(nativeType: string): string[] {
  if (!/^(?:enum|set)\(/.test(nativeType)) return []
  return [...nativeType.matchAll(/'((?:[^']|'')*)'/g)].map(match => (match[1] ?? '').replaceAll("''", "'"))
}
