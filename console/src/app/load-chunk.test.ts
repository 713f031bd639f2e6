import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadChunk } from './load-chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a part of the page is waited for 120 s, then it is a ChunkLoadError', async () => {
  const failed = vi.fn()
  loadChunk(() => new Promise(() => undefined)).catch(failed)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed.mock.calls[0]?.[0]).toMatchObject({ name: 'ChunkLoadError', code: 'CHUNK_LOAD_FAILED' })
})

test('a style that cannot be loaded has its own code; what was loaded is passed on and leaves no timer', async () => {
  const style = loadChunk(() => Promise.reject(new Error('Unable to preload CSS for /assets/x.css')))
  await expect(style).rejects.toMatchObject({ name: 'ChunkLoadError', code: 'CSS_CHUNK_LOAD_FAILED' })
  expect(await loadChunk(async () => 'page')).toBe('page')
  expect(vi.getTimerCount()).toBe(0)
})
