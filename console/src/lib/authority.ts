/** A permission name, several of which one suffices, or a rule over the names. Spec §6. */
export type Authority = string | readonly string[] | ((permissions: ReadonlySet<string>) => boolean)

/** Whether a set of permission names satisfies an authority. No authority asks for nothing. */
export function isAllowed(permissions: ReadonlySet<string>, authority: Authority | null | undefined): boolean {
  if (authority === null || authority === undefined) return true
  if (typeof authority === 'function') return authority(permissions)
  if (typeof authority === 'string') return permissions.has(authority)
  return authority.some(name => permissions.has(name))
}
