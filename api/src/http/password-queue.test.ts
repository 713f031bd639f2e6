import { expect, test } from 'vitest'
import { createPasswordQueue } from './password-queue.ts'

/** Work that ends when it is told to, and tells in what order it began. */
function openWork(atOnce: number) {
  const queue = createPasswordQueue(atOnce)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  return {
    begun,
    refused,
    ask: (from: string) =>
      void queue
        .run(from, () => {
          begun.push(from)
          return new Promise<void>(resolve => ends.push(resolve))
        })
        .catch((error: { code: string }) => refused.push(`${from} ${error.code}`)),
    async end() {
      ends.shift()?.()
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}

test('a flood from one address lets another one in at its next turn, and each keeps its order', async () => {
  const work = openWork(2)
  for (let at = 0; at < 30; at++) work.ask('flood')
  work.ask('owner')
  work.ask('owner')
  expect(work.begun).toEqual(['flood', 'flood'])
  for (let at = 0; at < 5; at++) await work.end()
  expect(work.begun).toEqual(['flood', 'flood', 'flood', 'owner', 'flood', 'owner', 'flood'])
})

test('one address has 40 waiting, and the rest are told at once', async () => {
  const work = openWork(1)
  for (let at = 0; at < 60; at++) work.ask('flood')
  await work.end()
  expect(work.refused).toEqual(Array(19).fill('flood unavailable.passwords'))
  work.ask('owner')
  for (let at = 0; at < 45; at++) await work.end()
  expect(work.begun.filter(from => from === 'flood')).toHaveLength(41)
})

test('where 400 wait, whoever comes takes the place of the last of the longest line; one of many alike is refused', async () => {
  const work = openWork(1)
  work.ask('first')
  for (let line = 0; line < 10; line++) for (let at = 0; at < 40; at++) work.ask(`flood ${line}`)
  work.ask('owner')
  await work.end()
  expect(work.refused).toEqual(['flood 0 unavailable.passwords'])
  for (let at = 0; at < 10; at++) await work.end()
  expect(work.begun.slice(1)).toContain('owner')

  const crowd = openWork(1)
  for (let line = 0; line < 402; line++) crowd.ask(`line ${line}`)
  await crowd.end()
  expect(crowd.refused).toEqual(['line 401 unavailable.passwords'])
})

test('what fails gives its place on', async () => {
  const queue = createPasswordQueue(1)
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run('b', async () => 'done')).toBe('done')
})
