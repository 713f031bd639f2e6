import type { SourceRecord } from '@sluice/connector-kit'
import { type Data, Failure, type FailureDetail, toJson, toText } from '@sluice/contract'
import { hashBytes } from './hash-bytes.ts'
import type { LinePlace, PageText } from './page-text.ts'
import { readPath } from './read-path.ts'
import { recordKey } from './record-key.ts'

export interface RowRules {
  readonly key: readonly string[]
  readonly number: string | undefined
  readonly filter: ((row: Data) => boolean) | null
  readonly recordBytes: number
}

/** A row of the source, the place of its text, and its identity or the reason why it has none. */
export type SourceRow =
  | { readonly place: LinePlace; readonly failure: FailureDetail }
  | { readonly place: LinePlace; readonly failure: null; readonly data: Data; readonly identity: Identity }

export interface Identity {
  readonly key: string
  /** Hex. */
  readonly hash: string
  readonly number: string | null
}

/** A key is part of a B-tree entry, which holds 2704 bytes. */
const KEY_BYTES = 2000

export const FILTERED = 'source.filtered'
const filtered: FailureDetail = {
  code: FILTERED,
  message: 'Left out by the row filter of the strategy.',
  retry: 'never',
}

/** Appends the row's text to the page. */
export function readRow(record: SourceRecord, rules: RowRules, text: PageText): SourceRow {
  const json = record.data === null ? 'null' : toJson(record.data)
  if (json.length > rules.recordBytes)
    return { place: text.append('null'), failure: record.failure ?? tooLarge(json.length, rules.recordBytes) }
  const place = text.append(json)
  if (record.failure) return { place, failure: record.failure }
  if (rules.filter && !rules.filter(record.data)) return { place, failure: filtered }
  const identity = identify(record.data, text.slice(place), rules)
  if (identity instanceof Failure) return { place, failure: identity.toDetail() }
  return { place, failure: null, data: record.data, identity }
}

export function identify(data: Data, text: Uint8Array, rules: Pick<RowRules, 'key' | 'number'>): Identity | Failure {
  const key = recordKey(data, rules.key)
  if (key instanceof Failure) return key
  if (key.includes('\0') || !key.isWellFormed() || (key.length > KEY_BYTES / 3 && Buffer.byteLength(key) > KEY_BYTES))
    return badKey(key, rules.key)
  const number = rules.number === undefined ? null : readNumber(data, rules.number)
  return { key, hash: hashBytes(text), number }
}

function readNumber(data: Data, path: string): string | null {
  const text = toText(readPath(data, path)).slice(0, 500)
  return text === '' ? null : text.toWellFormed().replaceAll('\0', '␀')
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
