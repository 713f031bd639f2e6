import { Failure, type FileReading } from '@sluice/contract'
import { CsvParser, type CsvRow } from '../csv/csv-parser.ts'
import { readHint } from '../csv/csv-reader.ts'
import { listDelimiters } from '../csv/sniff-delimiter.ts'
import type { SourceOptions } from '../file-params.ts'
import type { FoundFile } from '../found-file.ts'
import { decodeFile } from '../text/decode.ts'
import { type Encoding, encodingNames } from '../text/encodings.ts'
import { HEAD_BYTES } from '../text/read-chunks.ts'
import { detectEncoding, listLikely } from '../text/recognise-encoding.ts'
import { takeGuard } from '../write/csv-text.ts'
import { readColumns } from './read-columns.ts'

/** Rows by which header and columns are judged. */
const ROWS = 200
const MAX_ROW = 256 * 1024
const SAMPLE = 160

/**
 * How a CSV is understood where it does not say so itself: encoding, delimiter, header, and columns of days or numbers
 * that can be read in two ways. Nothing is told of what a person has chosen, but of a header that does not look like one.
 */
export async function tellReadings(file: FoundFile, options: SourceOptions): Promise<FileReading[]> {
  const { encoding, readings } = await tellEncoding(file, options)
  if (encoding === null) return readings
  const head = await readHead(file, encoding)
  const delimiter = tellDelimiter(head, options)
  if (delimiter.reading) readings.push(delimiter.reading)
  if (delimiter.taken === null) return readings
  const rows = readRows(head, delimiter.taken, options)
  const header = tellHeader(rows, options)
  if (header) readings.push(header)
  const guard = tellGuard(rows, options)
  if (guard) readings.push(guard)
  const names = options.header ? rows.at(0)?.cells.map(cell => cell ?? '') : undefined
  return [
    ...readings,
    ...readColumns(
      names ?? [],
      rows.slice(options.header ? 1 : 0).map(row => row.cells),
    ),
  ]
}

interface Encoded {
  /** null: a person has to choose. */
  readonly encoding: Encoding | null
  readonly readings: FileReading[]
}

async function tellEncoding({ path, name }: FoundFile, options: SourceOptions): Promise<Encoded> {
  if (options.encoding !== 'auto') return { encoding: options.encoding, readings: [] }
  const tell = async (taken: Encoding | null, reason: string): Promise<FileReading> => ({
    option: 'encoding',
    taken,
    reason,
    choices: (await listLikely(path, name)).map(({ encoding, line }) => ({
      value: encoding,
      label: encodingNames[encoding],
      sample: cut(line),
    })),
  })
  try {
    const encoding = await detectEncoding(path, name, 'auto', 16 * HEAD_BYTES)
    if (encoding !== 'gb18030') return { encoding, readings: [] }
    const reason = 'The file does not name its encoding. Read as GB18030 its characters are the common ones of Chinese.'
    return { encoding, readings: [await tell(encoding, reason)] }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'file.encoding') throw error
    return { encoding: null, readings: [await tell(null, error.message)] }
  }
}

async function readHead({ path, name }: FoundFile, encoding: Encoding): Promise<string> {
  let head = ''
  for await (const text of decodeFile(path, name, encoding)) {
    head += text
    if (head.length >= MAX_ROW) break
  }
  // A row that is cut off would look like another one.
  const end = head.lastIndexOf('\n')
  return head.length >= MAX_ROW && end > 0 ? head.slice(0, end + 1) : head
}

function tellDelimiter(head: string, { delimiter }: SourceOptions): { taken: string | null; reading?: FileReading } {
  if (delimiter !== 'auto') return { taken: delimiter === 'tab' ? '\t' : delimiter }
  const hint = readHint(head)
  const { best, rival, cuts } = listDelimiters(head)
  const choices = cuts.map(({ delimiter, cells }) => ({
    value: delimiter === '\t' ? 'tab' : delimiter,
    label: delimiter === '\t' ? 'Tab' : delimiter,
    sample: cut(cells.join('  ┆  ')),
  }))
  const tell = (taken: string | null, reason: string): { taken: string | null; reading: FileReading } => ({
    taken,
    reading: { option: 'delimiter', taken: taken === '\t' ? 'tab' : taken, reason, choices },
  })
  if (hint !== null) return tell(hint, `The first line says so, and is no row: sep=${hint}`)
  if (rival !== null) return tell(null, 'Two signs cut the rows into equally many cells.')
  if (cuts.length < 2) return { taken: best }
  return tell(best, 'The file does not name its delimiter. By this one the most rows have equally many cells.')
}

function readRows(
  head: string,
  delimiter: string,
  { header, header_row: from, skip_rows: skip }: SourceOptions,
): CsvRow[] {
  const parser = new CsvParser(delimiter, MAX_ROW, [''])
  const rows = [...parser.push(head), ...parser.end().rows].filter(
    row => row.problem === undefined && !(row.line === 1 && readHint(head) !== null),
  )
  const first = rows.findIndex(
    ({ line, cells }) => line >= (header ? (from ?? 1) : 1) && cells.some(cell => cell !== null),
  )
  const table = first < 0 ? [] : rows.slice(first)
  return (header ? [...table.slice(0, 1), ...table.slice(1 + skip)] : table.slice(skip)).slice(0, ROWS)
}

/** A number, a day or a time; longer ones are none. */
const isValue = (cell: string): boolean => cell.length < 60 && /^[\s+-]*[\d.,/:\s-]*\d[\d.,/:\s%-]*$/.test(cell)

/** Whether the first line holds names: told where it looks otherwise than it is set, and where it is a guess. */
function tellHeader(rows: readonly CsvRow[], { header }: SourceOptions): FileReading | null {
  const [first, ...others] = rows.map(({ cells }) => cells)
  if (!first) return null
  const value = first.find(cell => cell !== null && isValue(cell))
  const hasValues = others.some(cells => cells.some(cell => cell !== null && isValue(cell)))
  const isRepeated = new Set(first).size < first.length
  const [looks, reason] =
    value !== undefined
      ? [false, `The first line looks like data: it holds ${value}.`]
      : isRepeated
        ? [null, 'In the first line a name is missing or stands twice.']
        : hasValues
          ? [true, 'The first line looks like names: it holds texts alone, and the lines below hold numbers or days.']
          : [null, 'All lines hold texts alone, so the first one may be names or data.']
  if (looks === header) return null
  return {
    option: 'header',
    taken: String(header),
    reason,
    ...(looks !== null && { isDoubtful: true }),
    choices: [
      { value: 'true', label: 'Column names', sample: cut(first.map(cell => cell ?? '').join('  ┆  ')) },
      {
        value: 'false',
        label: 'A row of data',
        sample: cut(first.map((cell, at) => `column_${at + 1} = ${cell ?? ''}`).join('  ┆  ')),
      },
    ],
  }
}

/** What a spreadsheet would take for a formula stands behind a `'` in exports that people open. */
function tellGuard(rows: readonly CsvRow[], { guarded }: SourceOptions): FileReading | null {
  const cells = rows.flatMap(({ cells }) => cells)
  const found = guarded ? undefined : cells.find(cell => cell?.startsWith("'") && takeGuard(cell) !== cell)
  if (!found) return null
  return {
    option: 'guarded',
    taken: 'false',
    isDoubtful: true,
    reason: `Texts such as ${cut(found)} look guarded against formulas, as exports for spreadsheets are.`,
    choices: [
      { value: 'true', label: 'Take the guard away', sample: cut(takeGuard(found)) },
      { value: 'false', label: 'Keep the texts', sample: cut(found) },
    ],
  }
}

const cut = (text: string): string => (text.length > SAMPLE ? `${text.slice(0, SAMPLE)}…` : text)
