import type { SourceRecord } from '@sluice/connector-kit'
import { type Data, Failure, type FailureDetail, recallJson, toText } from '@sluice/contract'
import { type Hashed, hashBytes } from './hash-bytes.ts'
import type { LinePlace, PageText } from './page-text.ts'
import { readPath } from './read-path.ts'
import { recordKey } from './record-key.ts'

export interface RowRules {
  readonly key: readonly string[]
  readonly number: string | undefined
  readonly filter: ((row: Data) => boolean) | null
  /** What a filter that asks for derived fields said of the rows of the page, where it did not keep them. */
  readonly leftOut?: ReadonlyMap<Data, FailureDetail>
  readonly recordBytes: number
  /** null: a deleted record is left alone. */
  readonly deletes: { readonly isDeleted: (row: Data) => boolean } | null
}

/** A row of the source, the place of its text, and its identity or the reason why it has none. */
export type SourceRow =
  | { readonly place: LinePlace; readonly failure: FailureDetail; readonly data?: Data | null }
  | {
      readonly place: LinePlace
      readonly failure: null
      readonly data: Data
      readonly identity: Identity
      readonly change?: 'delete'
      /** The file it came in, where one read goes through several. */
      readonly part?: string
    }

export interface Identity extends Hashed {
  readonly key: string
  readonly number: string | null
}

/** A key is part of a B-tree entry, which holds 2704 bytes. */
const KEY_BYTES = 2000

export const LEFT_OUT_CODES = ['source.filtered', 'source.deleteIgnored'] as const
const [FILTERED, DELETE_IGNORED] = LEFT_OUT_CODES
export const filtered: FailureDetail = {
  code: FILTERED,
  message: 'Left out by the row filter of the strategy.',
  retry: 'never',
}

/** A deletion is the same whatever the row last held, so told twice it is known. */
export const DELETED_HASH = hashBytes(Buffer.from('deleted'))

const deleteIgnored: FailureDetail = {
  code: DELETE_IGNORED,
  message: 'Deleted at the source; the strategy leaves deleted records alone.',
  retry: 'never',
}

/** Not wanted by the strategy itself, which is no loss; every other failure of a row is one. */
export const isLeftOut = ({ code }: FailureDetail): boolean => code === FILTERED || code === DELETE_IGNORED

/** Whether a row meets conditions. A value that one of them cannot compare refuses its row, and no other. */
export function askConditions(isMet: (row: Data) => boolean, data: Data): boolean | FailureDetail {
  try {
    return isMet(data)
  } catch (error) {
    if (error instanceof Failure) return error.toDetail()
    throw error
  }
}

/** Appends the row's text to the page. */
export function readRow(record: SourceRecord, rules: RowRules, text: PageText): SourceRow {
  const json = record.data === null ? 'null' : recallJson(record.data)
  if (json.length > rules.recordBytes)
    return {
      place: text.append('null'),
      failure: record.failure ?? tooLarge(json.length, rules.recordBytes),
      data: record.data,
    }
  const place = text.append(json)
  if (record.failure) return { place, failure: record.failure, data: record.data }
  if (record.change === 'delete') return readDelete(record.data, rules, text, place)
  const isKept = rules.filter === null || askConditions(rules.filter, record.data)
  if (isKept === false) return { place, failure: filtered }
  if (isKept !== true) return { place, failure: isKept, data: record.data }
  const leftOut = rules.leftOut?.get(record.data)
  if (leftOut) return { place, failure: leftOut, data: record.data }
  const identity = identify(record.data, text.slice(place), rules)
  if (identity instanceof Failure) return { place, failure: identity.toDetail(), data: record.data }
  const isDeleted = rules.deletes !== null && askConditions(rules.deletes.isDeleted, record.data)
  if (isDeleted === true) return asDelete(place, record.data, identity)
  if (isDeleted !== false) return { place, failure: isDeleted, data: record.data }
  const part = record.part === undefined ? {} : { part: record.part }
  return { place, failure: null, data: record.data, identity, ...part }
}

/** The row filter is not asked: a delete often holds its key alone. What was never stored is left alone anyway. */
function readDelete(data: Data, rules: RowRules, text: PageText, place: LinePlace): SourceRow {
  if (rules.deletes === null) return { place, failure: deleteIgnored }
  const identity = identify(data, text.slice(place), rules)
  if (identity instanceof Failure) return { place, failure: identity.toDetail(), data }
  return asDelete(place, data, identity)
}

export const asDelete = (place: LinePlace, data: Data, { key, number }: Identity): SourceRow => ({
  place,
  failure: null,
  data,
  identity: { key, number, hash: DELETED_HASH },
  change: 'delete',
})

export function identify(data: Data, text: Uint8Array, rules: Pick<RowRules, 'key' | 'number'>): Identity | Failure {
  const key = recordKey(data, rules.key)
  if (key instanceof Failure) return key
  const failure = checkKey(key, rules.key)
  if (failure !== null) return failure
  const number = rules.number === undefined ? null : toNumberText(toText(readPath(data, rules.number)))
  return { key, hash: hashBytes(text), number }
}

/** Why a text cannot be the key of a stored record; null when it can. */
export function checkKey(key: string, fields: readonly string[]): Failure | null {
  const isTooLong = key.length > KEY_BYTES / 3 && Buffer.byteLength(key) > KEY_BYTES
  return isTooLong || key.includes('\0') || !key.isWellFormed() ? badKey(key, fields) : null
}

/** The business number as it is stored; null for none. */
export function toNumberText(text: string): string | null {
  return text === '' ? null : text.slice(0, 500).toWellFormed().replaceAll('\0', '␀')
}

const badKey = (key: string, fields: readonly string[]): Failure =>
  new Failure({
    code: 'record.badKey',
    message: `The key (${fields.join(', ')}) is longer than ${KEY_BYTES} bytes or holds a character that cannot be stored.`,
    field: fields[0] ?? 'key',
    value: key.toWellFormed().replaceAll('\0', '␀'),
    advice: 'Choose other key fields for this source.',
  })

const tooLarge = (bytes: number, limit: number): FailureDetail => ({
  code: 'record.tooLarge',
  message: `The record has about ${Math.round(bytes / 2 ** 20)} MiB of text; at most ${Math.round(limit / 2 ** 20)} MiB is taken.`,
  retry: 'never',
  advice: 'Leave the large field out at the source.',
})
