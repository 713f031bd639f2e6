import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

test.each<[string, string[][]]>([
  ['', []],
  ['a', [['a']]],
  [
    'a,b\r\n1,"x, ""y""\nz"',
    [
      ['a', 'b'],
      ['1', 'x, "y"\nz'],
    ],
  ],
  [
    '\uFEFF"a";"b,c"\r1;2',
    [
      ['a', 'b,c'],
      ['1', '2'],
    ],
  ],
  [
    'a\tb,c\n1\t2\n',
    [
      ['a', 'b,c'],
      ['1', '2'],
    ],
  ],
  ['a,b;c,d', [['a', 'b;c', 'd']]],
  ['a;b;c,d', [['a', 'b', 'c,d']]],
  [
    'a,\n,',
    [
      ['a', ''],
      ['', ''],
    ],
  ],
  ['"",""""', [['', '"']]],
  ['pipe 5",x', [['pipe 5"', 'x']]],
  ['a\n\nb', [['a'], [''], ['b']]],
])('%j', (text, rows) => {
  expect(readCsv(text)).toEqual(rows)
})

test.each([
  ['a,b\n"x,y\nz', 'unclosed', 2],
  ['"', 'unclosed', 1],
  ['a\r\n"l1\r\nl2",1\r\n"x"y,2', 'behind', 4],
  ['"a" ,b', 'behind', 1],
])('malformed quotes are refused with their line: %j', (text, kind, line) => {
  expect(() => readCsv(text)).toThrow(expect.objectContaining({ kind, line }))
})
