import { deflateRawSync, gzipSync } from 'node:zlib'
import { writeZip } from '@sluice/connector-kit/files'
import { expect, test } from 'vitest'
import { readUpload } from './testing.ts'

const zip = await collect(writeZip([{ name: 'readme.txt', content: ['hello'] }]))
const ods = await collect(writeZip([{ name: 'content.xml', content: ['<a/>'] }]))
const xlsb = await collect(writeZip([{ name: 'xl/workbook.bin', content: ['x'] }]))
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
const locked = Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')])
const contents: readonly (readonly [what: RegExp, content: Buffer])[] = [
  [/a PDF/, Buffer.from('%PDF-1.7\n%âãÏÓ')],
  [/a PNG image/, Buffer.from('89504e470d0a1a0a', 'hex')],
  [/a JPEG image/, Buffer.from('ffd8ffe000104a46', 'hex')],
  [/a gzip archive/, gzipSync('id,n\n1,a\n')],
  [/an SQLite database/, Buffer.from('SQLite format 3\0')],
  [/ZIP archive/, zip],
  [/old XLS kind/, compound],
  [/locked by a password/, locked],
  [/web page/, Buffer.from('\n<!DOCTYPE html><html><body>Sign in</body></html>')],
  [/NUL bytes/, Buffer.concat([Buffer.from('id,n\n'), deflateRawSync('x'), Buffer.alloc(3)])],
]

test.each(
  ['csv', 'jsonl', 'xlsx', 'txt'].flatMap(ending =>
    contents.map(([what, content]) => [ending, what, content] as const),
  ),
)('a .%s file that is %s is refused by what it is, with the way out', async (ending, what, content) => {
  await expect(readUpload(`orders.${ending}`, content)).rejects.toMatchObject({
    code: 'file.kind',
    message: expect.stringMatching(what),
    advice: expect.stringMatching(/\w{3}/),
  })
})

test.each([
  [/OpenDocument/, ods],
  [/XLSB/, xlsb],
  [/a text file/, Buffer.from('id,n\n1,a\n')],
])('an .xlsx file that is %s is refused by what it is', async (what, content) => {
  await expect(readUpload('orders.xlsx', content)).rejects.toThrow(what)
})

test('the content decides where the name says nothing', async () => {
  expect((await readUpload('orders.txt', '{"id":1}\n')).data).toEqual([{ id: 1 }])
  expect((await readUpload('orders', 'id;n\n1;a\n')).data).toEqual([{ id: '1', n: 'a' }])
})

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const held: Buffer[] = []
  for await (const chunk of chunks) held.push(chunk)
  return Buffer.concat(held)
}
