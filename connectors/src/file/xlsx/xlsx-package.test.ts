import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { readUpload } from '../testing.ts'
import {
  expectDamaged,
  header,
  MAIN,
  makeBook,
  type Part,
  pack,
  REL,
  readBook,
  rowsOf,
  SHEET,
  strings,
  wrap,
} from './testing.ts'

describe('the package', () => {
  const book = () => makeBook(rowsOf(['<c t="s"><v>0</v></c>']), strings('<si><t>東京</t></si>'))
  const wanted = [{ id: 0, n: '東京' }]

  test('content types say nothing that the links do not say: wrong, missing or empty ones change nothing', async () => {
    for (const types of [
      '<Types><Override PartName="/xl/worksheets/sheet1.xml" ContentType="image/png"/></Types>',
      '',
      'not XML',
    ])
      expect(
        await readBook(
          makeBook(rowsOf(['<c t="s"><v>0</v></c>']), {
            ...strings('<si><t>東京</t></si>'),
            '[Content_Types].xml': types,
          }),
        ),
      ).toEqual(wanted)
  })

  test.each([
    ['xl/workbook.xml', '<sheet name="&x;"/>'],
    ['xl/_rels/workbook.xml.rels', '<Relationship Id="&x;"/>'],
    ['xl/sharedStrings.xml', '<si><t>&x;</t></si>'],
    ['xl/styles.xml', '<xf numFmtId="&x;"/>'],
    [SHEET, '<row><c><v>&x;</v></c></row>'],
  ])('%s with entities of its own, from here or from a file, is refused', async (part, body) => {
    for (const entity of ['"boom"', 'SYSTEM "file:///etc/passwd"', 'SYSTEM "http://127.0.0.1/"', 'PUBLIC "a" "b"'])
      await expectDamaged(
        makeBook(header, {
          ...strings(),
          'xl/styles.xml': '<a/>',
          [part]: `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x ${entity}>]><a>${body}</a>`,
        }),
        /holds XML that cannot be read/,
      )
  })

  test('links that lead out of the package are not followed', async () => {
    for (const target of ['../../../etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1/a.xml', '/etc/passwd']) {
      const rels = `<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" TargetMode="External" Target="${target}"/></Relationships>`
      await expectDamaged(makeBook(header, { 'xl/_rels/workbook.xml.rels': rels }), /its part .* is missing/)
    }
  })

  test('XML in UTF-16 is read equal', async () => {
    const xml = `\ufeff<?xml version="1.0" encoding="UTF-16"?>${wrap(rowsOf(['<c t="str"><v>東京😀</v></c>']))}`
    const little = Buffer.from(xml, 'utf16le')
    for (const content of [little, Buffer.from(little).swap16(), little.subarray(2)])
      expect(await readBook(packSheet(content))).toEqual([{ id: 0, n: '東京😀' }])
  })

  test('bytes that are not of the encoding are refused and not replaced', async () => {
    const xml = wrap(rowsOf(['<c t="str"><v>X</v></c>']))
    for (const bytes of ['\xb6\xab', '\xe9', '\xc0\xaf', '\xed\xa0\x80', '\xff'])
      await expectDamaged(
        packSheet(Buffer.from(xml.replace('>X<', `>${bytes}<`), 'latin1')),
        /holds XML that cannot be read/,
      )
  })

  test('a sheet, its texts or the workbook that stop in the middle are refused, whatever was read before', async () => {
    const sheet = wrap(rowsOf(['<c><v>1</v></c>', '<c><v>2</v></c>']))
    for (const end of [sheet.indexOf('<row r="3"'), sheet.indexOf('</sheetData>'), sheet.length - 3, 60, 0])
      await expectDamaged(packSheet(Buffer.from(sheet.slice(0, end))), /holds XML that cannot be read/)
    await expectDamaged(makeBook(header, { 'xl/sharedStrings.xml': '<sst><si><t>a</t></si>' }), /holds XML/)
    await expectDamaged(makeBook(header, { 'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/>' }), /holds XML/)
  })

  test('one turned bit anywhere in the content is noticed', async () => {
    const content = await book()
    const whole = JSON.stringify(await readBook(content))
    let refused = 0
    for (let at = 0; at < content.length; at += 7) {
      const turned = Buffer.from(content)
      turned[at] = (turned[at] ?? 0) ^ (1 << (at % 8))
      const found = await readBook(turned).then(
        rows => JSON.stringify(rows),
        () => 'refused',
      )
      // Bits of dates and of other things nobody reads change nothing.
      expect([whole, 'refused'], `byte ${at}`).toContain(found)
      if (found === 'refused') refused += 1
    }
    expect(refused).toBeGreaterThan(50)
  })

  test('a tag full of closing brackets costs no more than its length', async () => {
    const noise = Array.from({ length: 20_000 }, (_, at) => `${'>'.repeat(12)}${at.toString(36)}`).join('')
    const rows = `${header}<row r="2"><c note="${noise}"><v>1</v></c></row>`
    expect(await readBook(makeBook(rows))).toEqual([{ id: 1, n: null }])
  })

  test('a workbook inside of another ZIP, a bomb in the texts and one in the styles are refused', async () => {
    await expect(readBook(pack([{ name: 'inner.xlsx', content: [await book()] }]))).rejects.toThrow(/a ZIP archive/)
    const blanks = ' '.repeat(5_000_000)
    await expectDamaged(makeBook(header, { 'xl/sharedStrings.xml': `<sst>${blanks}</sst>` }), /times its size/)
    await expectDamaged(makeBook(header, { 'xl/styles.xml': `<a>${blanks}</a>` }), /times its size/)
    const parts: Part[] = [{ name: 'media/a.png', content: [Buffer.alloc(5_000_000)] }]
    await expect(readBook(pack(parts))).rejects.toThrow(/times its size/)
  })

  test('what another program writes is read equal, texts shared by many cells too', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => [at, at % 2 ? 'same' : `text ${at}`, at / 8, at % 3 === 0])
    const content = Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows: [['id', 't', 'x', 'b'], ...rows] }] }))
    const { data } = await readUpload('a.xlsx', content, { pageSize: 1000 })
    expect(data.map(record => Object.values(record ?? {}))).toEqual(rows)
  })
})

/** A workbook whose sheet is these bytes. */
function packSheet(content: Buffer): Promise<Buffer> {
  const text = `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const rels = `<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
  return pack([
    { name: 'xl/workbook.xml', content: [text] },
    { name: 'xl/_rels/workbook.xml.rels', content: [rels] },
    { name: SHEET, content: [content] },
  ])
}
