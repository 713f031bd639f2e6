import type { MappingField, StrategyConfig } from '@sluice/contract'
import { readFind } from './find-value.ts'
import { headsOf } from './list-unread.ts'
import { parseTemplate } from './parse-template.ts'

/** A place in the source's records that a strategy reads. */
export interface ReadPlace {
  /** As people are shown it: `customer.name`, `lines[].sku`. */
  readonly label: string
  /** Lists to go through, from the outermost in. */
  readonly lists: readonly string[]
  readonly path: string
  /** Fields of the mapping, and settings as `source.key`. */
  readonly uses: ReadonlySet<string>
}

/**
 * Every place that a mapping and the settings of its source name, with what it lies in: where `customer` is no object any
 * more, `customer.name` is nothing. Lists that become lines answer for themselves. The mapping is one that compiles.
 */
export function listReads({ source, mapping }: Pick<StrategyConfig, 'source' | 'mapping'>): readonly ReadPlace[] {
  const places = new Map<string, ReadPlace & { readonly uses: Set<string> }>()
  const add = (lists: readonly string[], path: string, use: string): void => {
    for (const head of headsOf(path)) {
      const label = [...lists.map(list => `${list}[]`), head].join('.')
      const place = places.get(label) ?? { label, lists, path: head, uses: new Set() }
      places.set(label, place)
      place.uses.add(use)
    }
  }
  const settings = {
    'source.key': source.key,
    'source.number': source.number === undefined ? [] : [source.number],
    'source.increment': source.increment === undefined ? [] : [source.increment.field],
    'source.filter': (source.filter ?? []).flat().map(({ field }) => field),
  }
  for (const [setting, paths] of Object.entries(settings)) for (const path of paths) add([], path, setting)
  for (const field of mapping.derived ?? []) walk(field, [], 'derived.', add)
  for (const field of mapping.fields) walk(field, [], '', add)
  return [...places.values()]
}

type Add = (lists: readonly string[], path: string, use: string) => void

function walk(field: MappingField, lists: readonly string[], prefix: string, add: Add): void {
  const { value } = field
  const use = `${prefix}${field.target}`
  for (const path of readsOf(field)) {
    // A header is named by `$` from inside of lines.
    const header = path.replace(/^\$(?:\.(?=.)|(?=\[))/, '')
    add(header === path ? lists : [], header, use)
  }
  if (value.kind === 'object') for (const each of value.fields) walk(each, lists, `${use}.`, add)
  if (value.kind !== 'lines') return
  const inner = value.source === '' ? lists : [...lists, value.source]
  for (const each of value.fields) walk(each, inner, `${use}[].`, add)
}

/** The paths that a field itself reads, as its rule writes them. */
export function readsOf(field: MappingField): string[] {
  const { value } = field
  const find = readFind(field)
  if (find) return find.where.flatMap(({ equals }) => slotsOf(equals))
  if (value.kind === 'template') return slotsOf(value.template)
  return value.kind === 'expression' ? chainsOf(value.expression) : []
}

const slotsOf = (template: string): string[] =>
  parseTemplate(template).flatMap(part => (typeof part === 'string' || part.isLiteral ? [] : [part.path]))

/** Expressions are not taken apart: names with dots between them are a path, and so is what stands in quotes. */
function chainsOf(expression: string): string[] {
  const chains = expression.match(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/gu) ?? []
  const quoted = [...expression.matchAll(/"([^"\\]+)"|'([^'\\]+)'/g)].map(([, one, other]) => one ?? other ?? '')
  return [...chains.map(chain => chain.replace(/^row\./, '')), ...quoted]
}
