import { expect, test } from 'vitest'
import { RemovedFinder } from './find-removed.ts'

const state = (first_seq: number, num_deleted: number) => ({ first_seq, num_deleted }) as never

test('a look tells what was removed since the last, whether it lies before or behind what was delivered', async () => {
  const finder = new RemovedFinder()
  const look = async (next: number, first: number, deleted: readonly number[]) =>
    (await finder.find(next, state(first, deleted.length), async () => deleted)).map(({ from, to }) => [from, to])
  finder.settle(4, 5)
  expect(await look(3, 1, [1, 4, 5, 6, 9, 10])).toEqual([
    [6, 6],
    [9, 10],
  ])
  for (const [last, next] of [
    [2, 3],
    [3, 7],
    [7, 8],
    [8, 12],
  ] as const)
    finder.passOver(last, next)
  // 11 went between the look and the delivery behind it, 3 after it was delivered.
  expect(await look(13, 1, [1, 3, 4, 5, 6, 9, 10, 11])).toEqual([[11, 11]])
  expect(await look(13, 16, [18])).toEqual([
    [13, 15],
    [18, 18],
  ])
  expect(await look(13, 16, [18])).toEqual([])
})

test('a stream of other subjects and many holes is gone through in no time', async () => {
  const finder = new RemovedFinder()
  const deleted = Array.from({ length: 50_000 }, (_, at) => 4 * at + 2)
  for (let at = 1; at < 200_000; at += 4) finder.passOver(at, at + 4)
  const startMs = performance.now()
  const spans = await finder.find(200_001, state(1, deleted.length), async () => deleted)
  expect(spans).toMatchObject([{ from: 2, count: 50_000 }])
  expect(performance.now() - startMs).toBeLessThan(2000)
})
