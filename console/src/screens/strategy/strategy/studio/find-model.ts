/** The strategy that a look-up looks into. */
export interface Upstream {
  readonly key: readonly string[]
  readonly number: string | null
  /** It has stored nothing yet. */
  readonly isEmpty: boolean
  /** The record it stored last, and what is known of it beside its content. */
  readonly sample: Readonly<Record<string, unknown>>
  readonly row: Readonly<Record<string, string | null>>
  /** Whether an index leads from conditions on these fields to a record. */
  way(names: readonly string[]): boolean
}

export interface FindField {
  readonly name: string
  /** key, number: an index leads there. record: known of the record beside its content. */
  readonly kind: 'key' | 'number' | 'record' | 'content'
  readonly sample: string
}

const MAX_SAMPLE = 40

/** What can be asked for: the key and the number first, then what the sample holds, then what is known beside it. */
export function listFindFields(upstream: Upstream | null): FindField[] {
  if (!upstream) return []
  const { key, number, sample, row } = upstream
  const first = [...new Set([...key, ...(number === null ? [] : [number])])]
  const names = [...first, ...Object.keys(sample).filter(name => !first.includes(name))]
  const kindOf = (name: string): FindField['kind'] =>
    key.includes(name) ? 'key' : name === number ? 'number' : 'content'
  return [
    ...names.map(name => ({ name, kind: kindOf(name), sample: show(sample[name]) })),
    ...['$target', '$key', '$number'].map(name => ({ name, kind: 'record' as const, sample: show(row[name]) })),
  ]
}

function show(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SAMPLE ? `${text.slice(0, MAX_SAMPLE)}…` : text
}
