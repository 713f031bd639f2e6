/** One field that is not as it was. */
export interface Change {
  readonly path: string
  /** JSON text; null: the field was not there. */
  readonly before: string | null
  readonly after: string | null
}

/**
 * What differs between two documents, field by field, in the order of the later one. A list counts as one value unless
 * both sides have one of the same length: then its members are compared.
 */
export function listChanges(before: unknown, after: unknown, path = ''): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (isRecord(before) && isRecord(after)) {
    const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
    return names.flatMap(name => listChanges(before[name], after[name], path === '' ? name : `${path}.${name}`))
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((value, index) => listChanges(before[index], value, `${path}[${index}]`))
  return [{ path, before: write(before), after: write(after) }]
}

const write = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
