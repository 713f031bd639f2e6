import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billFormats, exponentOf, openBill, readAmount, sayMinor } from './index.ts'
import { encodeBill, type SampleBill, sampleBills } from './testing.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-bills-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const formats = billFormats.map(({ code }) => code)
const proofOf = (bill: SampleBill) => billFormats.find(({ code }) => code === bill.format)?.proof

/** What a person would enter for a bill that states nothing. */
function controlOf(bill: SampleBill) {
  const minors = bill.lines.map(([, amount]) => readAmount(amount, exponentOf(bill.currency))?.minor ?? 0n)
  return {
    rows: bill.rows ?? bill.lines.length,
    inMinor: minors.reduce((sum, minor) => (minor > 0n ? sum + minor : sum), 0n),
    outMinor: minors.reduce((sum, minor) => (minor < 0n ? sum - minor : sum), 0n),
  }
}

async function readAll(bill: SampleBill, bytes: Buffer, more: { accountNo?: string; from?: string; to?: string } = {}) {
  const path = join(folder, 'bill')
  writeFileSync(path, bytes)
  const control = proofOf(bill) === 'control' ? { control: controlOf(bill) } : {}
  const expected = { currency: bill.currency, formats, ...control, ...more }
  const reading = await openBill({ path, name: bill.name, sizeBytes: bytes.length }, billFormats, expected)
  const lines: (readonly [string, string])[] = []
  const rows: { line: number; text: string }[] = []
  for await (const some of reading.read())
    for (const row of some) {
      rows.push({ line: row.line, text: row.text })
      for (const line of row.lines) lines.push([line.kind, sayMinor(line.minor, exponentOf(bill.currency))])
    }
  return { reading, lines, rows, summary: reading.summarise() }
}

const readText = (bill: SampleBill, text = bill.text) => readAll(bill, encodeBill(text, bill.encoding))

describe.each(sampleBills)('$format: $name', bill => {
  test('is told by its header, read to the cent, and proved', async () => {
    const { reading, lines, summary } = await readText(bill)
    expect(reading.layout.format.code).toBe(bill.format)
    expect(summary.problems).toEqual([])
    expect(lines).toEqual(bill.lines)
    expect(summary.isProved).toBe(true)
  })

  test('each row keeps its own text and line', async () => {
    const { rows } = await readText(bill)
    const written = bill.text.replace(/^\ufeff/, '').split(/\r?\n/)
    expect(rows.length).toBeGreaterThan(0)
    for (const { line, text } of rows) expect(written.slice(line - 1).join('\n')).toContain(text)
    for (const { line, text } of rows) expect(text.startsWith(written[line - 1]!)).toBe(true)
  })

  test('a row that is missing, and a digit that is turned, are noticed', async () => {
    const { rows } = await readText(bill)
    const lines = bill.text.split(/(?<=\n)/)
    const without = lines.filter((_, at) => at !== (rows[1]?.line ?? 0) - 1).join('')
    expect((await readText(bill, without)).summary.isProved).toBe(false)
    const last = rows.at(-1)?.line ?? 0
    const next = (digit: string) => String((Number(digit) + 1) % 10)
    // A currency without a fraction is turned in front of its comma.
    const pattern = bill.currency === 'JPY' ? /(\d)(?=,-?\d)/g : /(\d)(?=[.,]\d\d)/g
    // Of a statement the last entry may have several lines, and its amount stands on one of them.
    const isLast = (at: number) => (bill.format === 'bank-ofx' ? at >= last - 1 : at === last - 1)
    const turned = lines.map((line, at) => (isLast(at) ? line.replaceAll(pattern, next) : line)).join('')
    const { summary } = await readText(bill, turned)
    expect([summary.isProved, summary.problemCount > 0]).toEqual([false, true])
  })
})

describe('a known layout that is changed is read the same or refused, never otherwise', () => {
  const each = (text: string, change: (line: string, at: number) => string): string =>
    text
      .split(/(?<=\n)/)
      .map(change)
      .join('')
  const splitRow = (line: string): string[] =>
    line.match(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)?.map(cell => cell.replace(/,$/, '')) ?? []
  const isTable = (line: string): boolean => splitRow(line.trimEnd()).length >= 7
  const mutations: Readonly<Record<string, (text: string, bill: SampleBill) => string | Buffer>> = {
    'the first two columns change places': text =>
      each(text, line => {
        if (!isTable(line)) return line
        const end = /\r?\n$/.exec(line)?.[0] ?? ''
        const [a = '', b = '', ...rest] = splitRow(line.replace(/\r?\n$/, ''))
        return [b, a, ...rest].join(',') + end
      }),
    'the amounts change places': text =>
      text.replace('收入金额（+元）,支出金额（-元）', '支出金额（-元）,收入金额（+元）'),
    'brackets of the other width': text => text.replaceAll('（', '(').replaceAll('）', ')'),
    'full-width colons and commas': text =>
      each(text, line => (/笔/.test(line) ? line.replaceAll(':', '：').replaceAll('，', ',') : line)),
    'with a mark of UTF-8': text => Buffer.from(`\ufeff${text.replace(/^\ufeff/, '')}`),
    'in UTF-8 or GBK instead': (text, bill) =>
      encodeBill(text.replace(/^\ufeff/, ''), bill.encoding === 'utf-8' ? 'gb18030' : 'utf-8'),
    'line feeds alone': text => text.replaceAll('\r\n', '\n'),
    'carriage returns alone': text => text.replaceAll('\r\n', '\r'),
    'a column more': text => each(text, line => (isTable(line) ? line.replace(/(\r?\n)$/, ',x$1') : line)),
    'a column more in the rows alone': text =>
      each(text, (line, at) =>
        isTable(line) && at > 3 && /20240?3|2024-03/.test(line) ? line.replace(/^/, 'x,') : line,
      ),
    'blank lines between': text => each(text, line => `${line}\r\n`),
    'a line of totals within': text =>
      each(text, (line, at) => (at === text.split('\n').length - 5 ? `合计,,,,,,,,,100.00\r\n${line}` : line)),
    'every cell in quotes': text =>
      each(text, line => {
        if (!isTable(line)) return line
        const end = /\r?\n$/.exec(line)?.[0] ?? ''
        return (
          splitRow(line.replace(/\r?\n$/, ''))
            .map(cell => (cell.startsWith('"') ? cell : `"${cell}"`))
            .join(',') + end
        )
      }),
    'a quote that is never closed': text => text.replace(/,(?=[^\n]*\r?\n[^\n]*$)/, ',"'),
    'tabs instead of commas': text =>
      each(text, line => (isTable(line) ? splitRow(line.replace(/\t/g, '')).join('\t') : line)),
    'cut off in the middle': text => text.slice(0, Math.floor(text.length * 0.8)),
    'cut off after the rows': text =>
      text
        .split(/(?<=\n)/)
        .filter(line => !/合计|笔数|总交易|^`\d+,`/.test(line))
        .join(''),
    'a row twice': text => each(text, (line, at) => (at === text.split('\n').length - 6 ? line + line : line)),
    'decimal commas': text => text.replaceAll(/(\d)\.(\d\d)(?=[,\s])/g, '$1,$2'),
  }
  test.each(Object.entries(mutations))('%s', async (_name, mutate) => {
    const wrong: string[] = []
    let same = 0
    for (const bill of sampleBills) {
      const changed = mutate(bill.text, bill)
      try {
        const bytes = typeof changed === 'string' ? encodeBill(changed, bill.encoding) : changed
        const { lines, summary } = await readAll(bill, bytes)
        if (!summary.isProved) continue
        same += 1
        // A list of balances that ends at a row is a shorter one: its closing balance says so, and nothing else could.
        const isShorter = /^cut off/.test(_name) && proofOf(bill) === 'balance'
        const wanted = isShorter ? bill.lines.slice(0, lines.length) : bill.lines
        if (JSON.stringify(lines) !== JSON.stringify(wanted)) wrong.push(`${bill.format}: ${JSON.stringify(lines)}`)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
      }
    }
    expect(wrong).toEqual([])
    // What is only written otherwise is taken.
    if (/brackets|mark of|instead$|line feeds|blank/.test(_name)) expect(same).toBe(sampleBills.length)
  })
})

describe('what is no bill of this account', () => {
  const [bill] = sampleBills as readonly [SampleBill, ...SampleBill[]]
  const read = async (text: string, more = {}) =>
    (await readAll(bill, encodeBill(text, 'gb18030'), more)).summary.problems[0]

  test('another account, another month', async () => {
    expect((await read(bill.text, { accountNo: '2088999' }))?.message).toBe(
      'The bill is of the account 20880123456789010156, but this account is 2088999.',
    )
    expect((await read(bill.text, { accountNo: '2088012345678901' }))?.message).toBeUndefined()
    expect((await read(bill.text, { from: '2024-03-01', to: '2024-03-30' }))?.message).toBe(
      'Line 10 is of 2024-03-31, which lies outside of the period 2024-03-01 to 2024-03-30.',
    )
  })

  test('a balance that does not follow is told by its line', async () => {
    const changed = bill.text.replace('2349.90', '2349.80')
    expect(await read(changed)).toMatchObject({
      code: 'bill.balance',
      line: 8,
      message: 'Line 8 states the balance 2349.80, but after the line before it is 2349.90.',
    })
  })

  test('a total that is not the sum of the rows', async () => {
    expect(await read(bill.text.replace('共1350.50元', '共1350.05元'))).toMatchObject({
      line: 13,
      message: 'Line 13 states 1350.05 (0.in.sum), but the rows make 1350.50.',
    })
  })

  test('an amount that is none, by line and column', async () => {
    expect(await read(bill.text.replace(',100.00 ,', ',100.001 ,'))).toMatchObject({
      line: 6,
      column: '收入金额（+元）',
      value: '100.001',
    })
  })

  test('a statement: another account, balances that do not follow, an unknown line, XML that is cut', async () => {
    const [swift, iso] = sampleBills.filter(({ format }) => format === 'bank-statement') as [SampleBill, SampleBill]
    const problemOf = async (sample: SampleBill, text: string, more = {}) =>
      (await readAll(sample, Buffer.from(text), more)).summary.problems[0]
    expect(await problemOf(swift, swift.text, { accountNo: '0532013001' })).toMatchObject({ code: 'bill.account' })
    expect(await problemOf(swift, swift.text, { accountNo: '0532013000' })).toBeUndefined()
    expect((await problemOf(swift, swift.text.replace('60M:C240304EUR2238,', '60M:C240304EUR2237,')))?.message).toBe(
      'Line 14 states 2237.00 (opening), but the rows make 2238.00.',
    )
    expect((await problemOf(iso, iso.text.replace('1227.50', '1227.05')))?.message).toBe(
      'Line 8 states 1227.05 (closing), but the rows make 1227.50.',
    )
    await expect(problemOf(swift, swift.text.replace(':28C:', ':99X:'))).rejects.toThrow(/Line 3 is no line/)
    await expect(problemOf(iso, iso.text.slice(0, -40))).rejects.toThrow(/no whole statement/)
    await expect(problemOf(iso, iso.text.replace('<Stmt>', '<!-- <Ntry> --><Stmt>'))).rejects.toThrow(
      /seems to hold more/,
    )
  })

  test('a statement in one line names its entries by their number', async () => {
    const iso = sampleBills.find(({ name }) => name === 'camt053.xml')!
    const { rows, summary } = await readText(iso, iso.text.replaceAll('\r\n', ''))
    expect([rows.map(({ line }) => line), summary.isProved]).toEqual([[1, 2, 3], true])
  })

  test('OFX of banks that leave its number blank and write accents in their own code page', async () => {
    const ofx = sampleBills.find(({ name }) => name === 'checking.ofx')!
    const text = ofx.text
      .replace('<FITID>F002', '<FITID>')
      .replace('MUSTER', 'CAFÉ')
      .replace('CHARSET:1252', 'CHARSET:NONE')
    const bytes = Buffer.from(text.replace('ENCODING:USASCII', 'ENCODING:WINDOWS-1252'), 'latin1')
    const { lines, summary } = await readAll(ofx, bytes)
    expect([lines, summary.isProved]).toEqual([ofx.lines, true])
  })

  test('a booking day next to the new year has the year that is nearest to its value date', async () => {
    const swift = sampleBills.find(({ name }) => name === 'statement.sta')!
    const text = swift.text.replace('2403010301CR', '2403311231CR').replace('2403040304D', '2412310102D')
    const { reading } = await readText(swift, text)
    const days = []
    for await (const some of reading.read()) for (const row of some) days.push(row.lines[0]?.local.slice(0, 10))
    expect(days.slice(0, 2)).toEqual(['2023-12-31', '2025-01-02'])
  })

  test.each([
    ['a table of something else', 'id,name,price\r\n1,shirt,10.00\r\n', /none of the known kinds/],
    [
      'one column too few',
      sampleBills[0]!.text.replaceAll('账户余额（元）', '余'),
      /nearest to Alipay account bill, but has no column 账户余额/,
    ],
    ['a million columns', `${','.repeat(1_000_000)}\r\n`, /16,384 columns/],
    ['one line of two megabytes', 'x'.repeat(2_000_000), /more than 1 MiB/],
    ['nothing', '', /is empty/],
    ['a web page', '<!DOCTYPE html><html></html>', /web page/],
  ])('%s', async (_name, text, message) => {
    await expect(readAll(bill, encodeBill(text, 'gb18030'))).rejects.toThrow(message)
  })

  test('two encodings in one file', async () => {
    const bytes = Buffer.concat([
      encodeBill(bill.text, 'gb18030'),
      Buffer.from('#备注：另一种编码的一行文字', 'utf8'),
      Buffer.from([0xff, 0xff]),
    ])
    await expect(readAll(bill, bytes)).rejects.toThrow(/does not belong to it/)
  })
})
