import { parseList } from 'basic-ftp'
import { expect, test } from 'vitest'
import { readListing } from './read-listing.ts'

const names = (text: string): string[] => readListing(text, parseList).map(({ name }) => name)

test.each([
  [
    'facts',
    'type=cdir;modify=20260101000000; .\r\ntype=file;size=3;modify=20260101000000; a\nb.csv\r\ntype=file;size=3;modify=20260101000000; c.csv\r\n',
  ],
  ['rights', 'total 8\n-rw-r--r-- 1 a a 3 Jan 01 2024 a\nb.csv\n-rw-r--r-- 1 a a 3 Jan 01 2024 c.csv\n'],
  ['days', '01-01-26  10:00AM  3 a\r\nb.csv\r\n01-01-26  10:00AM  3 c.csv\r\n'],
])('a name with a line break stays one entry in a list of %s', (_, text) => {
  expect(names(text).toSorted()).toEqual(['a\nb.csv', 'c.csv'])
})

test('a name whose end stands in the last line does not decide how the list is read', () => {
  expect(names('-rw-r--r-- 1 a a 3 Jan 01 2024 c.csv\n-rw-r--r-- 1 a a 3 Jan 01 2024 a\nb.csv\n')).toEqual([
    'c.csv',
    'a\nb.csv',
  ])
})
