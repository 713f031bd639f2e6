import { expect, it } from 'vitest'
import { sideOfKey } from './side-of-key.ts'

const STRATEGY = '0195a3c2-1111-7000-8000-000000000001'
const CANARIES = ['0195a3c2-2222-7000-8000-00000000000a', '0195a3c2-2222-7000-8000-00000000000b']

/** Kinds of keys that far systems really have. */
const kinds: Readonly<Record<string, (index: number) => string>> = {
  counted: index => String(index),
  padded: index => `SO-2026-${String(index).padStart(8, '0')}`,
  joined: index => `${index % 7}\u001f${index}\u001fLINE`,
  chinese: index => `订单${index}号`,
  uuid: index => `${index.toString(16).padStart(8, '0')}-7f3a-4b6c-9d2e-5a1b3c4d5e6f`,
  powers: index => String(index * 1024),
}
const KEYS = 20_000

for (const share of [1, 10, 33, 50])
  for (const [kind, keyOf] of Object.entries(kinds))
    it(`takes ${share} % of ${kind} keys, by chance alone`, () => {
      const takes = sideOfKey(STRATEGY, CANARIES[0]!, share)
      let taken = 0
      for (let index = 0; index < KEYS; index += 1) if (takes(keyOf(index))) taken += 1
      const p = share / 100
      // Five standard deviations: one such set in two millions lies outside.
      expect(Math.abs(taken - KEYS * p)).toBeLessThan(5 * Math.sqrt(KEYS * p * (1 - p)))
    })

it('is the same for a key wherever and whenever it is asked, also where the share is spoken of again', () => {
  const [first, second] = [0, 1].map(() => sideOfKey(STRATEGY, CANARIES[0]!, 20))
  for (let index = 0; index < 5000; index += 1) expect(first!(`K${index}`)).toBe(second!(`K${index}`))
  // Known answers: another process of another release must not disagree while a canary lives.
  const taken = Array.from({ length: 40 }, (_, index) => index).filter(index => first!(`K${index}`))
  expect(taken).toMatchInlineSnapshot(`
    [
      3,
      9,
      18,
      23,
      30,
      32,
      36,
    ]
  `)
})

it('a greater share keeps the keys of a smaller one; another canary chooses others', () => {
  const [small, great] = [10, 40].map(share => sideOfKey(STRATEGY, CANARIES[0]!, share))
  const other = sideOfKey(STRATEGY, CANARIES[1]!, 10)
  let both = 0
  for (let index = 0; index < KEYS; index += 1) {
    const key = `K${index}`
    if (small!(key)) expect(great!(key)).toBe(true)
    if (small!(key) && other(key)) both += 1
  }
  // 10 % of 10 %, by chance.
  expect(Math.abs(both - KEYS / 100)).toBeLessThan(5 * Math.sqrt((KEYS / 100) * 0.99))
})
