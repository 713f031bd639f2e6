import { CsvReader } from './csv/csv-reader.ts'
import { badFile, notThis } from './failure.ts'
import type { SourceOptions } from './file-params.ts'
import type { FoundFile } from './found-file.ts'
import { identify, identifyText } from './identify.ts'
import { JsonLinesReader } from './json-lines-reader.ts'
import type { RowReader } from './rows.ts'
import { readMark } from './text/decode.ts'
import { readHead } from './text/read-chunks.ts'
import { XlsxReader } from './xlsx/xlsx-reader.ts'

export type Format = 'csv' | 'jsonl' | 'xlsx'

const NAMES = { csv: 'a CSV file', jsonl: 'a JSON Lines file', xlsx: 'an XLSX file' } as const
const ENDINGS: Readonly<Record<string, Format>> = {
  csv: 'csv',
  tsv: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'jsonl',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
}

/** @param key fields whose values must be whole @throws Failure when the file is not what it says */
export async function openReader(
  file: FoundFile,
  sheet: string | null,
  options: SourceOptions,
  key: readonly string[],
): Promise<RowReader> {
  const format = await chooseFormat(file, options)
  if (format === 'xlsx') return new XlsxReader(file, sheet, options, key)
  return format === 'csv' ? new CsvReader(file, options) : new JsonLinesReader(file, options)
}

/** The option, else the ending of the name, else the content; the content must agree. @throws Failure */
export async function chooseFormat(
  file: FoundFile,
  { format, encoding }: Pick<SourceOptions, 'format' | 'encoding'>,
): Promise<Format> {
  const head = await readHead(file.path, file.name)
  const content = identify(head)
  const named = format === 'auto' ? ENDINGS[readEnding(file.name)] : format
  // Of these only JSON Lines has nothing at all when it has no records.
  if (content.kind === 'empty' && named === 'jsonl') return named
  if (content.kind === 'empty')
    throw badFile(`${file.name} is empty: it has no bytes at all.`, 'Check the export that makes the file.')
  const expected = named ?? (content.kind === 'zip' ? 'xlsx' : 'csv')
  if (content.kind === 'other') throw notThis(file.name, NAMES[expected], content.what, content.advice)
  if (content.kind === 'zip') {
    if (expected !== 'xlsx')
      throw notThis(
        file.name,
        NAMES[expected],
        'an XLSX file or another ZIP archive',
        'Choose the format XLSX if it is a workbook; else unpack it and use the file inside.',
      )
    return 'xlsx'
  }
  const text = decodeHead(head, encoding)
  checkText(file, expected, head, text, encoding)
  return named ?? (/^\s*\{.*"/s.test(text.slice(0, 1000)) ? 'jsonl' : 'csv')
}

function checkText(
  file: FoundFile,
  expected: Format,
  head: Buffer,
  text: string,
  encoding: SourceOptions['encoding'],
): void {
  const isWide = encoding.startsWith('utf-16') || /^utf-16/.test(readMark(head) ?? '')
  if (head.includes(0) && !isWide)
    throw notThis(
      file.name,
      NAMES[expected],
      'a binary file, because it holds NUL bytes',
      'Choose the file that holds the data; if it is UTF-16 text, choose that encoding.',
    )
  const known = identifyText(text)
  if (known) throw notThis(file.name, NAMES[expected], known.what, known.advice)
  if (expected === 'xlsx')
    throw notThis(file.name, NAMES.xlsx, 'a text file', 'Choose the format CSV or JSON Lines in the source options.')
}

function decodeHead(head: Buffer, encoding: SourceOptions['encoding']): string {
  const found = readMark(head) ?? (encoding === 'auto' ? 'utf-8' : encoding)
  return new TextDecoder(found).decode(head)
}

const readEnding = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
