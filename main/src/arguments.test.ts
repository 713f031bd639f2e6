import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('no argument starts the product, --demo with the demo', () => {
  expect(readArguments([])).toEqual({ kind: 'start', demo: false })
  expect(readArguments(['--demo'])).toEqual({ kind: 'start', demo: true })
})

test('a tenant needs a code; name and administrator follow from it', () => {
  expect(readArguments(['tenant', 'add', '--code', 'acme'])).toEqual({
    kind: 'tenant',
    code: 'acme',
    name: 'acme',
    admin: 'acme-admin',
  })
  expect(readArguments(['tenant', 'add', '--code', 'No Good'])).toMatchObject({ kind: 'wrong' })
})

test('an unknown word or option is refused and named', () => {
  expect(readArguments(['strat'])).toEqual({ kind: 'wrong', message: 'Unknown command: strat' })
  expect(readArguments(['--prot', '80'])).toMatchObject({ kind: 'wrong', message: expect.stringContaining('--prot') })
})
