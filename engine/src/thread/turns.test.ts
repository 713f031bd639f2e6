import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('places are given in order, and no tenant takes those of another', async () => {
  const turns = new Turns(2, 1)
  const got: string[] = []
  const take = (tenant: string, signal?: AbortSignal): Promise<unknown> =>
    turns.take(tenant, signal).then(
      () => got.push(tenant),
      () => got.push(`${tenant} left`),
    )
  const leaving = new AbortController()
  await take('a')
  const all = [take('a'), take('b'), take('c', leaving.signal), take('d')]
  await all[1]
  expect(got).toEqual(['a', 'b'])
  leaving.abort(new Error('gone'))
  turns.give('b')
  await all[3]
  turns.give('a')
  await Promise.all(all)
  expect(got).toEqual(['a', 'b', 'c left', 'd', 'a'])
})
