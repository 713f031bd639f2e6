import { expect, test } from 'vitest'
import { readArguments } from '../arguments.ts'

test('a command of packages names what it does, its paths, connectors and values', () => {
  expect(readArguments(['package', 'diff', 'a', 'b'])).toMatchObject({
    kind: 'package',
    command: { act: 'diff', paths: ['a', 'b'] },
  })
  const words = ['package', 'install', 'x.json', '--connector', 'shop=My shop', '--param', 'code=a=b', '--prefix', 'N']
  expect(readArguments(words)).toMatchObject({
    command: { act: 'install', prefix: 'N', connectors: { shop: 'My shop' }, params: { code: 'a=b' } },
  })
})

test.each([
  [['package'], 'one of: build'],
  [['package', 'burn', 'x'], 'one of: build'],
  [['package', 'diff', 'a'], 'takes 2 paths'],
  [['package', 'check'], 'takes 1 path'],
  [['package', 'unpack', 'x.json'], '--out'],
  [['package', 'install', 'x', '--connector', 'shop'], '--connector'],
  [['package', 'install', 'x', '--param', '=1'], '--param'],
])('%j is refused with what it takes', (words, told) => {
  expect(readArguments(words)).toEqual({ kind: 'wrong', message: expect.stringContaining(told) })
})
