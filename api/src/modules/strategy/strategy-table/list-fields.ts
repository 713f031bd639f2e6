import { type Data, ExactNumber, isData, toText, type Value } from '@sluice/contract'

interface Field {
  readonly path: string
  readonly kind: 'text' | 'number' | 'boolean' | 'time' | 'list' | 'mixed'
  readonly sample: string | null
}

const MAX_DEPTH = 4
const MAX_FIELDS = 500
const MAX_SAMPLE = 80
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}|$)/

/** Fields in the order they are met. A list is one field; a name with a dot is written `["a.b"]`. */
export function listFields(records: readonly Data[]): Field[] {
  const found = new Map<string, Field>()
  for (const record of records) noteFields(found, record, '', 1)
  return [...found.values()]
}

function noteFields(found: Map<string, Field>, data: Data, prefix: string, depth: number): void {
  for (const [name, value] of Object.entries(data)) {
    const path = prefix + (/[.[\]]/.test(name) ? `[${JSON.stringify(name)}]` : name)
    if (isData(value) && depth < MAX_DEPTH) noteFields(found, value, `${path}.`, depth + 1)
    else note(found, path, value)
  }
}

function note(found: Map<string, Field>, path: string, value: Value): void {
  const known = found.get(path)
  // What is longer than a column's name may be could not be asked for.
  if (!known && (found.size >= MAX_FIELDS || path.length > 300)) return
  const kind = kindOf(value)
  const sample = value === null || kind === 'list' ? null : toText(value).slice(0, MAX_SAMPLE)
  if (!known || known.sample === null) found.set(path, { path, kind: kind ?? known?.kind ?? 'text', sample })
  else if (kind !== null && kind !== known.kind) found.set(path, { ...known, kind: 'mixed' })
}

function kindOf(value: Value): Exclude<Field['kind'], 'mixed'> | null {
  if (value === null) return null
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return TIME.test(value) ? 'time' : 'text'
  return 'list'
}
