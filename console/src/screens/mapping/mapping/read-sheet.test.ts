import { expect, test } from 'vitest'
import { readText } from '../../../lib/read-sheet.ts'
import { readLines } from './read-lines.ts'

test('columns are found by their heads, whatever their order and language', () => {
  const read = readLines([
    ['备注', 'B 值', 'A 值', '启用'],
    ['r', 'EA', 'pcs', '0'],
  ])
  expect(read?.lines).toEqual([
    { a_value: 'pcs', a_label: '', b_value: 'EA', b_label: '', enabled: false, remark: 'r' },
  ])
  expect(
    readLines([
      ['A value', 'remark'],
      ['x', 'y'],
    ]),
  ).toBeNull()
})

test('without heads two columns are A and B, four have labels', () => {
  expect(readLines([['a', 'b']])?.lines[0]).toMatchObject({ a_value: 'a', b_value: 'b' })
  expect(readLines([['a', 'x', 'b', 'y']])?.lines[0]).toMatchObject({ a_label: 'x', b_value: 'b', b_label: 'y' })
})

test('what the export wrote comes back the same; an empty cell is a problem with its row', () => {
  const file = `a_value,a_label,b_value,b_label,enabled,remark\r\n'=1+1,,-5,,1,\r\n"""""",,"""""""""",,1,\r\n,,z,,1,\r\n`
  const read = readLines(readText(file))
  expect(read?.lines.map(({ a_value, b_value }) => [a_value, b_value])).toEqual([
    ['=1+1', '-5'],
    ['', '""'],
  ])
  expect(read?.problems).toEqual([{ row: 4, field: 'a_value' }])
})

test('a switch is on or off in every language; what is neither is a problem, and never on', () => {
  const read = readLines([
    ['A 值', 'B 值', '启用'],
    ...['', '1', '是', 'TRUE', '启用', 'sim', '0', '否', 'off', '停用', 'Não', 'maybe'].map(cell => ['a', 'b', cell]),
  ])
  expect(read?.lines.map(line => line.enabled)).toEqual([...Array(6).fill(true), ...Array(5).fill(false)])
  expect(read?.problems).toEqual([{ row: 13, field: 'enabled' }])
})
