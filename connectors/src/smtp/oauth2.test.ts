import { createTestContext } from '@sluice/connector-kit/conformance'
import { expect, onTestFinished, test } from 'vitest'
import smtp from './index.ts'
import { startMail } from './testing.ts'

test('a granted token signs in, and a refused one is exchanged once', async () => {
  const tokens = new Set(['token-2'])
  const server = await startMail({ username: 'mia', password: 'x', tokens })
  const context = createTestContext()
  onTestFinished(async () => {
    await context.dispose()
    await server.close()
  })
  const asked: (string | null)[] = []
  const grant = {
    token: async (_client: unknown, stale: string | null) => {
      asked.push(stale)
      return { value: `token-${asked.length}`, refreshAtMs: Date.now() + 60_000 }
    },
  }
  const params = {
    ...{ host: '127.0.0.1', port: server.port, security: 'off', username: 'mia', from: 'mia@example.com' },
    ...{ auth: 'oauth2Code', token_url: 'https://login.example.com/token', client_id: 'a', client_secret: 'b' },
  }
  const run = async () => {
    const steps = []
    for await (const step of (await smtp.open(params, { ...context, grant })).test()) steps.push(step)
    return steps.at(-1)
  }
  expect(await run()).toMatchObject({ name: 'permission', ok: true })
  expect(asked).toEqual([null, 'token-1'])
  tokens.clear()
  expect(await run()).toMatchObject({ name: 'auth', ok: false })
})
