/** Names in the order in which they stand, of those that count. */
export const orderOf = (list: ReadonlyMap<string, unknown>, counts: (name: string) => boolean): string[] =>
  [...list.keys()].filter(counts)

/** What is left, in the order of the first list; what only the second one has stays behind its neighbour there. */
export function arrange<T>(lead: readonly string[], other: readonly string[], left: ReadonlyMap<string, T>): T[] {
  const known = new Set(lead)
  const behind = new Map<string | null, string[]>()
  let neighbour: string | null = null
  for (const name of other) {
    if (known.has(name)) neighbour = left.has(name) ? name : neighbour
    else if (left.has(name)) behind.set(neighbour, [...take(behind, neighbour), name])
  }
  const order: string[] = [...take(behind, null)]
  for (const name of lead) if (left.has(name)) order.push(name, ...take(behind, name))
  return order.map(name => left.get(name) as T) // every name in the order is one that is left
}

const take = (behind: ReadonlyMap<string | null, readonly string[]>, name: string | null): readonly string[] =>
  behind.get(name) ?? []
