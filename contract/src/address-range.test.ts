import { expect, test } from 'vitest'
import { lineOf, rangeOf } from './address-range.ts'

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
  ['::FFFF:c000:207', '192.0.2.7', '192.0.2'],
  ['2001:db8:7:7::1', '2001:db8:7:7', '2001:db8:7'],
  ['2001:0DB8:0007:0007:1:2:3:4', '2001:db8:7:7', '2001:db8:7'],
  ['2001:db8::9', '2001:db8:0:0', '2001:db8:0'],
  ['::1', '0:0:0:0', '0:0:0'],
])('%s is of the line %s and of the customer %s', (ip, line, range) => {
  expect([lineOf(ip), rangeOf(ip)]).toEqual([line, range])
})
