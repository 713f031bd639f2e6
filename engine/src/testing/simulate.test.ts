import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const PROGRAM = join(import.meta.dirname, 'simulate.ts')

// A process of its own: it changes the clock and the timers of the whole process before it loads the engine.
it('histories of one strategy under several processes keep every promise, and one seed is one history', {
  timeout: 240_000,
}, async () => {
  const args = [PROGRAM, '--histories', '20', '--seed', '1000']
  const { stdout, stderr } = await run(process.execPath, args).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  expect(JSON.parse(stdout), stderr).toMatchObject({ failed: [], isRepeatable: true })
})
