import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './env.ts'
import { start } from './start.ts'

test('when the database has died, requests are told so at once and answered again by themselves', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-revive-'))
  const running = await start(readSettings({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }), { demo: false })
  const ask = async () => {
    const startedMs = performance.now()
    const answer = await fetch(`${running.url}/api/passport/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: 'unknown-token-unknown-token' }),
    })
    const { code } = (await answer.json()) as { code: string }
    return { status: answer.status, code, elapsedMs: performance.now() - startedMs }
  }
  try {
    expect(await ask()).toMatchObject({ status: 401 })
    process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
    const seen: string[] = []
    for (const deadline = performance.now() + 30_000; performance.now() < deadline; ) {
      const { status, code, elapsedMs } = await ask()
      expect(elapsedMs).toBeLessThan(60_000)
      if (seen.at(-1) !== `${status} ${code}`) seen.push(`${status} ${code}`)
      if (seen.length > 1 && status === 401) break
    }
    expect(seen.filter(each => !each.startsWith('401'))).toEqual(['503 unavailable.database'])
    expect(seen.at(-1)).toMatch(/^401/)
  } finally {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
