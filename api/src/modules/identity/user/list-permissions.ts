const operations = ['add', 'delete', 'update', 'query', 'import', 'export'] as const

/**
 * What the profile lists: every `module:operation` the role holds, `*` written out, and the bare operations the
 * console's layout guard reads (whoever holds any `x:add` also holds `add`).
 */
export function listPermissions(held: readonly string[], known: readonly string[]): string[] {
  const named = held.includes('*') ? ['*', ...known] : [...held]
  const bare = operations.filter(operation => named.some(name => name.endsWith(`:${operation}`)))
  return [...new Set([...named, ...bare])].sort()
}
