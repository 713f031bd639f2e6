import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { encodeGb18030 } from '@sluice/connector-kit/files'
import { BlobWriter, Uint8ArrayReader, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billFormats, chooseMember, unpackBill } from '../index.ts'
import { encodeBill, sampleBills } from '../testing.ts'

let root: string
let count = 0
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-archives-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const [alipay] = sampleBills
const bill = encodeBill(alipay!.text, 'gb18030')
const summary = encodeGb18030('#支付宝账务汇总查询\r\n类型,笔数,金额\r\n合计,5,-690.10\r\n')!
type Member = readonly [name: string, bytes: Uint8Array, options?: ZipWriterAddDataOptions]

async function zip(members: readonly Member[], options: ZipWriterAddDataOptions = {}): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [name, bytes, more] of members)
    await writer.add(name, new Uint8ArrayReader(bytes), { ...options, ...more })
  return Buffer.from(await (await writer.close()).arrayBuffer())
}

async function unpack(bytes: Buffer, name = 'bill.zip', password?: string) {
  count += 1
  const folder = join(root, String(count))
  mkdirSync(folder)
  const path = join(root, `${count}.bin`)
  writeFileSync(path, bytes)
  const more = password === undefined ? {} : { password }
  return unpackBill({ path, name, sizeBytes: bytes.length }, { folder, ...more })
}

test('the bill of an archive is found behind its summary, and names in GBK are read', async () => {
  const encodeText = (text: string) => encodeGb18030(text) ?? undefined
  const bytes = await zip(
    [
      ['20880123_202403_账务明细(汇总).csv', summary],
      ['20880123_202403_账务明细.csv', bill],
    ],
    { encodeText, useUnicodeFileNames: false },
  )
  expect(bytes.includes(encodeGb18030('账务明细')!)).toBe(true)
  const files = await unpack(bytes)
  expect(files.map(({ name }) => name)).toEqual(['20880123_202403_账务明细(汇总).csv', '20880123_202403_账务明细.csv'])
  const chosen = await chooseMember('bill.zip', files, billFormats)
  expect(chosen.name).toBe('20880123_202403_账务明细.csv')
  expect(readFileSync(chosen.path)).toEqual(bill)
})

test.each<[string, ZipWriterAddDataOptions]>([
  ['the old way', { zipCrypto: true }],
  ['AES-128', { encryptionStrength: 1 }],
  ['AES-256', { encryptionStrength: 3 }],
])('a password of %s opens it; without one or with another it is asked for', async (_, options) => {
  const bytes = await zip([['账单.csv', bill]], { ...options, password: '234512' })
  expect(readFileSync((await unpack(bytes, 'a.zip', '234512'))[0]!.path)).toEqual(bill)
  await expect(unpack(bytes, 'a.zip')).rejects.toMatchObject({ code: 'bill.password', message: /locked/ })
  // The old way lets one wrong password of 256 pass its first check.
  for (let wrong = 100_000; wrong < 100_400; wrong += options.zipCrypto ? 1 : 200)
    await expect(unpack(bytes, 'a.zip', String(wrong))).rejects.toMatchObject({ code: 'bill.password' })
})

test.runIf(existsSync('/usr/bin/zip'))('what another program locks is opened', async () => {
  const folder = mkdtempSync(join(root, 'zip-'))
  writeFileSync(join(folder, 'bill.csv'), bill)
  execFileSync('/usr/bin/zip', ['-q', '-P', 'Alipay-234512', 'a.zip', 'bill.csv'], { cwd: folder })
  const [file] = await unpack(readFileSync(join(folder, 'a.zip')), 'a.zip', 'Alipay-234512')
  expect(readFileSync(file!.path)).toEqual(bill)
})

test('GZIP is opened, a workbook and a plain file stay what they are', async () => {
  const [file] = await unpack(gzipSync(bill), 'bill.csv.gz')
  expect([file!.name, readFileSync(file!.path).equals(bill)]).toEqual(['bill.csv', true])
  await expect(unpack(gzipSync(bill).subarray(0, -12), 'bill.csv.gz')).rejects.toThrow(/damaged or cut off/)
  const book = await zip([
    ['[Content_Types].xml', Buffer.from('<Types/>')],
    ['xl/workbook.xml', Buffer.from('<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>')],
  ])
  expect((await unpack(book, 'bill.xlsx'))[0]!.path).toBe(join(root, `${count}.bin`))
  expect((await unpack(bill, 'bill.csv'))[0]!.path).toBe(join(root, `${count}.bin`))
})

test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  ['names that lead out', () => zip([['../../etc/cron.d/a', bill]]), /leads out of it/],
  ['names from the root', () => zip([['/etc/passwd', bill]]), /leads out of it/],
  ['names of Windows', () => zip([['..\\..\\a.csv', bill]]), /leads out of it/],
  [
    'thousands of members',
    () => zip(Array.from({ length: 2000 }, (_, at) => [`${at}.csv`, Buffer.from('a')] as const)),
    /more than 50 files/,
  ],
  [
    'a list of files without end',
    () => zip(Array.from({ length: 500 }, (_, at) => [`${'x'.repeat(2500)}${at}`, Buffer.alloc(0)] as const)),
    /list of files is too long/,
  ],
  ['an archive in an archive', async () => zip([['a.zip', await zip([['a.csv', bill]])]]), /an archive again/],
  ['GZIP in an archive', () => zip([['a.csv.gz', gzipSync(bill)]]), /an archive again/],
  ['an archive in GZIP', async () => gzipSync(await zip([['a.csv', bill]])), /an archive again/],
  ['a bomb', () => zip([['a.csv', Buffer.alloc(200 * 2 ** 20)]]), /200 times its size/],
  ['a bomb in GZIP', () => gzipSync(Buffer.alloc(200 * 2 ** 20)), /200 times its size/],
  ['nothing', () => zip([]), /holds no file/],
  ['an archive that is cut off', async () => (await zip([['a.csv', bill]])).subarray(0, -30), /damaged/],
  ['a turned byte', async () => turn(await zip([['a.csv', bill]]), 200), /damaged/],
  ['another kind', () => Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), /another kind/],
])('%s are refused, in time', async (_, make, message) => {
  const start = process.cpuUsage()
  const bytes = await make()
  const making = spentSince(start)
  const before = process.cpuUsage()
  const memory = process.memoryUsage().rss
  await expect(unpack(bytes, bytes[0] === 0x1f ? 'a.gz' : 'a.zip')).rejects.toThrow(message)
  // A bomb is refused in less than its making takes, which is as slow as the machine is.
  expect(spentSince(before)).toBeLessThan(Math.max(3000, making))
  expect(process.memoryUsage().rss - memory).toBeLessThan(150 * 2 ** 20)
})

/** Milliseconds of computing: the machine's other work does not count. */
function spentSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function turn(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  return bytes
}

test('several bills, and what is neither bill nor beside one, are told by name', async () => {
  const choose = async (...members: readonly Member[]) =>
    chooseMember('a.zip', await unpack(await zip(members)), billFormats)
  await expect(choose(['a.csv', bill], ['b.csv', bill])).rejects.toThrow(/several bills, a.csv and b.csv/)
  await expect(choose(['a.csv', bill], ['photo.csv', Buffer.from('a,b,c\n1,2,3\n')])).rejects.toThrow(
    /photo.csv is none/,
  )
  await expect(choose(['汇总.csv', summary], ['说明.txt', Buffer.from('hello\n')])).rejects.toThrow(/汇总.csv is none/)
})
