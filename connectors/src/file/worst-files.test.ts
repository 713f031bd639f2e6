import { beforeAll, expect, test } from 'vitest'
import { readUpload } from './testing.ts'
import { header, MAIN, makeBook, pack } from './xlsx/testing.ts'

// Files of a few MB that are as slow to read as their format allows. A preview reads them in the process that answers
// everybody, so no stretch of reading may hold its thread; what is compared is computing, on the same machine.

/** The most that this thread computed in one turn of its loop while the work went on, in ms. */
async function measureTurn(work: () => Promise<unknown>): Promise<number> {
  let [most, isOver] = [0, false]
  let last = process.threadCpuUsage()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    most = Math.max(most, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await new Promise(resolve => setImmediate(resolve))
  await work()
  isOver = true
  look()
  return most
}

let limitMs: number
beforeAll(async () => {
  const text = JSON.stringify({ x: Array(190_000).fill(1) })
  const costs: number[] = []
  for (let turn = 0; turn < 5; turn += 1) costs.push(await measureTurn(async () => void JSON.parse(text)))
  // Reading the largest body takes 2 to 3 ms on a quiet machine of today; half of the bound is for a busy one.
  limitMs = Math.max(150, 50 * costs.sort((one, other) => one - other)[2]!) // of five
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
  ['a million short lines', 'a.csv', () => `id\n${'1\n'.repeat(1_000_000)}`],
  ['numbers with many digits', 'a.csv', () => `id,n\n${`1,${'9'.repeat(60_000)}\n`.repeat(100)}`],
  ['one long text', 'a.jsonl', () => `{"id":1,"a":"${'x'.repeat(20 * MB)}"}\n`],
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
    'a directory of 60,000 entries',
    'a.xlsx',
    () => pack(Array.from({ length: 60_000 }, (_, at) => ({ name: `xl/${at}`, content: [''] }))),
  ],
]

test.each(files)('%s (%s) is read without holding the thread', { timeout: 120_000 }, async (what, name, make) => {
  const content = await make()
  // Read or refused, in words; never for long at a time.
  const read = () => readUpload(name, content).catch((error: { code?: string }) => error.code ?? Promise.reject(error))
  let tookMs = await measureTurn(read)
  // Memory that is collected just then is nobody's fault.
  for (let again = 0; again < 2 && tookMs > limitMs; again += 1) tookMs = Math.min(tookMs, await measureTurn(read))
  process.stdout.write(`${what}: ${Math.round(tookMs)} of ${Math.round(limitMs)} ms\n`)
  expect([what, Math.max(0, Math.round(tookMs - limitMs))]).toEqual([what, 0])
})
