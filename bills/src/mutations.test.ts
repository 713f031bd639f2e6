import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billFormats, exponentOf, openBill, readAmount } from './index.ts'
import { mutate, seed } from './testing/mutate.ts'
import { encodeBill, type SampleBill, sampleBills } from './testing.ts'

/** Of each layout; `BILL_MUTATIONS=1000` makes them the thousand that a change of the reader is held against. */
const MUTATIONS = Number(process.env['BILL_MUTATIONS'] ?? 40)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sluice-mutations-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const formats = billFormats.map(({ code }) => code)

/** What a person would enter for a bill that states nothing. */
function controlOf(bill: SampleBill) {
  const minors = bill.lines.map(([, amount]) => readAmount(amount, exponentOf(bill.currency))?.minor ?? 0n)
  return {
    rows: bill.rows ?? bill.lines.length,
    inMinor: minors.reduce((sum, minor) => (minor > 0n ? sum + minor : sum), 0n),
    outMinor: minors.reduce((sum, minor) => (minor < 0n ? sum - minor : sum), 0n),
  }
}

/** A text says what stands there: a quote that somebody put into it is one. */
const clean = (text: string | null): string => (text ?? '').normalize('NFKC').replaceAll(/["\s`']/g, '')

/** Everything that counts of a reading; null: it was refused. */
async function read(bill: SampleBill, bytes: Buffer): Promise<string | null> {
  const path = join(folder, 'bill')
  writeFileSync(path, bytes)
  const file = { path, name: bill.name, sizeBytes: bytes.length }
  try {
    const reading = await openBill(file, billFormats, { currency: bill.currency, formats, control: controlOf(bill) })
    const lines: string[] = []
    // A line between those of a statement belongs to the text above it, and what is only announced moves nothing.
    const isStatement = reading.layout.cut.kind === 'statement'
    for await (const rows of reading.read())
      for (const { local, offset, txn, order, parent, batch, kind, minor, ...line } of rows.flatMap(row => row.lines)) {
        if (isStatement && line.isNone) continue
        const texts = isStatement ? [] : [clean(line.remark)]
        lines.push([local, offset, txn, order, parent, batch, kind, minor, line.balance, ...texts].join('|'))
      }
    return reading.summarise().isProved ? [reading.layout.format.code, ...lines].join('\n') : null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

test(`${sampleBills.length} layouts, each changed in ${MUTATIONS} ways, are read the same or refused`, {
  timeout: 900_000,
}, async () => {
  const misread: string[] = []
  let same = 0
  for (const bill of sampleBills) {
    const plain = await read(bill, encodeBill(bill.text, bill.encoding))
    expect(plain).not.toBeNull()
    const random = seed(bill.name)
    for (let each = 0; each < MUTATIONS; each += 1) {
      const { bytes, names } = mutate(bill, random)
      const found = await read(bill, bytes)
      if (found === plain) same += 1
      else if (found !== null) misread.push(`${bill.name} after ${names.join(', ')}:\n${found}\ninstead of\n${plain}`)
    }
  }
  expect({ misread: misread.slice(0, 5), count: misread.length }).toEqual({ misread: [], count: 0 })
  // A reader that refuses everything proves nothing.
  expect(same).toBeGreaterThan((sampleBills.length * MUTATIONS) / 4)
})
