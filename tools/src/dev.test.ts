import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './tree.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sluice-dev-'))
let dev: ChildProcess
afterAll(async () => {
  if (dev.exitCode === null && dev.signalCode === null) {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? address!.port : 0 // it listens
}

test('the console of `npm run dev` asks the server of the same command, on whichever port, and both end with it', {
  timeout: 120_000,
}, async () => {
  let output = ''
  const until = async (pattern: RegExp): Promise<string> => {
    for (let match = pattern.exec(output); ; match = pattern.exec(output)) {
      if (match) return match[1]!
      if (dev.exitCode !== null) throw new Error(output)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  const env = { ...process.env, PORT: String(await findPort()), DATA_DIR: dataDir, NO_COLOR: '1' }
  dev = spawn(process.execPath, ['tools/dev.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  dev.stdout!.on('data', chunk => (output += chunk))
  dev.stderr!.on('data', chunk => (output += chunk))
  const server = await until(/ready: (http:\S+)/)
  const console = await until(/Local:\s+(http:\S+?)\/?\s/)
  const ask = async (base: string) => (await fetch(`${base}/api/setting/website`)).json()
  const answer = await ask(server)
  expect(answer).toMatchObject({ success: true })
  expect(await ask(console)).toEqual(answer)
  expect(await (await fetch(console)).text()).toContain('/src/')
  dev.kill('SIGTERM')
  await once(dev, 'exit')
  await expect(fetch(server)).rejects.toThrow()
  await expect(fetch(console)).rejects.toThrow()
})
