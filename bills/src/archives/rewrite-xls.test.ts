import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billFormats, exponentOf, openBill, sayMinor, unpackBill } from '../index.ts'
import { xlsLimits } from './rewrite-xls.ts'

let root: string
let count = 0
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-xls-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A list of a bank, written by xlwt 1.3: amounts are numbers with a format, days and times are texts. */
const bank = readFileSync(join(import.meta.dirname, '../testing/files/abc.xls'))

async function unpack(bytes: Buffer) {
  count += 1
  const folder = join(root, String(count))
  mkdirSync(folder)
  const path = join(root, `${count}.xls`)
  writeFileSync(path, bytes)
  const [file] = await unpackBill({ path, name: '明细.xls', sizeBytes: bytes.length }, { folder })
  return file!
}

async function readLines(bytes: Buffer) {
  const expected = { currency: 'CNY', formats: billFormats.map(({ code }) => code) }
  const reading = await openBill(await unpack(bytes), billFormats, expected)
  const lines: string[][] = []
  for await (const rows of reading.read())
    for (const row of rows)
      for (const { kind, minor } of row.lines) lines.push([kind, sayMinor(minor, exponentOf('CNY'))])
  return { lines, code: reading.layout.format.code, summary: reading.summarise() }
}

describe('a workbook of the old kind', () => {
  test('is read as one of today, its amounts to the cent', async () => {
    const { lines, code, summary } = await readLines(bank)
    expect([code, summary.problems, summary.isProved]).toEqual(['bank-signed', [], true])
    expect(lines).toEqual([
      ['转存', '10000.10'],
      ['财付通', '-10.30'],
      ['结息', '0.01'],
    ])
  })

  test('that is cut off is refused', async () => {
    for (const end of [512, 2048, bank.length - 512])
      await expect(readLines(bank.subarray(0, end))).rejects.toMatchObject({ message: /明细\.xls/ })
  })

  test('that is none is refused', async () => {
    await expect(unpack(Buffer.concat([bank.subarray(0, 600), Buffer.alloc(50_000, 7)]))).rejects.toMatchObject({
      code: 'bill.xls',
      message: /damaged or cut off/,
    })
  })

  test('that takes too long or is too large is refused', async () => {
    const { millis, bytes } = xlsLimits
    try {
      xlsLimits.millis = 1
      await expect(unpack(bank)).rejects.toMatchObject({ code: 'bill.xls', message: /takes longer/ })
      xlsLimits.bytes = 1000
      await expect(unpack(bank)).rejects.toMatchObject({ code: 'bill.xls', message: /more than/ })
    } finally {
      Object.assign(xlsLimits, { millis, bytes })
    }
  })
})
