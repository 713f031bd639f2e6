/** Numbers that a seed repeats (mulberry32). */
export function makeRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number): number => next() % limit
  return {
    below,
    chance: (perThousand: number): boolean => below(1000) < perThousand,
    pick: <T>(values: readonly T[]): T => values[below(values.length)]!, // not empty
    shuffle: <T>(values: readonly T[]): T[] => {
      const shuffled = [...values]
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = below(at + 1)
        ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!] // both within
      }
      return shuffled
    },
  }
}
export type Random = ReturnType<typeof makeRandom>
