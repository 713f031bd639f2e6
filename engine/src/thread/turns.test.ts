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

test('a queue of one tenant holds up nobody: of those who wait, whose tenant was served longest ago goes first', async () => {
  const turns = new Turns(1, 1)
  const got: string[] = []
  const take = (tenant: string): Promise<unknown> => turns.take(tenant, undefined).then(() => got.push(tenant))
  await take('a')
  for (const tenant of ['a', 'a', 'a', 'b', 'b', 'c']) void take(tenant) // never rejects: nobody leaves
  for (const last of ['a', 'b', 'c', 'a', 'b', 'a']) {
    turns.give(last)
    await new Promise(setImmediate)
  }
  expect(got).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
})
