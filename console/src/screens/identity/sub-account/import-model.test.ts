import { expect, test } from 'vitest'
import { findMissing, toRows, writeCsv } from './import-model.ts'
import { readTable } from './read-table.ts'

const row = { username: 'a', nickname: '', phone: '', email: '', role: '只读', remark: '' }

test('columns are found by their names in any language and any order', () => {
  expect(
    toRows([
      ['角色', ' 用户名* '],
      ['只读', 'a'],
    ]),
  ).toEqual([row])
  expect(
    toRows([
      ['\uFEFFUser name', 'Role'],
      ['a', '只读'],
    ]),
  ).toEqual([row])
  expect(findMissing(['用户名', '邮箱'])).toEqual(['role'])
})

test('a file of a Chinese spreadsheet is read without being UTF-8; empty lines are left out', async () => {
  // 用户名,角色 in GB 18030
  const bytes = Uint8Array.from([
    0xd3, 0xc3, 0xbb, 0xa7, 0xc3, 0xfb, 0x2c, 0xbd, 0xc7, 0xc9, 0xab, 0x0a, 0x2c, 0x0a, 0x61, 0x2c, 0x62,
  ])
  expect(await readTable(bytes)).toEqual([
    ['用户名', '角色'],
    ['a', 'b'],
  ])
})

test('what is written opens as it was, and nothing of it is run', () => {
  expect(writeCsv([['=cmd()', '+8613800000000', 'a "b", c']])).toBe('\uFEFF\'=cmd(),+8613800000000,"a ""b"", c"\r\n')
})
