/** Numbers that look random and are fixed by the seed, so a failed demonstration can be repeated. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** Whole number, both ends included. */
  pickInt(min: number, max: number): number
  pick<T>(list: readonly T[]): T
}

/** A stream of its own per label: adding a draw to one order does not shift the others. */
export function createRandom(seed: number, label: string): Random {
  const start = hashText(`${seed}:${label}`)
  let drawn = 0
  const next = (): number => {
    drawn += 1
    return scramble(start + Math.imul(drawn, 0x9e3779b9)) / 2 ** 32
  }
  const pickInt = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    pickInt,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('picking from an empty list')
      return list[pickInt(0, list.length - 1)] as T // the index is below the length
    },
  }
}

/** One draw without a stream: the same seed and label always give the same answer. */
export const drawOnce = (seed: number, label: string): number => scramble(hashText(`${seed}:${label}`)) / 2 ** 32

// FNV-1a over UTF-16 units: labels are short and ASCII.
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

// An avalanche step: neighbouring inputs must not give neighbouring outputs.
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
