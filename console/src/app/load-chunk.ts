import { CHUNK_TIMEOUT_MS } from '../lib/timing.ts'

/** Named as the error catalogue of spec §8 names it; the page boundary offers to reload. */
class ChunkLoadError extends Error {
  readonly code: string

  constructor(code: string, cause: unknown) {
    super('loading a part of the page', { cause })
    this.name = 'ChunkLoadError'
    this.code = code
  }
}

/** A lazy part of the page, or a ChunkLoadError: a new version was deployed, or the line is down. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    const isStyle = error instanceof Error && /CSS/.test(error.message)
    throw new ChunkLoadError(isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED', error)
  } finally {
    clearTimeout(timer)
  }
}
