import { Bytes, type Data, ExactNumber, type FieldSpec, toNumber } from '@sluice/contract'
import type { ClauseId } from './clauses.ts'

/**
 * The one table of the suite. Prepare your resource with these fields, minus the ones you waive.
 * `nativeType` is the narrowest SQL type that holds the corpus.
 */
export const corpusFields: readonly FieldSpec[] = [
  { name: 'id', type: 'int', nativeType: 'bigint', isRequired: true, isKey: true },
  { name: 'name', type: 'string', nativeType: 'varchar(400)' },
  { name: 'note', type: 'string', nativeType: 'varchar(400)' },
  { name: 'big', type: 'int', nativeType: 'bigint' },
  { name: 'amount', type: 'decimal', nativeType: 'decimal(30,6)' },
  { name: 'ratio', type: 'float', nativeType: 'double precision' },
  { name: 'day', type: 'date', nativeType: 'date' },
  { name: 'content', type: 'bytes', nativeType: 'blob' },
  { name: 'updated_at', type: 'datetime', nativeType: 'timestamp(6)' },
]

type Kind = FieldSpec['type']

/** Which clause a source proves by the fields of a kind it gives back equal. */
export const sourceValues: Partial<Record<Kind, ClauseId>> = {
  string: 'C-7.1',
  int: 'C-7.2',
  decimal: 'C-7.3',
  date: 'C-7.4',
  datetime: 'C-7.4',
  bytes: 'C-7.5',
}

/** The same for what a target writes. */
export const targetValues: Partial<Record<Kind, ClauseId>> = {
  string: 'C-7.6',
  int: 'C-7.7',
  decimal: 'C-7.8',
  date: 'C-7.9',
  datetime: 'C-7.9',
  bytes: 'C-7.10',
}

/** The clauses that these fields prove; one that a system cannot hold proves nothing. */
export const clausesOf = (values: Partial<Record<Kind, ClauseId>>, fields: readonly FieldSpec[]): ClauseId[] => [
  ...new Set(fields.flatMap(field => values[field.type] ?? [])),
]

const UNICODE = [
  '',
  ' ',
  'a\tb',
  'O\'Reilly "quoted"',
  '東京|報告',
  '한국어',
  'emoji 👍🏽',
  'e\u0301 é',
  'null',
  '\\N',
  'a,b;c',
  'line\nbreak',
]
const INTEGERS = ['0', '-1', '9007199254740991', '9007199254740993', '-9223372036854775808', '9223372036854775807']
const DECIMALS = ['0.000000', '12.500000', '-0.000001', '1884518522.168426', '99999999999999999999.999999', '-1.100000']
const FLOATS = [0.5, -1.25, 0.1, 123456.789, -0.001, 2]
const DAYS = ['2024-02-29', '1986-05-04', '0001-01-01', '9999-12-31', '1900-01-01', '2025-12-31']
const BLOBS = [[], [0], [0, 255, 10, 13], [0xff, 0xd8, 0xff, 0xe0], [0x27, 0x5c, 0x22], [1, 2, 3]]

/** `count` ordinary records with ids from 1 and strictly rising `updated_at`; values cycle through the corpus. */
export function makeRecords(count: number, firstId = 1): Data[] {
  return Array.from({ length: count }, (_, index) => makeRecord(firstId + index))
}

/** Records that between them hold every value of the corpus, and one whose optional fields are all null. */
export function makeCorpus(): Data[] {
  const empty = Object.fromEntries(corpusFields.map(field => [field.name, null]))
  const longest = UNICODE.length
  return [...makeRecords(longest), { ...empty, id: longest + 1, updated_at: stampOf(longest + 1) }]
}

function makeRecord(id: number): Data {
  const pick = <T>(list: readonly T[]): T => list[(id - 1) % list.length]! // a remainder is always inside the list
  return {
    id,
    name: `record ${id}`,
    note: pick(UNICODE),
    big: toNumber(pick(INTEGERS)),
    amount: new ExactNumber(pick(DECIMALS)),
    ratio: pick(FLOATS),
    day: pick(DAYS),
    content: Bytes.from(Uint8Array.from(pick(BLOBS))),
    updated_at: stampOf(id),
  }
}

/** One second apart, with microseconds that a JavaScript Date would lose. */
function stampOf(id: number): string {
  const seconds = new Date(Date.UTC(2024, 0, 1) + id * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return `${seconds}.${String((id * 7919) % 1_000_000).padStart(6, '0')}`
}
