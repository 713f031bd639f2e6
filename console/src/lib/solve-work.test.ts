import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solveWork } from './solve-work.ts'

test('the answer has the zero bits that were asked for', async () => {
  const answer = await solveWork('0198-id', 12, { signal: new AbortController().signal })
  const digest = createHash('sha256').update(`0198-id.${answer}`).digest()
  expect(digest.readUInt16BE(0) >> 4).toBe(0)
})

test('it stops when nobody waits any more, and tells how far it is', async () => {
  const abort = new AbortController()
  const shares: number[] = []
  const work = solveWork('0198-id', 60, {
    signal: abort.signal,
    onProgress(share) {
      shares.push(share)
      if (shares.length === 2) abort.abort()
    },
  })
  await expect(work).rejects.toThrow()
  expect(shares.every(share => share >= 0 && share < 1)).toBe(true)
})
