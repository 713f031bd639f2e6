import type { FieldSpec } from '@sluice/contract'
import { listChoices } from '../model.ts'
import { readRecord } from './use-records.ts'

export interface PickerOption {
  readonly value: string
  /** Of the field itself; it may have dots of its own. */
  readonly name: string
  readonly label: string
  readonly type: string
  /** What the current record holds there. */
  readonly sample: string
  readonly isKnown: boolean
}

/** Source fields with the current record's values; fields that only the record has come last. */
export function listOptions(
  source: readonly FieldSpec[],
  listName: string | null,
  record: string | null,
  unknownLabel: string,
): PickerOption[] {
  const data = readRecord(record)
  const line = firstLine(data, listName)
  const known = listChoices(source, listName).map(({ path, field }) => ({
    value: path,
    name: field.name,
    label: field.label ?? '',
    type: field.nativeType ?? field.type,
    sample: showSample(readAt(line, path) ?? readAt(data, path.replace(/^\$\./, ''))),
    isKnown: true,
  }))
  const names = new Set(known.map(option => option.value))
  const more = [...Object.keys(line), ...Object.keys(data)].filter(name => !names.has(name))
  const unknown = [...new Set(more)].map(name => ({
    value: name,
    name,
    label: unknownLabel,
    type: '',
    sample: showSample(line[name] ?? data[name]),
    isKnown: false,
  }))
  return [...known, ...unknown]
}

type Shown = Readonly<Record<string, unknown>>

const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null && !Array.isArray(value)

function firstLine(data: Shown, listName: string | null): Shown {
  const list = listName === null ? undefined : readAt(data, listName)
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  return isShown(first) ? first : {}
}

/**
 * Nothing that is known of the source has such a field: neither what it declares, nor the record at hand, nor may it be
 * inside of a field that does not say what it holds.
 */
export function isUnknownField(
  path: string,
  source: readonly FieldSpec[],
  listName: string | null,
  record: string | null,
): boolean {
  const isOpenList = listName !== null && !source.some(field => field.name === listName && field.fields?.length)
  if (path === '' || source.length === 0 || isOpenList) return false
  const isDeclared = listChoices(source, listName).some(
    choice => choice.path === path || (path.startsWith(`${choice.path}.`) && isOpen(choice.field)),
  )
  if (isDeclared) return false
  const data = readRecord(record)
  return (readAt(firstLine(data, listName), path) ?? readAt(data, path.replace(/^\$\./, ''))) === undefined
}

const isOpen = ({ type, fields }: FieldSpec): boolean =>
  type === 'json' || type === 'array' || (type === 'object' && !fields?.length)

function readAt(data: Shown, path: string): unknown {
  if (path in data) return data[path]
  return path.split('.').reduce<unknown>((value, name) => (isShown(value) ? value[name] : undefined), data)
}

const MAX_SAMPLE = 40

function showSample(value: unknown): string {
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SAMPLE ? `${text.slice(0, MAX_SAMPLE)}…` : text
}
