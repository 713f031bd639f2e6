import { formatSerial, isDateFormat } from '@sluice/connector-kit/files'
import { ExactNumber, type Value } from '@sluice/contract'
import { readXlsx, writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { readUpload } from '../testing.ts'
import { header, MAIN, makeBook, pack } from './testing.ts'

const styles = (codes: readonly string[]) => ({
  'xl/styles.xml': `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
})

describe('a workbook', () => {
  test('of many kinds of cells is read equal to what another reader reads', async () => {
    const rows: (string | number | boolean | Date | null)[][] = [['id', 'text', 'number', 'flag', 'day', 'gap', 'last']]
    const texts = ['', ' a ', 'x&<>"\'', '東京|報告', 'line\nbreak', '=1+1', '👍🏽', '0012', "'", 'e\u0301']
    for (let id = 1; id <= 3000; id += 1) {
      const day = new Date(Date.UTC(1950 + (id % 100), id % 12, 1 + (id % 28), id % 24, id % 60, id % 60))
      rows.push([id, texts[id % 10] ?? '', (id - 1500) / 8, id % 2 === 0, day, null, `end ${id % 7}`])
    }
    const content = Buffer.from(await writeXlsx({ sheets: [{ name: 'Données', rows }] }))
    const theirs = (await readXlsx(content)).sheets[0]?.rows ?? []
    const { data } = await readUpload('a.xlsx', content, { sheet: 'Données', pageSize: 500 })
    const ours = data.map(record => Object.values(record ?? {}))
    expect(ours).toEqual(theirs.slice(1).map(row => row.map(toOurs)))
    expect(ours).toHaveLength(3000)
  })

  test('keeps digits of numbers, results of formulas, runs of text, errors, empty cells and escapes', async () => {
    const shared =
      '<sst><si><t xml:space="preserve"> a </t></si><si><r><t>b</t></r><r><t>c</t></r><rPh><t>hint</t></rPh></si><si><t>x_x000D_y</t></si></sst>'
    const rows = `${header}<row r="3"><c r="A3"><v>12.50</v></c><c r="B3" t="s"><v>0</v></c></row>
      <row><c><f>1+1</f><v>2</v></c><c t="s"><v>1</v></c></row>
      <row><c><v>4.687E+11</v></c><c t="s"><v>2</v></c></row>
      <row><c t="e"><v>#N/A</v></c><c t="inlineStr"><is><r><t>d</t></r><r><t>e</t></r></is></c></row>
      <row><c r="B8" t="b"><v>1</v></c></row><row r="9"><c r="A9" t="str"><f>"q"</f><v>q&amp;&#x4E1C;</v></c><c t="n"/></row>`
    const { data } = await readUpload('a.xlsx', await makeBook(rows, { 'xl/sharedStrings.xml': shared }), {
      options: { error_cells: 'text' },
    })
    expect(data).toEqual([
      { id: new ExactNumber('12.50'), n: ' a ' },
      { id: 2, n: 'bc' },
      { id: 468_700_000_000, n: 'x\ry' },
      { id: '#N/A', n: 'de' },
      { id: null, n: true },
      { id: 'q&東'.replace('東', '东'), n: null },
    ])
  })

  test('with prefixes, single quotes, comments and CDATA in its XML is read the same', async () => {
    const sheet = `<x:worksheet xmlns:x='${MAIN}'><!-- <x:row> --><x:sheetData><x:row r='1'><x:c r='A1' t='inlineStr'><x:is><x:t>id</x:t></x:is></x:c></x:row><x:row r='2'><x:c r='A2' t='inlineStr'><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
    expect((await readUpload('a.xlsx', await makeBook('', { 'xl/worksheets/sheet1.xml': sheet }))).data).toEqual([
      { id: 'a<b' },
    ])
  })

  test('refuses a key of more than 15 digits by its row, and keeps such a number elsewhere', async () => {
    const rows = `${header}<row r="2"><c><v>9990323200018801</v></c><c><v>1</v></c></row><row r="3"><c><v>7</v></c><c><v>1234567890123456.5</v></c></row>`
    const { records } = await readUpload('a.xlsx', await makeBook(rows))
    expect(records[0]?.failure?.message).toMatch(/^Row 2: Excel keeps 15 digits/)
    expect(records[1]?.data).toEqual({ id: 7, n: 1234567890123456.5 })
  })

  test('refuses a row with cells beyond the header, and only that', async () => {
    const rows = `${header}<row r="2"><c><v>1</v></c><c/><c><v>9</v></c></row><row r="3"><c><v>2</v></c></row>`
    const { records } = await readUpload('a.xlsx', await makeBook(rows))
    expect(records.map(record => record.failure?.message ?? record.data)).toEqual([
      'Row 2 has 3 cells, but the table has 2 columns.',
      { id: 2, n: null },
    ])
  })

  test('gives dates as the text Excel shows, in both date systems', async () => {
    const more = styles([
      'yyyy\\-mm\\-dd',
      'yyyy/m/d h:mm',
      'h:mm:ss',
      '[h]:mm',
      '0.00&quot;d&quot;',
      '[$-804]yyyy&quot;年&quot;m&quot;月&quot;',
    ])
    const serials = ['45351', '45351.5', '0.25', '2.5', '3.5', '45351']
    const rows = `${header}${serials.map((serial, at) => `<row r="${at + 2}"><c><v>${at}</v></c><c s="${at + 1}"><v>${serial}</v></c></row>`).join('')}`
    const read = async (pr: string) =>
      (await readUpload('a.xlsx', await makeBook(rows, more, pr))).data.map(record => record?.['n'])
    expect(await read('')).toEqual(['2024-02-29', '2024-02-29 12:00:00', '06:00:00', '60:00:00', 3.5, '2024-02-29'])
    expect((await read('<workbookPr date1904="1"/>')).slice(0, 2)).toEqual(['2028-03-01', '2028-03-01 12:00:00'])
  })

  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [60, '1900-02-29'],
    [61, '1900-03-01'],
    [2_958_465, '9999-12-31'],
    [44_197.000_011_574, '2021-01-01 00:00:01'],
    [44_197.999_999_999, '2021-01-02'],
    [-1, null],
    [2_958_466, null],
  ])('the serial %d is %s', (serial, text) => {
    expect(formatSerial(serial, 'date', false)).toBe(text)
  })

  test('number formats with letters in texts, colours and exponents are no dates', () => {
    expect(
      ['0.00E+00', '[Red]0', '"day" 0', 'General', '\\d0', '#,##0.00', '@'].map(code => isDateFormat(200, code)),
    ).toEqual(Array(7).fill(undefined))
    expect(isDateFormat(200, 'mm:ss')).toBe('time')
    expect(isDateFormat(22, undefined)).toBe('datetime')
  })
})

test('a sheet with one cell at the far right of each row is refused row by row, in bounded time', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>${at}</v></c></row>`,
  )
  const { records } = await readUpload('a.xlsx', await makeBook(header + rows.join('')), { pageSize: 1000 })
  expect(records).toHaveLength(20_000)
  expect(records.every(record => record.failure?.code === 'file.ragged')).toBe(true)
})

describe('a bomb', () => {
  const bombs: readonly (readonly [what: string, refused: RegExp, make: () => Promise<Buffer>])[] = [
    ['packed 1:1000', /times its size/, () => makeBook(`${header}${' '.repeat(5_000_000)}`)],
    [
      'of 3,000 parts',
      /3\d{3} parts/,
      async () => pack(Array.from({ length: 3001 }, (_, at) => ({ name: `${at}`, content: ['x'] }))),
    ],
    [
      'with two parts of one name',
      /two parts called/,
      async () =>
        pack([
          { name: 'a', content: ['1'] },
          { name: 'a', content: ['2'] },
        ]),
    ],
    [
      'with a document type',
      /XML that cannot be read/,
      () => makeBook('', { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "cc">]><a>&b;</a>' }),
    ],
    [
      'with a column beyond the last',
      /16,384 columns/,
      () => makeBook(`${header}<row r="2"><c r="XFE2"><v>1</v></c></row>`),
    ],
    ['with a row beyond the last', /1,048,576 rows/, () => makeBook(`${header}<row r="1048577"/>`)],
    ['with an endless tag', /XML that cannot be read/, () => makeBook(`<row ${noise(2_000_000)}`)],
    ['cut short', /damaged/, async () => (await makeBook(header)).subarray(0, 700)],
    ['that lies about its sizes', /damaged/, async () => lie(await makeBook(`${header}${noise(50_000)}`))],
  ]

  test.each(bombs)('%s is refused', async (_what, refused, make) => {
    await expect(readUpload('bomb.xlsx', await make())).rejects.toThrow(refused)
  })
})

/** Does not pack well. */
const noise = (length: number): string => {
  let state = 1
  let text = ''
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647
    text += state.toString(36)
  }
  return text
}

/** Says in the directory that the last part is one byte long. */
function lie(zip: Buffer): Buffer {
  const at = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  zip.writeUInt32LE(1, at + 24)
  return zip
}

const toOurs = (value: unknown): Value => {
  if (!(value instanceof Date)) return (value ?? null) as Value // the other cells are plain
  const text = value.toISOString().slice(0, 19).replace('T', ' ')
  return text.endsWith('00:00:00') ? text.slice(0, 10) : text
}
