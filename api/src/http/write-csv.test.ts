import { expect, test } from 'vitest'
import { writeCsvLine } from './write-csv.ts'

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\tx',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－x',
  '＠x',
  "=cmd|' /C calc'!A0",
])('text a spreadsheet would run is disarmed: %j', text => {
  const cell = writeCsvLine([text]).trimEnd().replace(/^"/, '')
  expect(cell.startsWith("'")).toBe(true)
})

test.each(['-12.50', '-1', '12345678901234567890', '1e-7', -3, 0])('a real number stays a number: %s', value => {
  expect(writeCsvLine([value])).toBe(`${value}\r\n`)
})

test('quotes, commas and line ends stay inside their cell; null is empty', () => {
  expect(writeCsvLine(['a"b', 'c,d', 'e\r\nf', null, ''])).toBe('"a""b","c,d","e\r\nf",,\r\n')
})

/** Cells as a spreadsheet that separates by something else finds them: our quotes count only at the begin of its cell. */
const splitBy = (separator: RegExp, line: string): string[] =>
  line.split(separator).map(cell => cell.replace(/^"+/, ''))

test.each(['a;=1+1', 'a;@x;b', 'x;"=1+1"', "x;'=1", 'a\t=1+1', 'a\n=1+1', 'a;＝1', 'a;-x', '=1;+x'])(
  'a spreadsheet that separates by semicolon or tab finds no formula in the middle of a cell: %j',
  text => {
    const line = writeCsvLine(['before', text, 'after'])
    for (const separator of [/[;\r\n]/, /[\t\r\n]/, /[;,\t\r\n]/])
      for (const cell of splitBy(separator, line)) expect([text, /^[=+\-@＝＋－＠]/.test(cell)]).toEqual([text, false])
  },
)

test('numbers in a list stay as they are', () => {
  expect(writeCsvLine(['1;-2;+3.5'])).toBe('"1;-2;+3.5"\r\n')
})
