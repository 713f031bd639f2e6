import { createHash } from 'node:crypto'
import { type Data, isData, toText, type Value } from '@sluice/contract'

/** `hide`: nothing of it; `ends`: its last four letters; `hash`: the same for the same value, of this application alone. */
type Mask = 'hide' | 'ends' | 'hash'

/** Of a record's top fields, by their text. What is missing or null equals nothing. */
export interface RowCondition {
  readonly field: string
  readonly op: 'is' | 'not' | 'starts'
  readonly values: readonly string[]
}

const SHOWN = 4

const isPlain = (value: Value | undefined): boolean =>
  value !== undefined && value !== null && !Array.isArray(value) && !isData(value)

/** A value as it is shown. Missing stays missing, null stays null: that something is not there is no secret of its content. */
function mask(value: Value, rule: Mask, salt: string): Value {
  if (value === null) return null
  if (rule === 'hide' || !isPlain(value)) return '****'
  const text = toText(value)
  if (rule === 'hash') return createHash('sha256').update(`${salt}\n${text}`).digest('hex').slice(0, 32)
  const letters = [...text]
  // A short one would be shown whole.
  return letters.length <= 2 * SHOWN ? '****' : `****${letters.slice(-SHOWN).join('')}`
}

/** What is published of a strategy's records to one application. */
interface Published {
  readonly fields: readonly string[]
  readonly masks: Readonly<Record<string, Mask>>
}

/** With the fields that the key and the number of a record are made of. */
export interface PublishedScope extends Published {
  readonly key_fields: readonly string[]
  readonly number_field: string | null
}

/** Its published fields, some of them masked. */
export function viewRecord(record: Value, { fields, masks }: Published, salt: string): Data {
  if (!isData(record)) return {}
  const found: [string, Value][] = []
  for (const field of fields) {
    if (!Object.hasOwn(record, field)) continue
    const value = record[field] ?? null
    const rule = Object.hasOwn(masks, field) ? masks[field] : undefined
    found.push([field, rule === undefined ? value : mask(value, rule, salt)])
  }
  return Object.fromEntries(found)
}

/** The published field that a path lies in. */
const holderOf = (path: string, fields: readonly string[]): string | undefined =>
  fields.find(field => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}_`))

/** What stands beside the fields and is made of them: shown where all of them are, and as they are. */
function viewText(
  text: string | null,
  made: readonly string[],
  { fields, masks }: Published,
  salt: string,
): string | null {
  const holders = made.flatMap(path => holderOf(path, fields) ?? [])
  if (text === null || holders.length < made.length) return null
  const rules = holders.flatMap(field => (Object.hasOwn(masks, field) ? [masks[field] ?? 'hide'] : []))
  if (rules.length === 0) return text
  return toText(mask(text, rules.length > 1 ? 'hide' : (rules[0] ?? 'hide'), salt))
}

/** By what a record is called, as an application sees it. The target calls it by its key as often as not. */
export function viewNames(
  row: { readonly key: string; readonly number: string | null; readonly target_key: string | null },
  scope: PublishedScope,
  salt: string,
): { readonly key: string | null; readonly number: string | null; readonly target_key: string | null } {
  // What names no field for it takes the key.
  const numbered = scope.number_field === null ? scope.key_fields : [scope.number_field]
  return {
    key: viewText(row.key, scope.key_fields, scope, salt),
    number: viewText(row.number, numbered, scope, salt),
    target_key: viewText(row.target_key, scope.key_fields, scope, salt),
  }
}

/** Whether an application may see it at all. A record whose content is gone cannot be judged, and is not shown. */
export function isSeen(record: Value | undefined, conditions: readonly RowCondition[]): boolean {
  if (conditions.length === 0) return true
  if (record === undefined || !isData(record)) return false
  return conditions.every(({ field, op, values }) => {
    const value = Object.hasOwn(record, field) ? record[field] : undefined
    const text = isPlain(value) ? toText(value) : null
    const isEqual = text !== null && values.includes(text)
    if (op === 'not') return !isEqual
    return op === 'is' ? isEqual : text !== null && values.some(start => text.startsWith(start))
  })
}
