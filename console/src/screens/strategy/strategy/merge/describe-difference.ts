import type { MappingField } from '@sluice/contract'
import { describeValue } from '../studio/field-tree-model.ts'
import type { useMergeText } from '../texts/use-merge-text.ts'
import type { Difference } from './merge-config.ts'

type Text = ReturnType<typeof useMergeText>

/** `源 · 每页条数`, `映射 · lines.sku`, `补漏`: the words of the forms, and names of fields as they are. */
export function describePlace(
  [part = '', ...rest]: readonly string[],
  parts: Readonly<Record<string, string>>,
  text: Text,
): string {
  const settings: Readonly<Record<string, string>> = text.settings
  const isField = part === 'mapping' && rest[0] !== 'copyAll'
  const name = isField ? rest.join('.') : rest.map(word => settings[word] ?? word).join(' · ')
  return [parts[part] ?? part, name].filter(word => word !== '').join(' · ')
}

const isPlace = ({ path }: Difference, value: unknown): value is readonly unknown[] =>
  path.at(-1) === 'place' && Array.isArray(value)

/** The connectors that differences name. */
export const listConnectors = (differences: readonly Difference[]): string[] => [
  ...new Set(
    differences.flatMap(each =>
      [each.base, each.theirs, each.mine].flatMap(value =>
        isPlace(each, value) && typeof value[0] === 'string' ? [value[0]] : [],
      ),
    ),
  ),
]

/** A value as a person reads it. `nameOf` knows connectors. */
export function describeSide(
  difference: Difference,
  value: unknown,
  text: Text,
  nameOf: (connectorId: string) => string,
): string {
  if (value === undefined) return text.absent
  if (isPlace(difference, value)) return `${nameOf(String(value[0]))} · ${String(value[1])}`
  if (difference.path[0] === 'mapping' && isField(value)) return describeField(value)
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isField = (value: unknown): value is MappingField =>
  typeof value === 'object' && value !== null && 'target' in value && 'value' in value

/** The value in a few characters, with every rule beside it: two sides that differ must read differently. */
function describeField({ target, value, ...rules }: MappingField): string {
  const told = describeValue({ target, value })
  const isWhole = value.kind === 'template' || value.kind === 'constant' || value.kind === 'expression'
  const more = { ...(isWhole ? {} : { value }), ...rules }
  return Object.values(more).every(rule => rule === undefined) ? told : `${told} ${JSON.stringify(more)}`
}
