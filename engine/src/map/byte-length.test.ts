import { expect, test } from 'vitest'
import { lengthInBytes } from './byte-length.ts'

test.each([
  ['张三', 'utf8', 6n],
  ['张三', 'GBK', 4n],
  ['a€，。', 'gbk', 7n],
  ['张三', 'gb2312', 4n],
  ['𠮷a', 'gb18030', 5n],
  ['한글', 'GB-18030', 8n],
  ['𠮷', 'utf_16', 4n],
  ['', 'gbk', 0n],
])('%j in %s has %d bytes', (text, encoding, bytes) => {
  expect(lengthInBytes(text, encoding)).toBe(bytes)
})

test('what an encoding does not hold, and one that nobody knows, are refused by name', () => {
  expect(() => lengthInBytes('a한', 'gbk')).toThrow('"한" is no character of GBK')
  expect(() => lengthInBytes('a', 'latin9')).toThrow('"latin9" is no encoding that is measured')
})
