import { ExactNumber } from '@sluice/contract'
import { expect, test } from 'vitest'
import { formatSheetRow, styles } from './sheet-xml.ts'

const cell = (text: string | number) =>
  formatSheetRow(1, [typeof text === 'number' ? text : new ExactNumber(text)], ['A']).replace(
    /^<row r="1">|<\/row>$/g,
    '',
  )

test('a number of as many digits as Excel keeps is one, and shows the places it has', () => {
  expect(cell('201.000')).toBe('<c r="A1" s="3"><v>201.000</v></c>')
  expect(cell('-0.10')).toBe('<c r="A1" s="2"><v>-0.10</v></c>')
  expect(cell(1.5)).toBe('<c r="A1" s="1"><v>1.5</v></c>')
  expect(cell(42)).toBe('<c r="A1"><v>42</v></c>')
  const codes = [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)]
  const shown = [...styles.matchAll(/<xf (?:numFmtId="(\d+)" )?xfId="0"/g)].map(([, id]) => id)
  expect(codes.find(([, id]) => id === shown[3])?.[2]).toBe('0.000')
})

test('one of more digits is text, and one with an exponent has no places', () => {
  expect(cell('1234567890123.456')).toContain('t="inlineStr"')
  expect(cell('1.5e3')).toBe('<c r="A1"><v>1.5e3</v></c>')
})
