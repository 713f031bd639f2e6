import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('no argument starts the product, --demo with the demo', () => {
  expect(readArguments([])).toEqual({ kind: 'start', demo: false, settings: {} })
  expect(readArguments(['--demo'])).toEqual({ kind: 'start', demo: true, settings: {} })
})

test('role, pool and concurrency are settings given on the command line', () => {
  expect(readArguments(['--role=worker', '--pool=default,erp', '--concurrency', '8'])).toMatchObject({
    kind: 'start',
    settings: { ROLE: 'worker', POOL: 'default,erp', CONCURRENCY: '8' },
  })
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

test('secrets are rotated for one tenant or all', () => {
  expect(readArguments(['secrets', 'rotate'])).toEqual({ kind: 'secrets', action: 'rotate', code: null })
  expect(readArguments(['secrets', 'rotate', '--code', 'acme'])).toMatchObject({ action: 'rotate', code: 'acme' })
  expect(readArguments(['secrets', 'rewrap'])).toMatchObject({ kind: 'secrets', action: 'rewrap' })
  expect(readArguments(['secrets', 'show'])).toMatchObject({ kind: 'wrong' })
})

test('a quota names its tenant and what is to change; none takes a limit away', () => {
  const quota = (...args: string[]) => readArguments(['tenant', 'quota', ...args])
  expect(quota('--code', 'acme', '--runs', '4', '--records-per-month', 'none', '--weight', '2.5')).toEqual({
    kind: 'quota',
    code: 'acme',
    change: { runs: 4, records_per_month: null, weight: 2.5 },
  })
  const lite = quota(
    '--code',
    'acme',
    '--connectors',
    '5',
    '--least-minutes',
    '15',
    '--may-follow=no',
    '--may-script=yes',
  )
  expect(lite).toMatchObject({ change: { connectors: 5, least_minutes: 15, may_follow: false, may_script: true } })
  expect(quota('--runs', '4')).toMatchObject({ kind: 'wrong', message: expect.stringContaining('--code') })
  for (const [name, text] of [
    ['runs', '0'],
    ['strategies', '-1'],
    ['storage-bytes', '1.5'],
    ['weight', 'none'],
    ['weight', '0'],
    ['least-minutes', '0'],
    ['least-minutes', '1441'],
    ['may-follow', 'none'],
  ])
    expect(quota('--code', 'acme', `--${name}=${text}`)).toMatchObject({
      kind: 'wrong',
      message: expect.stringContaining(`--${name}`),
    })
})

test('files are exported, planned and applied, with a directory each', () => {
  expect(readArguments(['export', './config', '--kinds', 'strategy,mapping'])).toMatchObject({
    kind: 'config',
    command: { act: 'export', directory: './config', kinds: ['mapping', 'strategy'], url: null, state: false },
  })
  expect(readArguments(['plan', 'c', '--url', 'https://a.test', '--prune', '--json', '--sample=0'])).toMatchObject({
    command: { act: 'plan', url: 'https://a.test', prune: true, json: true, sample: 0, plan: null },
  })
  expect(readArguments(['apply', 'c', '--yes', '--plan', 'h', '--state'])).toMatchObject({
    command: { act: 'apply', yes: true, plan: 'h', state: true, kinds: null },
  })
  for (const [args, named] of [
    [['plan'], 'directory'],
    [['plan', 'a', 'b'], 'directory'],
    [['plan', 'a', '--url', 'sluice'], '--url'],
    [['export', 'a', '--kinds', 'robot'], '--kinds'],
    [['plan', 'a', '--kinds', 'mapping'], '--kinds'],
    [['plan', 'a', '--sample', '2001'], '--sample'],
  ] as const)
    expect(readArguments(args)).toMatchObject({ kind: 'wrong', message: expect.stringContaining(named) })
})

test('the password of the first administrator is reset where no user is named', () => {
  expect(readArguments(['admin', 'reset-password'])).toEqual({ kind: 'resetPassword', user: 'admin' })
  expect(readArguments(['admin', 'reset-password', '--user', 'anna'])).toMatchObject({ user: 'anna' })
})

test('an unknown word or option is refused and named', () => {
  expect(readArguments(['strat'])).toEqual({ kind: 'wrong', message: 'Unknown command: strat' })
  expect(readArguments(['--prot', '80'])).toMatchObject({ kind: 'wrong', message: expect.stringContaining('--prot') })
})
