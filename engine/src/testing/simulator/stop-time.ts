import { createRequire, syncBuiltinESMExports } from 'node:module'

/**
 * Imported before the engine: pauses end at once, the process's own clock is the simulator's, and unpacking needs no
 * other thread. What happens next then depends on the seed alone.
 */
export const clock = { nowMs: Date.UTC(2026, 0, 15, 12) }

const require = createRequire(import.meta.url)
const timers = require('node:timers/promises') as typeof import('node:timers/promises')
const zlib = require('node:zlib') as typeof import('node:zlib')

timers.setTimeout = (<T>(_ms?: number, value?: T, options?: { readonly signal?: AbortSignal }) =>
  options?.signal?.aborted ? Promise.reject(options.signal.reason) : Promise.resolve(value)) as typeof timers.setTimeout // every overload of it
zlib.zstdDecompress = ((body: Buffer, done: (error: Error | null, result: Buffer) => void) =>
  done(null, zlib.zstdDecompressSync(body))) as typeof zlib.zstdDecompress
performance.now = () => clock.nowMs
syncBuiltinESMExports()
