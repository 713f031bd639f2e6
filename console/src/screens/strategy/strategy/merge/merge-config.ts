import type { MappingField, StrategyConfig } from '@sluice/contract'

export type Side = 'theirs' | 'mine'

/** One setting or target field of which the three configurations do not say the same; undefined: it is not there. */
export interface Difference {
  /** Names it among all others. */
  readonly key: string
  /** `['source', 'pageSize']`; a target field with the way down to it: `['mapping', 'lines', 'sku']`. */
  readonly path: readonly string[]
  readonly base: unknown
  readonly theirs: unknown
  readonly mine: unknown
}

export interface Merged {
  readonly config: StrategyConfig
  /** Changed by both, and not to the same. */
  readonly conflicts: readonly Difference[]
  /** Changed by them alone, or by me alone: taken as it is. */
  readonly taken: Readonly<Record<Side, readonly Difference[]>>
}

interface Merging {
  readonly choices: ReadonlyMap<string, Side>
  readonly conflicts: Difference[]
  readonly taken: Record<Side, Difference[]>
}

/** Of the three configurations, the same part. */
type Three<T> = readonly [base: T, theirs: T, mine: T]

/**
 * Two configurations made from one. What only one of them changed is taken; where both did, `choices` says whose it
 * is by the difference's key, theirs while nothing is said. A target field is one thing, and so is the place of a side
 * (connector and resource); every other setting is one by itself.
 */
export function mergeConfig(
  base: StrategyConfig,
  theirs: StrategyConfig,
  mine: StrategyConfig,
  choices: ReadonlyMap<string, Side> = new Map(),
): Merged {
  const merging: Merging = { choices, conflicts: [], taken: { theirs: [], mine: [] } }
  const merged = mergeSettings(merging, [], [fold(base), fold(theirs), fold(mine)])
  return { config: unfold(merged), conflicts: merging.conflicts, taken: merging.taken }
}

type Settings = Readonly<Record<string, unknown>>
const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Connector and resource become one setting: a table of one system is none of another. */
function fold(config: StrategyConfig): Settings {
  const side = ({ connector_id, resource, ...rest }: StrategyConfig['source' | 'target']) => ({
    place: [connector_id, resource],
    ...rest,
  })
  return { ...config, source: side(config.source), target: side(config.target) }
}

function unfold({ source, target, ...rest }: Settings): StrategyConfig {
  const side = (value: unknown) => {
    const { place, ...settings } = value as { readonly place: readonly [string, string] } // as `fold` made it
    return { connector_id: place[0], resource: place[1], ...settings }
  }
  // Every setting is one of a configuration's, so it is one.
  return { ...rest, source: side(source), target: side(target) } as StrategyConfig
}

function mergeSettings(merging: Merging, path: readonly string[], [base, theirs, mine]: Three<Settings>): Settings {
  const merged: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = mergeSetting(merging, [...path, name], [base[name], theirs[name], mine[name]])
    if (value !== undefined) merged[name] = value
  }
  return merged
}

function mergeSetting(merging: Merging, path: readonly string[], three: Three<unknown>): unknown {
  if (path.join() === 'mapping,fields') return mergeFields(merging, ['mapping'], three as Three<MappingField[]>) // the schema's
  if (path.join() === 'mapping,derived') {
    const [base = [], theirs = [], mine = []] = three as Three<MappingField[] | undefined> // the schema's
    return mergeFields(merging, path, [base, theirs, mine])
  }
  const [base, theirs, mine] = three
  if (!isSettings(base) || !isSettings(theirs) || !isSettings(mine)) return pick(merging, path, three)
  return mergeSettings(merging, path, [base, theirs, mine])
}

/** One of the three, as a whole. */
function pick<T>({ choices, conflicts, taken }: Merging, path: readonly string[], [base, theirs, mine]: Three<T>): T {
  if (isSame(theirs, mine)) return theirs
  const key = JSON.stringify(path)
  const difference = { key, path, base, theirs, mine }
  if (isSame(base, theirs)) taken.mine.push(difference)
  else if (isSame(base, mine)) taken.theirs.push(difference)
  else conflicts.push(difference)
  const side = isSame(base, theirs) ? 'mine' : isSame(base, mine) ? 'theirs' : (choices.get(key) ?? 'theirs')
  return side === 'mine' ? mine : theirs
}

// — target fields —

const namesOf = (fields: readonly MappingField[]): string[] => fields.map(field => field.target)

function mergeFields(
  merging: Merging,
  path: readonly string[],
  three: Three<readonly MappingField[]>,
): readonly MappingField[] {
  const names = three.map(namesOf)
  // Fields of one name cannot be told apart.
  if (names.some(list => new Set(list).size < list.length)) return pick(merging, path, three)
  const merged = new Map<string, MappingField>()
  for (const name of new Set(names.flat())) {
    const [base, theirs, mine] = three.map(fields => fields.find(field => field.target === name))
    const field = mergeField(merging, [...path, name], [base, theirs, mine])
    if (field) merged.set(name, field)
  }
  const [base = [], theirs = [], mine = []] = names
  return mergeOrder([base, theirs, mine], merged).flatMap(name => merged.get(name) ?? [])
}

/** Lines and objects: what they are is one thing, each field in them another. */
function mergeField(
  merging: Merging,
  path: readonly string[],
  three: Three<MappingField | undefined>,
): MappingField | undefined {
  const nested = three.map(field => (field && 'fields' in field.value ? field.value : undefined))
  const [base, theirs, mine] = nested
  if (!base || !theirs || !mine || new Set(nested.map(value => value?.kind)).size > 1) return pick(merging, path, three)
  const [from, to, own] = three.map(field => field && { ...field, value: { ...field.value, fields: [] } })
  const around = pick(merging, path, [from, to, own] as Three<MappingField>) // all three have fields
  const fields = mergeFields(merging, path, [base.fields, theirs.fields, mine.fields])
  return { ...around, value: { ...around.value, fields: [...fields] } as MappingField['value'] } // its kind is kept
}

/** Who moved fields decides the order, they where both did; a new field stays behind the one it was put behind. */
function mergeOrder([base, theirs, mine]: Three<readonly string[]>, kept: ReadonlyMap<string, unknown>): string[] {
  const isLed = isMoved(base, theirs) || !isMoved(base, mine)
  const [leading, other] = isLed ? [theirs, mine] : [mine, theirs]
  const order = leading.filter(name => kept.has(name))
  for (const [index, name] of other.entries()) {
    if (!kept.has(name) || order.includes(name)) continue
    const before = other.slice(0, index).findLast(each => order.includes(each))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name)
  }
  return order
}

function isMoved(base: readonly string[], list: readonly string[]): boolean {
  const left = list.filter(name => base.includes(name))
  return base.filter(name => list.includes(name)).some((name, index) => name !== left[index])
}

/** As JSON has it, whatever the order of keys; what is undefined is not there. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]))
  if (!isSettings(a) || !isSettings(b)) return a === b
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(key => isSame(a[key], b[key]))
}
