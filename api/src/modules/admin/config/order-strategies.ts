import type { Json } from './json.ts'
import { listReferenced, listUpstreams } from './port-strategy.ts'

interface Ordered {
  readonly key: string
  readonly spec: Json
}

/** Each after those it names, as far as they are among them; a circle stays in the order it has. */
export function orderStrategies<T extends Ordered>(strategies: readonly T[]): T[] {
  const byKey = new Map(strategies.map(each => [each.key, each]))
  const seen = new Set<string>()
  const ordered: T[] = []
  for (const first of strategies) {
    // Not recursive: a chain may be as long as there are files.
    const stack = [{ each: first, isDone: false }]
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if (top.isDone) ordered.push(top.each)
      if (top.isDone || seen.has(top.each.key)) continue
      seen.add(top.each.key)
      stack.push({ each: top.each, isDone: true })
      for (const key of listReferenced(top.each.spec)) {
        const upstream = byKey.get(key)
        if (upstream) stack.push({ each: upstream, isDone: false })
      }
    }
  }
  return ordered
}

/** Strategies that wait for themselves by way of others, in files alone: `A → B → A`; null: none. */
export function findCircle(strategies: readonly Ordered[]): { readonly key: string; readonly way: string } | null {
  const upstreams = new Map(strategies.map(each => [each.key, listUpstreams(each.spec)]))
  for (const { key } of strategies) {
    const from = new Map<string, string>()
    const open = [key]
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      for (const next of upstreams.get(at) ?? []) {
        if (next === key) return { key, way: [...trace(from, at, key), key].reverse().join(' → ') }
        if (from.has(next) || !upstreams.has(next)) continue
        from.set(next, at)
        open.push(next)
      }
    }
  }
  return null
}

function trace(from: ReadonlyMap<string, string>, last: string, start: string): string[] {
  const way = [last]
  for (let at = from.get(last); at !== undefined && way[0] !== start; at = from.get(at)) way.unshift(at)
  return way[0] === start ? way : [start, ...way]
}
