import { expect, test } from 'vitest'
import { createContexts } from './context.ts'

test('what signing in gave is kept for each environment of a connector alone', async () => {
  const nothing = {} as never // Nothing of them is asked for here.
  const contexts = createContexts({
    settings: { fileDirectories: [] } as never,
    database: nothing,
    vault: nothing,
    uploads: nothing,
    engine: () => ({ records: { createStore: () => nothing } }) as never,
    policy: {},
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
