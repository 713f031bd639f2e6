import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gather } from './gather.ts'

interface Item {
  readonly group: string
  readonly value: number
}

/** Each batch takes a moment; what it was given is kept. */
function open(fails: (items: readonly Item[]) => boolean = () => false) {
  const batches: string[] = []
  let [now, most] = [0, 0]
  const ask = gather<Item, number>(
    ({ group }) => group,
    async items => {
      most = Math.max(most, ++now)
      batches.push(items.map(({ group, value }) => `${group}${value}`).join(' '))
      await delay(20)
      now--
      if (fails(items)) throw new Error('no')
      return items.map(({ value }) => value * 2)
    },
  )
  return { ask, batches, readMost: () => most }
}

test('what comes while a batch is under way is the next one, each is answered by its own, and groups do not wait for each other', async () => {
  const { ask, batches, readMost } = open()
  const first = [1, 2].map(value => ask({ group: 'a', value }))
  await delay(5)
  const second = [3, 4, 5].map(value => ask({ group: 'a', value }))
  const other = ask({ group: 'b', value: 6 })
  expect(await Promise.all([...first, ...second, other])).toEqual([2, 4, 6, 8, 10, 12])
  expect(batches).toEqual(['a1 a2', 'b6', 'a3 a4 a5'])
  expect(readMost()).toBe(2)
  expect(await ask({ group: 'a', value: 7 })).toBe(14)
})

test('a batch that fails fails for those in it, and the next one goes on', async () => {
  const { ask } = open(items => items.some(({ value }) => value === 1))
  const first = [1, 2].map(value => ask({ group: 'a', value }))
  await delay(5)
  const next = ask({ group: 'a', value: 3 })
  const ends = await Promise.allSettled([...first, next])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('one batch has an end', async () => {
  const { ask, batches } = open()
  await Promise.all(Array.from({ length: 150 }, (_, value) => ask({ group: '', value })))
  expect(batches.map(text => text.split(' ').length)).toEqual([100, 50])
})
