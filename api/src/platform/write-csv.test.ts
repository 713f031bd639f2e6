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
