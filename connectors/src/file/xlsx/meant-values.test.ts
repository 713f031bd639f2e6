import { readCell } from '@sluice/connector-kit/files'
import { ExactNumber } from '@sluice/contract'
import { expect, test } from 'vitest'
import { header, MAIN, makeBook, readBook, rowsOf } from './testing.ts'

const rules = { strings: [], formats: [], widths: [], is1904: false }
const read = (text: string) => readCell({ type: 'n', style: -1, text, hasValue: true }, rules)

test('1,000,000 numbers of up to 15 digits come back as they were entered, of all digits of their doubles', () => {
  let state = 20_260_105
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const wrong: string[] = []
  for (let count = 0; count < 1_000_000; count += 1) {
    const whole = next(10 ** (1 + next(8)))
    const places = 1 + next(6)
    const text = `${next(2) === 0 ? '' : '-'}${whole}.${String(next(10 ** places)).padStart(places, '0')}`
    const entered = Number(text)
    // As Excel writes a double.
    const stored = entered.toPrecision(17)
    const value = read(stored.replace(/0+$/, '').replace(/\.$/, ''))
    const isSame = typeof value === 'number' ? value === entered : String(value) === text
    if (!isSame && wrong.length < 10) wrong.push(`${text}: ${stored} became ${String(value)}`)
  }
  expect(wrong).toEqual([])
})

test.each([
  ['1.1000000000000001', 1.1],
  ['-4.3499999999999996', -4.35],
  ['0.30000000000000004', 0.30000000000000004],
  ['1.1000000000000001E+2', new ExactNumber('1.1000000000000001E+2')],
  // Digits that are no double's own are kept: another program has written them.
  ['1.1000000000000002345', new ExactNumber('1.1000000000000002345')],
  ['1.10000000000000010', new ExactNumber('1.10000000000000010')],
  ['9007199254740993', new ExactNumber('9007199254740993')],
])('%s is %s', (text, value) => {
  expect(read(text)).toEqual(value)
})

test('error cells refuse their row by name, or are null or their text by choice', async () => {
  const book = await makeBook(
    rowsOf(['<c t="e"><v>#N/A</v></c>', '<c><v>5</v></c>', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>']),
  )
  expect(await readBook(book)).toEqual([
    'Row 2 holds the error #N/A in column 2.',
    { id: 1, n: 5 },
    'Row 4 holds the error #DIV/0! in column 2.',
  ])
  expect(await readBook(book, { error_cells: 'null' })).toMatchObject([{ n: null }, { n: 5 }, { n: null }])
  expect(await readBook(book, { error_cells: 'text' })).toMatchObject([{ n: '#N/A' }, { n: 5 }, { n: '#DIV/0!' }])
})

test('a number of the format 00000 is read as it is shown, and as a number where that is wanted', async () => {
  const styles = `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`
  const book = await makeBook(
    rowsOf(['<c s="1"><v>501</v></c>', '<c s="1"><v>123456</v></c>', '<c s="1"><v>1.5</v></c>']),
    {
      'xl/styles.xml': styles,
    },
  )
  expect(await readBook(book)).toMatchObject([{ n: '00501' }, { n: '123456' }, { n: 1.5 }])
  expect(await readBook(book, { leading_zeros: false })).toMatchObject([{ n: 501 }, { n: 123456 }, { n: 1.5 }])
})

test('a cell right of the table, with an empty column between, leaves its row whole; one beside the table does not', async () => {
  const filler = Array.from({ length: 500 }, (_, at) => `<row r="${at + 5}"><c r="A${at + 5}"><v>${at}</v></c></row>`)
  const rows = `${header}
    <row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>5</v></c><c r="D2"><v>9</v></c></row>
    <row r="3"><c r="A3"><v>2</v></c><c r="B3"><v>6</v></c><c r="C3"><v>9</v></c></row>
    <row r="4"><c r="D4"><v>9</v></c></row>${filler.join('')}
    <row r="900"><c r="A900"><v>3</v></c><c r="Z900" t="e"><v>#N/A</v></c></row>
    <row r="901"><c r="Z901"><v>9</v></c></row>`
  const found = await readBook(makeBook(rows))
  expect(found.slice(0, 3)).toEqual([
    { id: 1, n: 5 },
    'Row 3 has 3 cells, but the table has 2 columns.',
    'Row 4 has 4 cells, but the table has 2 columns.',
  ])
  expect(found.slice(-2)).toEqual([{ id: 3, n: null }, 'Row 901 has 26 cells, but the table has 2 columns.'])
})
