import { type FieldSpec, flattenFields, type MappingField, type StrategyConfig } from '@sluice/contract'
import { checkMapping } from '../map/index.ts'

/** Fields of an object that became different between two looks. */
export interface FieldChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly { readonly name: string; readonly from: string; readonly to: string }[]
}

/** What became of an object since a strategy's version was saved. */
export interface Drift {
  /** The object itself is not there any more. */
  readonly gone: boolean
  readonly removed: FieldChange['removed']
  readonly changed: FieldChange['changed']
  /** What of the strategy names it: fields of the mapping, and settings as `source.key`. */
  readonly breaks: readonly string[]
}

type Difference = Omit<Drift, 'breaks'>
export const noDifference: Difference = { gone: false, removed: [], changed: [] }

/** One change after others: what went and came back, or changed and changed back, is no difference. */
export function addChange(before: Difference, { added, removed, changed }: FieldChange): Difference {
  const types = new Map(before.changed.map(field => [field.name, field]))
  for (const { name, from, to } of changed) types.set(name, { name, from: types.get(name)?.from ?? from, to })
  for (const name of removed) types.delete(name)
  return {
    gone: before.gone,
    removed: [...new Set([...before.removed, ...removed])].filter(name => !added.includes(name)),
    changed: [...types.values()].filter(({ from, to }) => from !== to),
  }
}

/** The part of a difference that a strategy lives by; `fields` are those that the object has now. */
export function findDrift(
  difference: Difference,
  side: 'source' | 'target',
  config: StrategyConfig,
  fields: readonly FieldSpec[],
): Drift {
  if (difference.gone) return { ...difference, breaks: [`${side}.resource`] }
  const usesOf = (name: string): string[] =>
    side === 'source' ? findReaders(name, config, fields) : findWriters(name, config)
  const removed = difference.removed.filter(name => usesOf(name).length > 0)
  const changed = difference.changed.filter(({ name }) => usesOf(name).length > 0)
  const names = [...removed, ...changed.map(({ name }) => name)]
  return { gone: false, removed, changed, breaks: [...new Set(names.flatMap(usesOf))] }
}

/** Settings and mapped fields that read a field of the source. */
function findReaders(name: string, { source, mapping }: StrategyConfig, fields: readonly FieldSpec[]): string[] {
  const isIn = (path: string | undefined): boolean => path === name || (path?.startsWith(`${name}.`) ?? false)
  const settings: Readonly<Record<string, readonly (string | undefined)[]>> = {
    'source.key': source.key,
    'source.number': [source.number],
    'source.increment': [source.increment?.field],
    'source.flatten': source.flatten ?? [],
    'source.filter': (source.filter ?? []).flat().map(({ field }) => field),
    'source.deletes': (source.deletes?.when ?? []).flat().map(({ field }) => field),
  }
  const used = Object.entries(settings).flatMap(([setting, paths]) => (paths.some(isIn) ? [setting] : []))
  // A path that leads nowhere without the field, and somewhere with it, reads it.
  const others = fields.filter(field => field.name !== name)
  const lost = (known: readonly FieldSpec[]): string[] =>
    checkMapping(mapping, { sourceFields: flattenFields(known, source.flatten ?? []) })
      .filter(({ code }) => code === 'mapping.unknownField')
      .map(({ field }) => field)
  const anyway = new Set(lost([...others, { name, type: 'json' }]))
  const isCopied = mapping.copyAll && !mapping.fields.some(({ target }) => target === name)
  const copied = isCopied ? [`${name} (*)`] : []
  return [...used, ...lost(others).filter(path => !anyway.has(path)), ...findExpressions(name, mapping), ...copied]
}

/** Expressions are not taken apart: one that says the name reads the field. */
function findExpressions(name: string, mapping: StrategyConfig['mapping']): string[] {
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}_])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}_])`,
    'u',
  )
  const walk = (list: readonly MappingField[], prefix: string): string[] =>
    list.flatMap(({ target, value }) => {
      if (value.kind === 'expression') return word.test(value.expression) ? [`${prefix}${target}`] : []
      if (value.kind === 'object') return walk(value.fields, `${prefix}${target}.`)
      return value.kind === 'lines' ? walk(value.fields, `${prefix}${target}[].`) : []
    })
  return [...walk(mapping.derived ?? [], 'derived.'), ...walk(mapping.fields, '')]
}

function findWriters(name: string, { target, mapping }: StrategyConfig): string[] {
  const fields = mapping.fields.flatMap(field => (field.target === name ? [field.target] : []))
  return [...(target.key.includes(name) ? ['target.key'] : []), ...fields]
}

/** Values of another kind than those before, perhaps in the very first run. */
export function describeShapes(object: string, { changed, breaks }: Drift): string {
  const other = tellTypes(changed).join(', ')
  return `The source ${object} gives values of another type: ${other}. Used by: ${breaks.join(', ')}.`
}

const tellTypes = (changed: Drift['changed']): string[] =>
  changed.map(({ name, from, to }) => `${name} (${from} → ${to})`)

/** In one sentence. */
export function describeDrift(
  side: 'source' | 'target',
  object: string,
  { gone, removed, changed, breaks }: Drift,
): string {
  if (gone)
    return side === 'source'
      ? `The source ${object} is not there any more.`
      : `The target ${object} is not there any more.`
  const [lost, other, uses] = [removed, tellTypes(changed), breaks].map(list =>
    list.length === 0 ? '—' : list.join(', '),
  )
  return side === 'source'
    ? `The source ${object} changed after this version was saved. Gone: ${lost}; of another type: ${other}. Used by: ${uses}.`
    : `The target ${object} changed after this version was saved. Gone: ${lost}; of another type: ${other}. Used by: ${uses}.`
}
