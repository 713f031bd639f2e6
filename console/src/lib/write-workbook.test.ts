import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeWorkbook } from './write-workbook.ts'

/** Parts by name, by the central directory alone, as a spreadsheet opens it. */
async function openParts(file: Blob): Promise<Map<string, string>> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const parts = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const nameBytes = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes)
    const start = bytes.readUInt32LE(at + 42) + 30 + nameBytes
    parts.set(name, inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 20))).toString())
    at += 46 + nameBytes
  }
  expect(at).toBe(end)
  return parts
}

test('every cell is a text: ids keep their digits, formulas stay words, what XML has no place for is gone', async () => {
  const parts = await openParts(
    await writeWorkbook([
      ['id', '=1+1'],
      ['00123456789012345678', '<a & "b">\r\n\u0001', ''],
    ]),
  )
  expect([...parts.keys()]).toContain('[Content_Types].xml')
  const sheet = parts.get('xl/worksheets/sheet1.xml')!
  const cell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  expect(sheet).toContain(`<row>${cell('id')}${cell('=1+1')}</row>`)
  expect(sheet).toContain(`<row>${cell('00123456789012345678')}${cell('&lt;a &amp; "b"&gt;&#13;\n')}<c/></row>`)
})

test('the same rows make the same file', async () => {
  const [a, b] = await Promise.all([writeWorkbook([['x']]), writeWorkbook([['x']])])
  expect(await a.text()).toBe(await b.text())
})
