import { limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import { beforeAll, expect, test } from 'vitest'
import { readUpload } from './testing.ts'
import { header, MAIN, makeBook, pack } from './xlsx/testing.ts'

// Files of a few MB that are as slow to read as their format allows. A preview reads them in the process that answers
// everybody, so no stretch of reading may hold its thread; what is compared is computing, on the same machine.

let limitMs: number
beforeAll(async () => {
  limitMs = await limitTurn(300)
})

const MB = 2 ** 20
const cell = (column: string, line: number, value: string) => `<c r="${column}${line}" t="str"><v>${value}</v></c>`
const lines = (count: number, make: (line: number) => string) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 2}">${make(at + 2)}</row>`).join('')
const columnName = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26))
const wide = (line: number) => Array.from({ length: 16_000 }, (_, at) => cell(columnName(at), line, 'x')).join('')

const files: readonly [what: string, name: string, make: () => Promise<Buffer> | string][] = [
  ['one line', 'a.csv', () => `id\n${'x'.repeat(20 * MB)}\n`],
  ['a quote that does not end', 'a.csv', () => `id,n\n1,"${'x\n'.repeat(8 * MB)}`],
  ['quotes alone', 'a.csv', () => `id,n\n1,"${'""'.repeat(8 * MB)}"\n`],
  ['delimiters of every kind', 'a.csv', () => `id,n\n${',;\t|'.repeat(2 * MB)}\n`],
  [
    '16,000 columns',
    'a.csv',
    () => `${Array.from({ length: 16_000 }, (_, at) => `c${at}`).join()}\n${`${'1,'.repeat(15_999)}1\n`.repeat(300)}`,
  ],
  ['names that are alike', 'a.csv', () => `${'id,'.repeat(15_999)}n\n${`${'1,'.repeat(15_999)}1\n`.repeat(20)}`],
  ['a cell of signs', 'a.csv', () => `id,n\n1,${'- '.repeat(MB)}x\n2,3\n`],
  [
    'a word that ends in another encoding',
    'a.csv',
    async () => Buffer.from(`id,n\n1,${'a'.repeat(4 * MB)}\xff\xfe\n`, 'latin1'),
  ],
  ['a million short lines', 'a.csv', () => `id\n${'1\n'.repeat(1_000_000)}`],
  ['numbers with many digits', 'a.csv', () => `id,n\n${`1,${'9'.repeat(60_000)}\n`.repeat(100)}`],
  ['one long text', 'a.jsonl', () => `{"id":1,"a":"${'x'.repeat(20 * MB)}"}\n`],
  ['small values', 'a.jsonl', () => `{"id":1,"a":[1${',1'.repeat(4 * MB)}]}\n`],
  ['small objects', 'a.jsonl', () => `{"id":1,"a":[{"b":1}${',{"b":1}'.repeat(MB)}]}\n`],
  ['many names', 'a.jsonl', () => `{"id":1${Array.from({ length: 600_000 }, (_, at) => `,"n${at}":1`).join('')}}\n`],
  ['a long text of escapes', 'a.jsonl', () => `{"id":1,"a":"${'\\n'.repeat(10 * MB)}"}\n`],
  ['a name of 20 MB', 'a.jsonl', () => `{"id":1,"${'x'.repeat(20 * MB)}":1}\n`],
  ['a number of 20 MB', 'a.jsonl', () => `{"id":1,"a":${'1'.repeat(20 * MB)}}\n`],
  ['a large record that breaks off', 'a.jsonl', () => `{"id":1,"a":[1${',1'.repeat(4 * MB)}\n`],
  ['blanks', 'a.jsonl', () => `{"id":1,${' '.repeat(20 * MB)}"a":1}\n`],
  ['depth', 'a.jsonl', () => `{"id":1,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`],
  ['rows of 16,000 cells', 'a.xlsx', () => makeBook(header + lines(20, wide))],
  [
    '100,000 merged cells',
    'a.xlsx',
    () =>
      makeBook(
        `${header + lines(10, line => cell('A', line, 'x'))}</sheetData><mergeCells>${Array.from({ length: 100_000 }, (_, at) => `<mergeCell ref="A${at + 2}:B${at + 2}"/>`).join('')}</mergeCells><sheetData>`,
      ),
  ],
  ['a cell of 20 MB', 'a.xlsx', () => makeBook(header + lines(1, line => cell('A', line, 'x'.repeat(20 * MB))))],
  [
    '500,000 shared strings',
    'a.xlsx',
    () =>
      makeBook(header + lines(10, line => cell('A', line, 'x')), {
        'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${'<si><t>x</t></si>'.repeat(500_000)}</sst>`,
      }),
  ],
  [
    'a long attribute',
    'a.xlsx',
    () => makeBook(`${header}<row r="2" x="${'y'.repeat(900_000)}">${cell('A', 2, 'x')}</row>`),
  ],
  [
    'a workbook of 100,000 sheets',
    'a.xlsx',
    () =>
      makeBook(header, {
        'xl/workbook.xml': `<workbook xmlns="${MAIN}"><sheets>${Array.from({ length: 100_000 }, (_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
      }),
  ],
  [
    '100,000 styles',
    'a.xlsx',
    () =>
      makeBook(header + lines(10, line => cell('A', line, 'x')), {
        'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${Array.from({ length: 100_000 }, (_, at) => `<numFmt numFmtId="${at + 164}" formatCode="yyyy-mm-dd ${'\\x'.repeat(20)}"/>`).join('')}</numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(100_000)}</cellXfs></styleSheet>`,
      }),
  ],
  [
    'a number format of 800,000 zeros',
    'a.xlsx',
    () =>
      makeBook(header + lines(10, line => cell('A', line, 'x')), {
        'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="${'0'.repeat(800_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      }),
  ],
  [
    'a directory of 60,000 entries',
    'a.xlsx',
    () => pack(Array.from({ length: 60_000 }, (_, at) => ({ name: `xl/${at}`, content: [''] }))),
  ],
]

test.each(files)('%s (%s) is read without holding the thread', async (what, name, make) => {
  const content = await make()
  // Read or refused, in words; never for long at a time.
  const read = () => readUpload(name, content).catch((error: { code?: string }) => error.code ?? Promise.reject(error))
  const tookMs = await measureLeast(limitMs, read)
  process.stdout.write(`${what}: ${Math.round(tookMs)} of ${Math.round(limitMs)} ms\n`)
  expect([what, Math.max(0, Math.round(tookMs - limitMs))]).toEqual([what, 0])
})
