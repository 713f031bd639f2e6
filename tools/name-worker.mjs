import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'

// Before each file: which process runs it, for who must end one that hangs.
if (process.env.TEST_WORKERS)
  writeFileSync(join(process.env.TEST_WORKERS, String(process.pid)), expect.getState().testPath ?? '')

// Files share their worker: a clock that one of them left standing would hold the next for ever.
vi.useRealTimers()
