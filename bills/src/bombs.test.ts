import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureLeast } from '@sluice/connector-kit/conformance'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billFormats, openBill } from './index.ts'
import { sampleBills } from './testing.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-bombs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const swift = sampleBills.find(({ name }) => name === 'statement.sta')!.text
const camt = sampleBills.find(({ name }) => name === 'camt053.xml')!.text
/** 100 ms of a quiet machine, and room for one that is not. */
const LIMIT_MS = 200
const MIB = 2 ** 20

async function read(name: string, text: string): Promise<void> {
  const path = join(folder, 'bill')
  writeFileSync(path, text)
  const expected = { currency: 'EUR', formats: billFormats.map(({ code }) => code) }
  const reading = await openBill({ path, name, sizeBytes: text.length }, billFormats, expected)
  for await (const _ of reading.read());
  reading.summarise()
}

const inside = (what: string): string => camt.replace('<Stmt>', `<Stmt>${what}`)
const entries = (count: number): string => '<Ntry/>'.repeat(count)

test.each<[string, string, () => string]>([
  ['a statement of ends of lines', 'a.sta', () => `${swift}${'\n'.repeat(2 * MIB)}`],
  ['one saying that goes on over a million lines', 'a.sta', () => swift.replace('GMBH', `GMBH${'\r\nx'.repeat(MIB)}`)],
  ['tags of nothing', 'a.sta', () => `${swift}${':21:x\r\n'.repeat(MIB)}`],
  ['50,000 entries', 'a.sta', () => swift.replace(':62M:', `${':61:240301C1,NTRFA//B\r\n'.repeat(50_000)}:62M:`)],
  ['comments full of entries', 'a.xml', () => inside(`<!--${'<Ntry>'.repeat(MIB)}-->`)],
  [
    'as many entries without an end as there are empty ones',
    'a.xml',
    () => inside(`<!--${'<Ntry>'.repeat(200_000)}-->${entries(200_000)}`).replaceAll('</Ntry>', '</Ntry >'),
  ],
  [
    'entries of many prefixes',
    'a.xml',
    () => inside(`<!--${Array.from({ length: 100_000 }, (_, at) => `<p${at}:Ntry>`).join('')}-->${entries(100_000)}`),
  ],
  ['an element for every four characters', 'a.xml', () => inside('<a/>'.repeat(7 * MIB))],
  ['10,000 entries', 'a.xml', () => camt.replace(/(<Ntry>.*<\/Ntry>\r\n)/, entry => entry.repeat(10_000))],
  ['ends of lines', 'a.xml', () => inside('\n'.repeat(2 * MIB))],
])('%s are read or refused in turns', async (_, name, make) => {
  const text = make()
  const tookMs = await measureLeast(LIMIT_MS, () =>
    read(name, text).catch(error => expect(error).toMatchObject({ code: expect.stringContaining('bill.') })),
  )
  expect(tookMs).toBeLessThan(LIMIT_MS)
})
