import { type Data, isData, toJson, type Value } from '@sluice/contract'
import type { FieldChange } from './rehearsals.ts'

/** Of one record; who wants more opens the record. */
const MAX_FIELDS = 100
const MAX_CHARS = 1000
const MAX_PATH = 300

/**
 * The fields that differ, down to the leaves: `customer.code`, `lines[2].qty`. Lists of different lengths differ as a whole.
 * null, missing and "" are three things; 1.0 and 1.00 are two.
 */
export function compareData(before: Data, after: Data): FieldChange[] {
  const changes: FieldChange[] = []
  compareFields(before, after, '', changes)
  return changes
}

function compareFields(before: Data, after: Data, prefix: string, changes: FieldChange[]): void {
  for (const name of Object.keys(before)) compareValues(before[name], own(after, name), `${prefix}${name}`, changes)
  for (const name of Object.keys(after))
    if (!Object.hasOwn(before, name)) compareValues(undefined, after[name], `${prefix}${name}`, changes)
}

const own = (data: Data, name: string): Value | undefined => (Object.hasOwn(data, name) ? data[name] : undefined)

function compareValues(
  before: Value | undefined,
  after: Value | undefined,
  path: string,
  changes: FieldChange[],
): void {
  if (before === after || changes.length >= MAX_FIELDS) return
  if (isData(before) && isData(after)) {
    compareFields(before, after, `${path}.`, changes)
    return
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, value] of before.entries()) compareValues(value, after[index], `${path}[${index}]`, changes)
    return
  }
  const [old, now] = [textOf(before), textOf(after)]
  if (old === now) return
  changes.push({ field: clean(path, MAX_PATH), before: cut(old), after: cut(now) })
}

const textOf = (value: Value | undefined): string | null => (value === undefined ? null : toJson(value))
const cut = (text: string | null): string | null => (text === null ? null : clean(text, MAX_CHARS))

/** What a database takes as a text. */
const clean = (text: string, chars: number): string =>
  (text.length > chars ? `${text.slice(0, chars)}…` : text).replaceAll('\0', '').toWellFormed()

/** Every line alike: `lines[].qty`. */
export const toPath = (field: string): string =>
  field
    .replace(/\[\d+\]/g, '[]')
    .replaceAll('\0', '')
    .toWellFormed()
