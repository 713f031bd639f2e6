import {
  DEFAULT_MEMBERS,
  editionOf,
  flatName,
  type Grouping,
  type Mapping,
  type MappingField,
  type SourceConfig,
  STORED_RECORDS,
  type StrategyConfig,
  type TargetConfig,
} from '@sluice/contract'
import { readFind } from './find-value.ts'
import {
  type AskedElsewhere,
  elementOf,
  enter,
  type Line,
  labelOf,
  type Place,
  placesOf,
  type Reads,
  readsOfExpression,
  readsOfTemplate,
  type Standpoint,
} from './read-places.ts'

/** By what a field is read. */
export const flowUses = [
  ...['map', 'lookup', 'copy', 'list', 'script', 'find', 'findBy'],
  ...['key', 'number', 'increment', 'filter', 'deletes', 'targetKey', 'apart', 'callback', 'record'],
] as const
export type FlowUse = (typeof flowUses)[number]

/** One way of a value from a field to where it is read. */
export interface ValueFlow {
  /** What is read; '' is the whole record. */
  readonly from: string
  /** Where it goes; null: no further, '' any field. */
  readonly to: string | null
  readonly use: FlowUse
  /** false: only a run could tell whether it is read. */
  readonly isSure: boolean
  /** What lies in `from` lies in `to` under the same names. */
  readonly isCopy: boolean
  /** The field itself is looked at, not what lies in it. */
  readonly isShallow: boolean
}

export interface ElsewhereFlow extends ValueFlow {
  readonly strategyId: string
}

/** Where values of a strategy's records go, by its configuration alone. Paths are as records are stored. */
export interface StrategyFlows {
  /** From its own records into the mapped ones, or into a setting. */
  readonly own: readonly ValueFlow[]
  /** Settings that read the mapped record. */
  readonly mapped: readonly ValueFlow[]
  /** From records of other strategies: into the mapped record where it looks them up (`find`, `findBy`). */
  readonly found: readonly ElsewhereFlow[]
  /** From its own records into those of the strategy that it hands them on to. */
  readonly handedOn: readonly ElsewhereFlow[]
  /** Target fields that the mapping names; those of the first level are not copied. */
  readonly targets: readonly string[]
  /** Names of lists that become rows before a record is stored. */
  readonly flatten: readonly string[]
  /** How records of the strategy that it reads become its own; null: they are its own. */
  readonly group: Grouping | null
  readonly readsStrategy: string | null
}

const flow = (from: string, to: string | null, use: FlowUse, more: Partial<ValueFlow> = {}): ValueFlow => ({
  ...{ from, to, use, isSure: true, isCopy: false, isShallow: false },
  ...more,
})

type Config = Pick<StrategyConfig, 'source' | 'target' | 'mapping'>

/** @param known places that records were seen to have, which tells a line's field from its header's; empty: nobody looked */
export function listFlows({ source, target, mapping }: Config, known: ReadonlySet<string> = new Set()): StrategyFlows {
  const found: ElsewhereFlow[] = []
  const own: ValueFlow[] = []
  const derived = openDerived(mapping, known)
  const at: Standpoint = { edition: editionOf(mapping), lines: [], sources: [], known, derived: derived.read }
  const to: Collected = { own, found, targets: [], findsOf: derived.findsOf }
  for (const field of mapping.fields) walkField(field, '', at, to)
  if (mapping.copyAll) own.push(flow('', '', 'copy', { isCopy: true }))
  if (mapping.script) own.push(flow('', '', 'script', { isSure: false }))
  own.push(...settingsOf(source, at))
  return {
    own,
    mapped: readOfMapped(target),
    found,
    handedOn: handedOnBy(target),
    targets: to.targets,
    flatten: source.flatten ?? [],
    group: source.group ?? null,
    readsStrategy: source.resource.startsWith(STORED_RECORDS) ? source.resource.slice(STORED_RECORDS.length) : null,
  }
}

/** What each derived field reads, and what it takes from elsewhere; `''`: all of them. */
function openDerived({ derived = [], ...mapping }: Mapping, known: ReadonlySet<string>) {
  const kept = new Map<string, Collected>()
  const collect = (name: string): Collected => {
    const ready = kept.get(name)
    if (ready) return ready
    const into: Collected = { own: [], found: [], targets: [], findsOf: own => collect(own).found }
    // A circle, which does not compile, ends here.
    kept.set(name, into)
    const at: Standpoint = { edition: editionOf(mapping), lines: [], sources: [], known, derived: read }
    for (const field of derived) if (name === '' || field.target === name) walkField(field, '', at, into)
    return into
  }
  const read = (name: string): readonly Place[] =>
    collect(name).own.flatMap(({ from, isSure, isShallow }) => (isShallow ? [] : [{ path: from, isSure }]))
  return { read, findsOf: (name: string): readonly ElsewhereFlow[] => collect(name).found }
}

interface Collected {
  readonly own: ValueFlow[]
  readonly found: ElsewhereFlow[]
  readonly targets: string[]
  findsOf(derived: string): readonly ElsewhereFlow[]
}

function walkField(field: MappingField, prefix: string, at: Standpoint, into: Collected): void {
  const { value } = field
  const to = enter(prefix, field.target)
  into.targets.push(to)
  if (value.kind === 'object') for (const each of value.fields) walkField(each, to, at, into)
  if (value.kind === 'lines') walkLines(value, to, at, into)
  else walkValue(field, to, at, into)
}

function walkValue(field: MappingField, to: string, at: Standpoint, into: Collected): void {
  const used = new Set<string>()
  const derived = (name: string): readonly Place[] => {
    used.add(name)
    return at.derived(name)
  }
  const reads = readsOf(field, { ...at, derived })
  const use = field.lookup || reads.looksUp ? 'lookup' : 'map'
  const isCopy = reads.isCopy && !field.lookup && !field.type
  for (const { path, isSure } of unique(reads.places)) into.own.push(flow(path, to, use, { isSure, isCopy }))
  for (const asked of reads.finds) into.found.push(...flowsOfFind(asked, to))
  // What a derived field took from elsewhere goes on to who uses it.
  for (const name of used)
    into.found.push(...into.findsOf(name).map(each => ({ ...each, to: each.to === null ? null : to, isCopy: false })))
}

function flowsOfFind({ strategyId, field, where }: AskedElsewhere, to: string): ElsewhereFlow[] {
  return [
    { ...flow(field, to, 'find', { isCopy: true }), strategyId },
    ...where.map(each => ({ ...flow(each, null, 'findBy'), strategyId })),
  ]
}

const nothing: Reads = { places: [], finds: [], looksUp: false, isCopy: false }
/** What cannot be read by its parser may read anything. */
const anything: Reads = { ...nothing, places: [{ path: '', isSure: false }] }

function readsOf(field: MappingField, at: Standpoint): Reads {
  const { value } = field
  try {
    const find = readFind(field)
    if (find) {
      const places = find.where.flatMap(({ equals }) => readsOfTemplate(equals, at).places)
      const where = find.where.map(each => each.field)
      return { ...nothing, places, finds: [{ strategyId: find.strategy_id, field: find.field, where }] }
    }
    if (value.kind === 'template') return readsOfTemplate(value.template, at)
    return value.kind === 'expression' ? readsOfExpression(value.expression, at) : nothing
  } catch {
    return anything
  }
}

function unique(places: readonly Place[]): Place[] {
  const found = new Map<string, Place>()
  for (const place of places) if (!found.get(place.path)?.isSure) found.set(place.path, place)
  return [...found.values()]
}

type Lines = MappingField['value'] & { kind: 'lines' }

function walkLines({ source, group, fields }: Lines, to: string, at: Standpoint, into: Collected): void {
  const target = elementOf(to)
  const list = source === '' ? [] : placesOf(source, at)
  for (const { path, isSure } of list) into.own.push(flow(path, to, 'list', { isSure, isShallow: true }))
  const line = group ? groupLine(list, group) : lineOf(list)
  const inner = { ...at, lines: [...at.lines, line], sources: [...at.sources, source] }
  for (const each of fields) walkField(each, target, inner, into)
}

/** Fields of the elements of a list. */
const lineOf =
  (list: readonly Place[]): Line =>
  path =>
    list.map(({ path: owner, isSure }) => ({
      path: path === '' ? elementOf(owner) : labelOf(path, elementOf(owner)),
      isSure,
    }))

/** Fields of groups: what they are grouped by, what is worked out of them, and their elements. */
const groupLine = (list: readonly Place[], group: Grouping): Line => {
  const line = lineOf(list)
  return path => {
    const name = /^\["((?:[^"\\]|\\.)*)"\]$/.exec(path)?.[1] ?? path
    if (name === '') return line('')
    const members = group.members ?? DEFAULT_MEMBERS
    if (name === members) return list
    const calculated = group.calculate?.find(each => each.name === name)
    if (calculated) return calculated.field === undefined ? [] : line(calculated.field)
    const by = group.by.find(each => name === each || name.startsWith(`${each}.`) || name.startsWith(`${each}[`))
    return by === undefined ? [] : line(name)
  }
}

function settingsOf(source: SourceConfig, at: Standpoint): ValueFlow[] {
  const read = (paths: readonly string[], use: FlowUse): ValueFlow[] =>
    paths.flatMap(path => placesOf(path, at).map(place => flow(place.path, null, use, { isSure: place.isSure })))
  const fieldsOf = (conditions: SourceConfig['filter']) => (conditions ?? []).flat().map(({ field }) => field)
  return [
    ...read(source.key, 'key'),
    ...read(source.number === undefined ? [] : [source.number], 'number'),
    ...read(source.increment === undefined ? [] : [source.increment.field], 'increment'),
    ...read(fieldsOf(source.filter), 'filter'),
    ...read(fieldsOf(source.deletes?.when), 'deletes'),
  ]
}

const readOfMapped = ({ key, batch }: TargetConfig): ValueFlow[] => [
  ...key.map(path => flow(labelOf(path), null, 'targetKey')),
  ...(batch?.apart === undefined ? [] : [flow(labelOf(batch.apart), null, 'apart')]),
]

/** What is handed on after it was written is made of the record as it was read. */
function handedOnBy({ writeBack }: TargetConfig): ElsewhereFlow[] {
  const callback = writeBack?.callback
  if (!callback) return []
  const strategyId = callback.strategy_id
  if (callback.fields.length === 0) return [{ ...flow('', '', 'callback', { isCopy: true }), strategyId }]
  const at: Standpoint = {
    ...{ edition: editionOf(writeBack), lines: [], sources: [], known: new Set<string>() },
    derived: () => [],
  }
  return callback.fields.flatMap(({ field, value }) => {
    const { places, isCopy } = readsOf({ target: field, value: { kind: 'template', template: value } }, at)
    return places.map(({ path, isSure }) => ({ ...flow(path, field, 'callback', { isSure, isCopy }), strategyId }))
  })
}

/** Whether reading `read` reads `asked`, or a part of it. */
export const isTouched = (asked: string, { from, isShallow }: Pick<ValueFlow, 'from' | 'isShallow'>): boolean =>
  isWithin(from, asked) || (!isShallow && isWithin(asked, from))

/** Whether a path is another, or lies in it. */
export const isWithin = (path: string, owner: string): boolean =>
  owner === '' || path === owner || path.startsWith(`${owner}.`) || path.startsWith(`${owner}[]`)

/** Where the asked field goes by a flow; null: no further. */
export function follow(asked: string, { from, to, isCopy }: ValueFlow): string | null {
  if (to === null || !isCopy || !isWithin(asked, from)) return to
  const rest = asked.slice(from.length).replace(/^\./, '')
  return rest === '' ? to : rest.startsWith('[]') ? `${to}${rest}` : enter(to, rest)
}

/** What a field of a record is called once lists became rows: `items[].sku` by `items` is `items_sku`. */
export const flattenPath = (path: string, lists: readonly string[]): string =>
  lists.reduce((label, list) => {
    const name = list.replaceAll('.', '_')
    const inner = label.startsWith(`${name}[].`) ? label.slice(name.length + 3) : null
    if (inner !== null) return flatName(list, inner)
    return label === `${name}[]` ? name : label
  }, path)

/** What a field of stored records is called in their groups; none: groups do not have it. */
export function groupPaths(path: string, { by, calculate = [], members = DEFAULT_MEMBERS }: Grouping): string[] {
  return [
    ...by.filter(each => isWithin(path, labelOf(each)) || isWithin(labelOf(each), path)).map(() => path),
    ...calculate.filter(({ field }) => field !== undefined && isWithin(labelOf(field), path)).map(({ name }) => name),
    path === '' ? elementOf(members) : enter(elementOf(members), path),
  ]
}
