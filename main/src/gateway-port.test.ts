import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPort } from '@sluice/connector-kit/conformance'
import { expect, test } from 'vitest'
import { readSettings } from './env.ts'
import { start } from './start.ts'

test('on a port of its own the gateway answers there alone, and nothing else does', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-gateway-port-'))
  const port = await findPort()
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', GATEWAY_PORT: String(port), LOG_LEVEL: 'error' }
  const running = await start(readSettings(env), { demo: false })
  const ask = async (origin: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${origin}${path}`, { headers, ...sent })
    return { status: answer.status, text: await answer.text() }
  }
  const gateway = `http://127.0.0.1:${port}`
  const credentials = { app_key: 'nobody', app_secret: 'nothing' }
  try {
    expect(JSON.parse((await ask(gateway, '/v2/oauth', credentials)).text)).toMatchObject({ code: 40101 })
    expect((await ask(gateway, '/v2/limits')).status).toBe(401)
    for (const path of ['/', '/index.html', '/api/passport/login-key', '/api/user', '/ws'])
      expect([path, (await ask(gateway, path)).status]).toEqual([path, 404])
    expect((await ask(running.url!, '/api/passport/login-key')).status).toBe(200)
    for (const [path, body] of [['/v2/oauth', credentials], ['/v2/limits'], ['/v2/openapi.json']] as const) {
      const { status, text } = await ask(running.url!, path, body)
      expect([path, status, text.includes('40101')]).toEqual([path, 404, false])
    }
  } finally {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await expect(fetch(gateway)).rejects.toThrow()
})
