/** The permissions of one module, as a token may be given them. */
export interface ScopeGroup {
  readonly module: string
  readonly scopes: readonly string[]
}

/** What a user holds, by module; `*` and the bare operations of the console's frame are nothing a token may be given. */
export function groupScopes(held: Iterable<string>): ScopeGroup[] {
  const named = [...held].filter(name => /^[\w-]+:[\w-]+$/.test(name) && !name.startsWith('own:')).sort()
  const modules = Map.groupBy(named, name => name.split(':', 1)[0] ?? '')
  return [...modules].map(([module, scopes]) => ({ module, scopes }))
}

/** What only reads. */
export const readingScopes = (groups: readonly ScopeGroup[]): string[] =>
  groups.flatMap(({ scopes }) => scopes.filter(scope => scope.endsWith(':query')))
