import { formatSerial } from '@sluice/connector-kit/files'
import { type Data, ExactNumber } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { expectDamaged, header, MAIN, makeBook, REL, readBook, rowsOf, SHEET, strings, wrap } from './testing.ts'

/** What stands in column n. */
async function readCells(cells: readonly string[], more: Readonly<Record<string, string>> = {}, pr = '') {
  const rows = await readBook(makeBook(rowsOf(cells), more, pr))
  return rows.map(row => (typeof row === 'string' || row === null ? row : row['n']))
}

describe('texts', () => {
  test('shared, inline, rich, phonetic and escaped ones are read as Excel shows them', async () => {
    const more = strings(
      '<si><t>plain</t></si>',
      '<si><r><rPr><b/></rPr><t>bold </t></r><r><t xml:space="preserve"> and not</t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
      '<si><t/></si>',
      '<si><t>a_x000D_b_x005F_x000D_c_xZZZZ_</t></si>',
      '<si><t>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;&amp;amp;</t></si>',
      '<si><t xml:space="preserve"> \t\n </t></si>',
      '<si><t>0012</t></si>',
    )
    const shared = Array.from({ length: 8 }, (_, at) => `<c t="s"><v>${at}</v></c>`)
    const inline = [
      '<c t="inlineStr"><is><t>x</t><rPh sb="0" eb="1"><t>hint</t></rPh></is></c>',
      '<c t="inlineStr"><is><t><![CDATA[<a>&amp;]]></t></is></c>',
    ]
    expect(await readCells([...shared, ...inline, '<c t="str"><v>1.50</v></c>'], more)).toEqual([
      ...[
        'plain',
        'bold  and not',
        '東京',
        '',
        'a\rb_x000D_c_xZZZZ_',
        '<&>"\'A😀&amp;',
        ' \t\n ',
        '0012',
        'x',
        '<a>&amp;',
        '1.50',
      ],
    ])
  })

  test.each(['8', '-1', '1.5', '', 'x', '1e0', '99999999999'])(
    'a cell that points to shared text %j, which is not there, is no empty cell',
    async index => {
      await expectDamaged(
        makeBook(rowsOf(['<c t="s"><v>0</v></c>', `<c t="s"><v>${index}</v></c>`]), strings('<si><t>a</t></si>')),
        /row 3 points to a text/,
      )
    },
  )

  test('cells that point to shared texts of which there is no part are not empty', () =>
    expectDamaged(makeBook(rowsOf(['<c t="s"><v>0</v></c>'])), /row 2 points to a text/))
})

describe('numbers, booleans, errors and formulas', () => {
  test('keep the digits of the file, and no words become numbers or null', async () => {
    const numerals = [
      '0',
      '-0',
      '1.50',
      '0.1',
      '123456789012345',
      '1234567890123456',
      '9007199254740993',
      '1e3',
      '1.5E-7',
      '0.30000000000000004',
      '1E+400',
    ]
    const words = ['NaN', 'Infinity', '-Infinity', '1,5', '0x10', '１', '1 000', '--1', '.5']
    const found = await readCells([...numerals, ...words].map(text => `<c><v>${text}</v></c>`))
    expect(found.slice(0, numerals.length)).toEqual([
      ...[
        0,
        new ExactNumber('-0'),
        new ExactNumber('1.50'),
        0.1,
        123456789012345,
        1234567890123456,
        new ExactNumber('9007199254740993'),
      ],
      ...[1000, new ExactNumber('1.5E-7'), 0.30000000000000004, new ExactNumber('1E+400')],
    ])
    expect(found.slice(numerals.length)).toEqual(words)
  })

  test('booleans are the two they are, errors their text where that is said, and anything else stays as it stands', async () => {
    const cells = ['1', '0', 'true', 'false', '2', 'TRUE'].map(text => `<c t="b"><v>${text}</v></c>`)
    const errors = ['#N/A', '#DIV/0!', '#REF!', '#VALUE!', '#NAME?', '#NULL!', '#NUM!']
    const rows = rowsOf([...cells, ...errors.map(text => `<c t="e"><v>${text}</v></c>`)])
    const found = (await readBook(makeBook(rows), { error_cells: 'text' })).map(row => (row as Data)['n'])
    expect(found).toEqual([true, false, true, false, '2', 'TRUE', ...errors])
  })

  test('formulas give the results that the file holds; a result that it does not hold is not null', async () => {
    const cells = [
      ...[
        '<c><f>1+1</f><v>2</v></c>',
        '<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
        '<c t="str"><f>""</f><v></v></c>',
        '<c t="b"><f>TRUE()</f><v>1</v></c>',
      ],
      ...[
        '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
        '<c><f t="shared" ref="B7:B8" si="0">A1</f><v>7</v></c>',
        '<c><f t="shared" si="0"/><v>8</v></c>',
      ],
      ...['<c><f>1+1</f></c>', '<c><f>1+1</f><v></v></c>', '<c><f>1+1</f><v/></c>', '<c/>'],
    ]
    const missing = (row: number) => `Row ${row} has a formula in column 2 whose result is not in the file.`
    expect(await readCells(cells)).toEqual([
      2,
      'ab',
      '',
      true,
      'Row 6 holds the error #DIV/0! in column 2.',
      7,
      8,
      missing(9),
      missing(10),
      missing(11),
      null,
    ])
  })

  test.each([
    ...[
      '9990323200018801',
      '1234567890123456',
      '1.23456789012345E+17',
      '9.99E+20',
      '1E15',
      '-1e16',
      '1234567890123450000',
      '42000012345678901234567890',
      '123456789012345.6',
    ],
  ])('a key of %s has lost its last digits in Excel and is refused by its row', async numeral => {
    const rows = `${header}<row r="2"><c><v>${numeral}</v></c></row><row r="3"><c t="str"><v>${numeral}</v></c></row>`
    expect(await readBook(makeBook(rows))).toEqual([
      expect.stringMatching(/^Row 2: Excel keeps 15 digits/),
      { id: numeral, n: null },
    ])
  })

  test.each(['999999999999999', '-999999999999999', '4.687E+11', '0.00012345', '12345.6789', '0'])(
    'a key of %s is whole',
    async numeral => {
      expect(await readBook(makeBook(`${header}<row r="2"><c><v>${numeral}</v></c></row>`))).toMatchObject([
        { n: null },
      ])
    },
  )
})

describe('dates', () => {
  const styles = {
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="21"/></cellXfs></styleSheet>',
  }
  const cells = (style: number, serials: readonly string[]) =>
    serials.map(serial => `<c s="${style}"><v>${serial}</v></c>`)

  test('1900 has the day that never was, and the days around it are right', async () => {
    const serials = [
      '0',
      '1',
      '59',
      '60',
      '60.5',
      '61',
      '367',
      '36526',
      '44197.75',
      '2958465',
      '2958465.99999',
      '2958466',
      '-1',
      '1e9',
    ]
    expect(await readCells(cells(1, serials), styles)).toEqual([
      ...[0, '1900-01-01', '1900-02-28', '1900-02-29', '1900-02-29 12:00:00', '1900-03-01', '1901-01-01', '2000-01-01'],
      ...['2021-01-01 18:00:00', '9999-12-31', '9999-12-31 23:59:59.136', 2958466, -1, 1_000_000_000],
    ])
  })

  test('1904 counts from its own first day to the last one of 9999', async () => {
    const serials = ['0', '1', '60', '366', '35064', '42735.5', '2957003', '2957004', '2958465']
    for (const pr of [
      '<workbookPr date1904="1"/>',
      '<workbookPr date1904="true"/>',
      "<workbookPr codeName='x' date1904 = '1'></workbookPr>",
    ])
      expect(await readCells(cells(1, serials), styles, pr)).toEqual([
        ...[
          '1904-01-01',
          '1904-01-02',
          '1904-03-01',
          '1905-01-01',
          '2000-01-01',
          '2021-01-01 12:00:00',
          '9999-12-31',
          2957004,
          2958465,
        ],
      ])
    expect(await readCells(cells(1, ['1']), styles, '<workbookPr date1904="0"/>')).toEqual(['1900-01-01'])
  })

  test('times are rounded to the millisecond, and rounding never leaves the calendar', async () => {
    const serials = ['0.5', '0.999988425925926', '0.0000115740740740741', '1.25', '44197.999999999']
    expect(await readCells(cells(3, serials), styles)).toEqual([
      '12:00:00',
      '23:59:59',
      '00:00:01',
      '1900-01-01 06:00:00',
      '2021-01-02 00:00:00',
    ])
    expect(formatSerial(2_958_465.999_999_999_5, 'datetime', false)).toBeNull()
    expect(formatSerial(2_957_003.999_999_999_5, 'date', true)).toBeNull()
  })

  test('dates as ISO text of the strict kind stay the text', async () => {
    const texts = ['2024-02-29', '2024-02-29T12:00:00', '12:30:00Z']
    expect(await readCells(texts.map(text => `<c t="d"><v>${text}</v></c>`))).toEqual(texts)
  })
})

describe('the shape of a sheet', () => {
  test('merged cells hold their value at the top left only, as the file does', async () => {
    const rows = '<row r="2"><c r="A2"><v>1</v></c><c r="B2"/></row><row r="3"><c r="A3"/><c r="B3"><v>2</v></c></row>'
    const sheet = wrap(header + rows).replace(
      '</sheetData>',
      '</sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
    )
    expect(await readBook(makeBook('', { [SHEET]: sheet }))).toEqual([
      { id: 1, n: null },
      { id: null, n: 2 },
    ])
  })

  test('rows and cells that are left out, hidden, without places or in another order keep theirs', async () => {
    const rows = [
      '<row r="5" hidden="1"><c r="B5"><v>5</v></c></row>',
      '<row><c><v>6</v></c></row>',
      '<row r="9"/>',
      '<row r="1000"><c r="B1000"><v>2</v></c><c r="A1000"><v>1</v></c></row>',
    ]
    expect(await readBook(makeBook(header + rows.join('')), { with_row_number: true })).toEqual([
      { _row: 5, id: null, n: 5 },
      { _row: 6, id: 6, n: null },
      { _row: 1000, id: 1, n: 2 },
    ])
  })

  test.each([
    ['a place in small letters', '<row r="2"><c r="a2"><v>1</v></c></row>'],
    ['a place without a column', '<row r="2"><c r="2"><v>1</v></c></row>'],
    ['an empty place', '<row r="2"><c r=""><v>1</v></c></row>'],
    ['one place twice', '<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>'],
    ['row 0', '<row r="0"><c><v>1</v></c></row>'],
    ['row -1', '<row r="-1"><c><v>1</v></c></row>'],
    ['row 1.5', '<row r="1.5"><c><v>1</v></c></row>'],
    ['row x', '<row r="x"><c><v>1</v></c></row>'],
  ])('%s is refused, so that no cell is lost', async (_, row) => {
    await expectDamaged(makeBook(header + row))
  })

  test('the first sheet that is not hidden is read, and a hidden one by its name', async () => {
    const one = (name: string, at: number, state = '') =>
      `<sheet name="${name}" sheetId="${at}" ${state} r:id="rId${at}"/>`
    const link = (at: number) =>
      `<Relationship Id="rId${at}" Type="${REL}/worksheet" Target="worksheets/sheet${at}.xml"/>`
    const more = {
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${one('A', 1, 'state="hidden"')}${one('B &amp; C', 2)}${one('D', 3, 'state="veryHidden"')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${[1, 2, 3].map(link).join('')}</Relationships>`,
      ...Object.fromEntries(
        [1, 2, 3].map(at => [`xl/worksheets/sheet${at}.xml`, wrap(`${header}<row r="2"><c><v>${at}</v></c></row>`)]),
      ),
    }
    expect(await readBook(makeBook('', more))).toEqual([{ id: 2, n: null }])
    expect(await readBook(makeBook('', more), {}, 'A')).toEqual([{ id: 1, n: null }])
    expect(await readBook(makeBook('', more), {}, 'B & C')).toEqual([{ id: 2, n: null }])
    expect(await readBook(makeBook('', more), {}, 'D')).toEqual([{ id: 3, n: null }])
    await expect(readBook(makeBook('', more), {}, 'E')).rejects.toMatchObject({ code: 'resource.missing' })
  })
})
