import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { writeZip } from '@sluice/connector-kit/files'
import type { Figure } from './figure.ts'

const CSV_ROWS = Number(process.env['BENCH_CSV_ROWS'] ?? 1_000_000)
const XLSX_ROWS = Number(process.env['BENCH_XLSX_ROWS'] ?? 100_000)
/** Records are handed out and dropped, so whatever grows with the file is the reader's own. */
const COLUMNS = ['id', 'number', 'day', 'shop', 'buyer', 'phone', 'article', 'amount', 'state', 'remark']

interface Seen {
  readonly rows: number
  readonly seconds: number
  readonly baseKb: number
  readonly peakKb: number
}

/** Peak memory of a process that reads a large file whole; baseline the same process before it began. */
export async function* measureFiles(): AsyncIterable<Figure> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  try {
    const csv = join(directory, 'orders.csv')
    await pipeline(Readable.from(makeCsv()), createWriteStream(csv))
    yield await measure('files.csv', csv, CSV_ROWS)
    // Each cell its own shared text: what Excel writes, and the dearest to hold.
    const xlsx = join(directory, 'orders.xlsx')
    await pipeline(Readable.from(makeXlsx()), createWriteStream(xlsx))
    yield await measure('files.xlsx', xlsx, XLSX_ROWS)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function measure(name: string, path: string, rows: number): Promise<Figure> {
  const program = join(import.meta.dirname, 'read-file.ts')
  // As `npm start` runs it.
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-semi-space-size=8', program, path])
  const seen = JSON.parse(stdout) as Seen // its own format
  if (seen.rows !== rows) throw new Error(`measuring ${name}: ${seen.rows} of ${rows} rows`)
  const [baseline, value] = [seen.baseKb, seen.peakKb].map(kb => Math.round(kb / 1024)) as [number, number]
  const megabytes = Math.round((await stat(path)).size / 1024 ** 2)
  const rate = Math.round(rows / seen.seconds)
  const note = `peak of a process that read ${rows} rows of ${COLUMNS.length} columns, ${megabytes} MB, at ${rate}/s; baseline: before it began`
  return { name, unit: 'MB', value, baseline, ratio: value / baseline, rssMb: value, note }
}

const makeRow = (id: number): string[] => [
  ...[`${id}`, `SO${202600000000 + id}`, `2026-0${1 + (id % 9)}-1${id % 9}`, `旗舰店 ${id % 50}`, `买家${id % 90_000}`],
  ...[`1380${1_000_000 + (id % 8_999_999)}`, `Article, blue ${id % 5000}`, `${id % 10_000}.${10 + (id % 89)}`],
  ...['paid', `line ${id} "as typed"`],
]

function* makeCsv(): Generator<string> {
  yield `${COLUMNS.join(',')}\n`
  for (const ids of inParts(CSV_ROWS))
    yield ids
      .map(
        id =>
          `${makeRow(id)
            .map(cell => `"${cell.replaceAll('"', '""')}"`)
            .join(',')}\n`,
      )
      .join('')
}

async function* makeXlsx(): AsyncGenerator<Buffer> {
  const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${types}/${kind}" Target="${target}"/>`
  yield* writeZip([
    {
      name: 'xl/workbook.xml',
      content: [`<workbook xmlns:r="${types}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        `<Relationships>${link('rId1', 'worksheet', 'sheet.xml')}${link('rId2', 'sharedStrings', 'texts.xml')}</Relationships>`,
      ],
    },
    { name: 'xl/texts.xml', content: makeTexts() },
    { name: 'xl/sheet.xml', content: makeSheet() },
  ])
}

function* makeTexts(): Generator<string> {
  yield '<sst>'
  yield COLUMNS.map(name => `<si><t>${name}</t></si>`).join('')
  for (const ids of inParts(XLSX_ROWS))
    yield ids
      .map(id =>
        makeRow(id)
          .map(cell => `<si><t>${cell}</t></si>`)
          .join(''),
      )
      .join('')
  yield '</sst>'
}

function* makeSheet(): Generator<string> {
  const cells = (row: number) => COLUMNS.map((_, at) => `<c t="s"><v>${row * COLUMNS.length + at}</v></c>`).join('')
  yield `<worksheet><sheetData><row r="1">${cells(0)}</row>`
  for (const ids of inParts(XLSX_ROWS)) yield ids.map(id => `<row r="${id + 1}">${cells(id)}</row>`).join('')
  yield '</sheetData></worksheet>'
}

/** 1 … count, a thousand at a time. */
function* inParts(count: number): Generator<number[]> {
  for (let start = 1; start <= count; start += 1000)
    yield Array.from({ length: Math.min(1000, count - start + 1) }, (_, at) => start + at)
}
