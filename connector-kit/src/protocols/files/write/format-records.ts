import { type Data, type FailureDetail, toJson } from '@sluice/contract'
import { badRow } from '../failure.ts'
import type { TargetOptions } from '../file-params.ts'
import { formatCsvHeader, formatCsvRow } from './csv-text.ts'
import { encodeGb18030 } from './encode-gb18030.ts'
import { MAX_CELL_LENGTH, toCellText } from './sheet-xml.ts'
import { writeXlsx } from './xlsx-stream.ts'

const MAX_COLUMNS = 16_384

/** The bytes of a whole file. Every record has passed `checkRecord`. */
export async function* formatRecords(
  columns: readonly string[],
  records: AsyncIterable<Data>,
  options: TargetOptions,
): AsyncGenerator<Buffer> {
  if (options.format === 'xlsx') return yield* writeXlsx(columns, records)
  if (options.format === 'jsonl') {
    for await (const record of records) yield Buffer.from(`${toJson(record)}\n`)
    return
  }
  if (options.encoding === 'utf-8-bom') yield Buffer.from([0xef, 0xbb, 0xbf])
  yield encode(formatCsvHeader(columns, options), options)
  for await (const record of records) yield encode(formatCsvRow(record, columns, options), options)
}

/** Why a record cannot be held by the format; null when it can. */
export function checkRecord(record: Data, options: TargetOptions): FailureDetail | null {
  if (options.format === 'jsonl') return null
  const entries = Object.entries(record)
  if (entries.length > MAX_COLUMNS) return badRow('columns', `The record has more than ${MAX_COLUMNS} fields.`)
  for (const [name, value] of entries) {
    if (value === null) continue
    const text = toCellText(value)
    const reason = findProblem(text, options) ?? findProblem(name, options)
    if (reason !== null)
      return badRow('cell', `The field ${name} ${reason}.`, {
        field: name,
        value: text.slice(0, 200),
        advice: 'Choose JSON Lines for the file, or change the value in the mapping.',
      })
  }
  return null
}

function findProblem(text: string, { format, encoding }: TargetOptions): string | null {
  if (!text.isWellFormed()) return 'holds half a character (a lone surrogate), which cannot be written'
  // By it a file is known as no text at all, and nobody would read the other records either.
  if (format === 'csv' && text.includes('\0')) return 'holds the character U+0000, which no text file holds'
  if (format === 'xlsx' && text.length > MAX_CELL_LENGTH)
    return `has ${text.length} characters, but a cell holds ${MAX_CELL_LENGTH}`
  if (encoding === 'gb18030' && encodeGb18030(text) === null) return 'holds a character that GB18030 does not have'
  return null
}

function encode(text: string, { encoding }: TargetOptions): Buffer {
  if (encoding !== 'gb18030') return Buffer.from(text)
  const bytes = encodeGb18030(text)
  if (bytes === null) throw new Error('writing GB18030: a character has no place in it')
  return bytes
}
