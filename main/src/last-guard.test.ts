import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Loaded before the program: two signals stand for an error that nothing catches. */
const FAULTS = `
  process.on('SIGUSR2', () => void Promise.reject(new Error('planted rejection')))
  process.on('SIGWINCH', () => setImmediate(() => { throw new Error('planted exception') }))`

let dataDir: string
let child: ChildProcess
let output = ''
let ended: Promise<unknown[]>
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sluice-guard-'))
  output = ''
  child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(FAULTS)}`, join(import.meta.dirname, 'main.ts')],
    { env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  ended = once(child, 'exit')
  for (const pipe of [child.stdout, child.stderr]) pipe?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, { timeout: 90_000 }).toMatch(/is ready: http/)
}, 100_000)
afterEach(async () => {
  child.kill('SIGKILL')
  await ended
  await rm(dataDir, { recursive: true, force: true })
})

test('the program survives a rejection that nothing caught, and ends with 1, in order, after such an exception', async () => {
  const url = /is ready: (\S+)/.exec(output)?.[1] ?? ''
  child.kill('SIGUSR2')
  await expect.poll(() => output, { timeout: 20_000 }).toContain('a rejection that nothing had caught')
  expect(output).toContain('planted rejection')
  expect((await fetch(url)).status).toBe(200)
  expect(child.exitCode).toBeNull()
  child.kill('SIGWINCH')
  expect(await ended).toEqual([1, null])
  expect(output).toContain('an exception that nothing had caught')
  expect(output).toContain('planted exception')
})
