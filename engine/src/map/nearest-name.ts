/** The name that was meant, where one is near: a letter wrong, left out, too much or changed with its neighbour for each three. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const wanted = [...written.toLowerCase()]
  // Of two characters one may be wrong; a single one says nothing.
  if (wanted.length < 2 || wanted.length > MAX_LENGTH) return undefined
  let best: string | undefined
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    const characters = [...name.toLowerCase()]
    if (characters.length > MAX_LENGTH || Math.abs(characters.length - wanted.length) >= least) continue
    const distance = distanceOf(wanted, characters)
    if (distance >= least || distance >= wanted.length) continue
    best = name
    least = distance
  }
  return best
}

const MAX_LENGTH = 100

/** Changes that make one of the other; neighbours that changed places are one. */
function distanceOf(left: readonly string[], right: readonly string[]): number {
  let before: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (const [row, character] of left.entries()) {
    const here = [row + 1]
    for (const [column, other] of right.entries()) {
      const isSame = character === other
      let cost = Math.min(above[column + 1]! + 1, here[column]! + 1, above[column]! + (isSame ? 0 : 1)) // rows of one length
      const isSwapped = row > 0 && column > 0 && character === right[column - 1] && left[row - 1] === other
      if (isSwapped) cost = Math.min(cost, before[column - 1]! + 1)
      here.push(cost)
    }
    before = above
    above = here
  }
  return above.at(-1) ?? 0
}
