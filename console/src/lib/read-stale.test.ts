import { ApiError } from '@sluice/contract'
import { expect, test } from 'vitest'
import { isStale, readStale } from './read-stale.ts'

const refusal = (code: string, content: unknown[]) =>
  new ApiError(409, { success: false, code, message: code, content })

test('a save that came too late tells who was before it, where that is known', () => {
  const saved = { version: 4, username: 'wang', created_at: '2026-11-20T10:00:00Z' }
  expect(readStale(refusal('conflict.version', [saved]))).toEqual(saved)
  expect([isStale(refusal('conflict.version', [])), readStale(refusal('conflict.version', []))]).toEqual([true, null])
})

test('other refusals are none of it', () => {
  for (const error of [refusal('conflict.name', []), new Error('network'), null, undefined])
    expect([isStale(error), readStale(error)]).toEqual([false, null])
})
