import { expect, test } from 'vitest'
import { createContexts, readAllowRule } from './context.ts'

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

test('what signing in gave is kept for each environment of a connector alone', async () => {
  const nothing = {} as never // Nothing of them is asked for here.
  const contexts = createContexts({
    settings: { egressAllow: [], fileDirectories: [] } as never,
    database: nothing,
    vault: nothing,
    uploads: nothing,
    engine: () => ({ records: { createStore: () => nothing } }) as never,
    sandboxPorts: () => [],
  })
  const signIn = (env: string, value: string): Promise<string> =>
    contexts
      .make('tenant', 'connector', env)
      .cache.get('token', async () => ({ value, expiresAtMs: Number.POSITIVE_INFINITY }))
  expect(await signIn('production', 'of production')).toBe('of production')
  expect(await signIn('test', 'of test')).toBe('of test')
  expect(await signIn('production', 'another')).toBe('of production')
  await contexts.close()
})
