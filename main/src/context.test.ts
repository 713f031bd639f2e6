import { expect, test } from 'vitest'
import { readAllowRule } from './context.ts'

test('a place is a host, a network or an address, with or without a port', () => {
  expect(
    ['erp.local', 'erp.local:8443', '10.0.0.0/8', '::1', '[fd00::1]:8443', '[fd00::1]'].map(readAllowRule),
  ).toEqual([
    { host: 'erp.local' },
    { host: 'erp.local', port: 8443 },
    { host: '10.0.0.0/8' },
    { host: '::1' },
    { host: 'fd00::1', port: 8443 },
    { host: 'fd00::1' },
  ])
})
