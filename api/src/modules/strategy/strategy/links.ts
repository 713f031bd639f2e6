/** One strategy waits for another, or runs after it. */
export interface Link {
  readonly strategy_id: string
  readonly upstream_id: string
}

/** The way from a strategy along its upstreams back to itself, both ends named; null: there is none. */
export function findCycle(links: readonly Link[], start: string): string[] | null {
  const upstreams = Map.groupBy(links, link => link.strategy_id)
  const from = new Map<string, string>()
  const open = [start]
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    for (const { upstream_id: next } of upstreams.get(id) ?? []) {
      if (next === start) return [start, ...trace(from, id, start), start]
      if (from.has(next)) continue
      from.set(next, id)
      open.push(next)
    }
  }
  return null
}

function trace(from: ReadonlyMap<string, string>, last: string, start: string): string[] {
  const way: string[] = []
  for (let id: string | undefined = last; id !== undefined && id !== start; id = from.get(id)) way.unshift(id)
  return way
}

/** The same ids, each once, every one after those among them that it waits for, else in the order given. */
export function orderUpstreamFirst(ids: readonly string[], links: readonly Link[]): string[] {
  const upstreams = Map.groupBy(links, link => link.strategy_id)
  const wanted = new Set(ids)
  const seen = new Set<string>()
  const ordered: string[] = []
  // Not recursive: a chain may be as long as a tenant has strategies.
  for (const id of wanted) {
    const stack = [{ id, isDone: false }]
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if (top.isDone && wanted.has(top.id)) ordered.push(top.id)
      if (top.isDone || seen.has(top.id)) continue
      seen.add(top.id)
      stack.push({ id: top.id, isDone: true })
      for (const { upstream_id } of upstreams.get(top.id) ?? []) stack.push({ id: upstream_id, isDone: false })
    }
  }
  return ordered
}
