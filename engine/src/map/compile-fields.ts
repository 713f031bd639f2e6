import {
  type Data,
  type Edition,
  editionOf,
  Failure,
  type MappingField,
  type Value,
  type ValueLookup,
} from '@sluice/contract'
import { type CollectRow, collectAll, countRounds, deriveForAsking, isOpen } from './ask-derived.ts'
import { type BoundCalls, openCalls } from './bind-calls.ts'
import { type CastType, compileCast } from './cast-value.ts'
import { compileScopedPath, compileTemplate } from './compile-template.ts'
import {
  type Asking,
  type DerivedPlace,
  type DerivedPlan,
  derive,
  nameDerivedIn,
  needed,
  orderDerived,
  requireDerivedName,
  splitDerived,
} from './derived-fields.ts'
import { RecordTrace, type Watch, watch } from './explain.ts'
import { type CompilePart, explainExpression } from './explain-expression.ts'
import { compileExpression, parseExpression } from './expression.ts'
import { type FieldPlan, fill } from './fill-fields.ts'
import type { Found } from './find-answer.ts'
import { compileFind, readFind } from './find-value.ts'
import { compileGroups, describeGrouping, toList } from './group-lines.ts'
import { type BoundMapping, compileLookup, type Lookup, openMaps } from './lookup-value.ts'
import type { MapOutcome } from './map-outcome.ts'
import { compilePlain } from './plain-expression.ts'
import { Refusal } from './refusal.ts'
import { type Collect, type Evaluate, MAX_PROBLEMS, MAX_RECORD_CHARS, openScope, type Scope } from './scope.ts'
import { isKnownZone } from './time-zone.ts'

/** Told before each expression starts, with its number in `expressionFields`. */
export type OnExpression = (number: number) => void

export interface CompiledFields {
  /**
   * @param maxChars how many characters the mapped record may have
   * @param found what the look-ups of its page have found in other strategies
   */
  mapRow(row: Data, now: Date, maxChars?: number, found?: Found): MapOutcome
  /** Adds what a record will look up in other strategies; null: the mapping looks nothing up there. */
  readonly collect: CollectRow | null
  /** How often a page is asked: what is found may be asked with. */
  readonly rounds: number
  /** Target paths of the fields that are expressions, in compiling order. */
  readonly expressionFields: readonly string[]
  /** How many values a record makes in its lines; null: none has any. */
  readonly countValues: ((row: Data, now: Date) => number) | null
  /** Names of the derived fields that the others need, in the order in which they are worked out. */
  readonly derived: readonly string[]
}

/**
 * Compiles a mapping's fields into closures.
 * @throws Failure 'mapping.invalid' naming the field
 */
export function compileFields(mapping: BoundMapping, onExpression?: OnExpression): CompiledFields {
  const edition = editionOf(mapping)
  const compile = (source: string): Evaluate => compileExpression(source, edition)
  return compileAll(mapping, { whole: compile, part: compile }, onExpression)
}

/**
 * With the short way of expressions; null where one of them has none. `mapRow` throws `Unplain` for a record that is to
 * take the long one.
 */
export function compilePlainFields(mapping: BoundMapping): CompiledFields | null {
  const edition = editionOf(mapping)
  let isPlain = true
  const whole = (source: string): Evaluate => {
    const plain = compilePlain(source, edition)
    isPlain &&= plain !== null
    return plain ?? (() => undefined)
  }
  const fields = compileAll(mapping, { whole, part: source => compilePlain(source, edition) })
  return isPlain ? fields : null
}

/** One way of evaluating expressions. */
interface Way {
  readonly whole: (source: string) => Evaluate
  readonly part: CompilePart
}

function compileAll(mapping: BoundMapping, way: Way, onExpression?: OnExpression): CompiledFields {
  const { strategies } = mapping
  const maps = openMaps(mapping)
  const shared = { maps, strategies, watch: mapping.explain ? watch : undefined }
  const calls = openCalls(shared)
  const context: Context = {
    ...shared,
    edition: editionOf(mapping),
    calls,
    rounds: { most: 1 },
    sources: [],
    path: '',
    expressionFields: [],
    way,
    onExpression,
    collects: [],
    asking: [],
    around: new Set(),
    counts: [],
    derived: { names: new Set(mapping.derived?.map(field => field.target)), used: new Set(), isInside: false },
  }
  const ordered = guardField('derived', () => compileDerived(mapping.derived ?? [], context))
  const plans = mapping.fields.map(field => compileField(field, context))
  const derived = needed(ordered, context.derived.used)
  context.collects.push(...derived.flatMap(({ collects }) => collects))
  const asked = new Set(
    [...context.asking, ...derived.flatMap(({ asking }) => asking)].flatMap(({ names }) => [...names]),
  )
  const prepare = asked.size === 0 ? undefined : compileAsked(mapping, context, needed(ordered, asked))
  const { copyAll, explain } = mapping
  return {
    expressionFields: context.expressionFields,
    derived: derived.map(({ plan }) => plan.target),
    collect: context.collects.length === 0 ? null : collectAll(context.collects, calls, prepare),
    rounds: countRounds(derived, context.asking, context.rounds.most),
    countValues: context.counts.length === 0 ? null : (row, now) => countAll(context.counts, row, now),
    mapRow(row, now, maxChars = MAX_RECORD_CHARS, found = undefined) {
      const trace = explain ? new RecordTrace() : undefined
      const scope = openScope(row, now, maxChars, { trace, found, calls })
      const data: Record<string, Value> = copyAll ? { ...row } : {}
      try {
        if (derive(derived, scope)) fill(data, plans, scope)
        if (explain) deriveRest(ordered, derived, scope)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        return tooDeep
      }
      const { problems, lookups, finds } = scope.record
      const noted = {
        ...(lookups ? { lookups } : {}),
        ...(finds ? { finds } : {}),
        ...(trace ? { explanation: trace.notes } : {}),
      }
      return problems.length > 0 ? { kind: 'refused', problems, ...noted } : { kind: 'mapped', data, ...noted }
    },
  }
}

const countAll = (counts: readonly Count[], row: Data, now: Date): number => {
  const scope = openScope(row, now, MAX_RECORD_CHARS)
  try {
    return counts.reduce((sum, count) => sum + count(scope), 0)
  } catch {
    // Nested too deeply or too large: mapping the record says so.
    return 0
  }
}

/** What the engine itself gives up on: stack overflow by nesting, texts beyond its limit. */
const tooDeep: MapOutcome = {
  kind: 'refused',
  problems: [{ field: '', code: 'mapping.tooLarge', message: 'The record is nested too deeply or grows too large.' }],
}

/** What nobody uses refuses no record, and is worked out only for who looks. */
function deriveRest(ordered: readonly DerivedPlan[], done: readonly DerivedPlan[], scope: Scope): void {
  const { problems } = scope.record
  const refused = problems.splice(0)
  derive(
    ordered.filter(each => !done.includes(each)),
    scope,
  )
  problems.splice(0, problems.length, ...refused)
}

/** Values that lines make. */
type Count = (scope: Scope) => number

interface Context {
  readonly edition: Edition
  readonly sources: readonly string[]
  /** Target path of the object or list around the field, with its dot. */
  readonly path: string
  readonly expressionFields: string[]
  readonly way: Way
  readonly onExpression: OnExpression | undefined
  readonly maps: ReturnType<typeof openMaps>
  readonly strategies: BoundMapping['strategies']
  /** Look-ups that stand in expressions. */
  readonly calls: BoundCalls
  readonly rounds: { most: number }
  /** What look-ups into other strategies ask, each from the scope it stands in. */
  readonly collects: Collect[]
  /** Look-ups that ask with derived fields. */
  readonly asking: Asking[]
  /** Derived fields whose lists are around the field. */
  readonly around: ReadonlySet<string>
  readonly counts: Count[]
  /** Only where the mapping is explained. */
  readonly watch: Watch | undefined
  readonly derived: DerivedPlace
}

/** Each after those it uses. */
function compileDerived(fields: readonly MappingField[], context: Context): readonly DerivedPlan[] {
  const before = new Set<string>()
  const plans = fields.map((field): DerivedPlan => {
    guardField(`derived.${field.target}`, () => requireDerivedName(field.target, before))
    before.add(field.target)
    const [collects, asking, uses] = [[] as Collect[], [] as Asking[], new Set<string>()]
    const derived = { ...context.derived, used: uses, isInside: true }
    const plan = compileField(field, { ...context, path: 'derived.', collects, asking, derived })
    return { plan, uses, collects, asking }
  })
  return orderDerived(plans)
}

/**
 * The derived fields that look-ups ask with, by the short way alone, which is bounded: the page is asked on the caller's
 * thread. @throws Failure 'mapping.invalid' naming one that has no short way
 */
function compileAsked(mapping: BoundMapping, context: Context, plans: readonly DerivedPlan[]): (scope: Scope) => void {
  const part = (source: string): Evaluate | null => compilePlain(source, context.edition)
  const whole = (source: string): Evaluate => {
    const plain = part(source)
    if (plain) return plain
    throw new RangeError(
      'A look-up asks with this derived field before the record is mapped: make it of fields, operators and functions, without loops and patterns.',
    )
  }
  const own = { ...context, watch: undefined, onExpression: undefined, expressionFields: [], counts: [] }
  const names = new Set(plans.map(({ plan }) => plan.target))
  const fields = (mapping.derived ?? []).filter(({ target }) => names.has(target))
  return deriveForAsking(compileDerived(fields, { ...own, way: { whole, part } }))
}

function compileField(field: MappingField, context: Context): FieldPlan {
  const path = `${context.path}${field.target}`
  return guardField(path, () => {
    const zone = field.timeZone
    if (zone !== undefined && !isKnownZone(zone)) throw new RangeError(`"${zone}" is no known time zone.`)
    return {
      target: field.target,
      path,
      make: compileValue(field, { ...context, path }),
      lookup: field.lookup && compileFieldLookup(field.lookup, context),
      cast: field.type === undefined ? undefined : compileFieldCast(field.type, zone, context),
      fallback: field.fallback,
      whenMissing: field.whenMissing ?? 'leave',
      isRequired: field.required ?? false,
    }
  })
}

/** @throws Failure 'mapping.invalid' where the field cannot be */
function guardField<T>(path: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw error instanceof RangeError ? invalidField(path, error) : error
  }
}

function compileFieldLookup(lookup: ValueLookup, { maps, watch }: Context): Lookup {
  const find = compileLookup(lookup, maps)
  if (!watch) return find
  return (value, scope, path) => watch.change('lookup', lookup.map_id, each => find(each, scope, path))(value, scope)
}

function compileFieldCast(type: CastType, zone: string | undefined, { watch }: Context): FieldPlan['cast'] {
  const cast = compileCast(type, zone)
  return watch?.change('cast', zone === undefined ? type : `${type} ${zone}`, value => cast(value ?? null)) ?? cast
}

const invalidField = (path: string, error: RangeError): Failure =>
  new Failure({ code: 'mapping.invalid', message: `Field "${path}": ${error.message}`, field: path, cause: error })

function compileValue(field: MappingField, context: Context): Evaluate {
  const { value } = field
  const find = readFind(field)
  if (find) {
    const place = { ...context, timeZone: field.timeZone }
    const { make, collect, names } = compileFind(find, context.path, place, context.strategies)
    context.collects.push(collect)
    noteAsking(context, names, 1)
    return make
  }
  switch (value.kind) {
    case 'template':
      return compileTemplate(value.template, { ...context, timeZone: field.timeZone })
    case 'constant': {
      const constant = value.value
      return context.watch?.value('constant', '', () => constant) ?? (() => constant)
    }
    case 'expression':
      return compileOwnExpression(value.expression, context)
    case 'object': {
      const plans = value.fields.map(child => compileField(child, { ...context, path: `${context.path}.` }))
      return scope => fill({}, plans, scope)
    }
    case 'lines':
      return compileLines(value, context)
    case 'find':
      throw new Error('compiling a look-up twice')
  }
}

function compileOwnExpression(source: string, context: Context): Evaluate {
  nameDerivedIn(source, context.derived, context.edition)
  const { edition, onExpression, way, path, calls, collects, rounds } = context
  const number = context.expressionFields.push(path) - 1
  const bare = way.whole(source)
  const bound = calls.bind(parseExpression(source, edition).ast)
  collects.push(...bound.collects)
  rounds.most = Math.max(rounds.most, bound.rounds)
  if (bound.rounds > 0) noteAsking(context, bound.names, bound.rounds)
  const evaluate = context.watch
    ? explainExpression(source, parseExpression(source, edition).ast, bare, way.part)
    : bare
  if (!onExpression && !bound.hasCalls) return evaluate
  return scope => {
    onExpression?.(number)
    scope.record.expressionPath = path
    return evaluate(scope)
  }
}

/** A look-up in a list that is derived waits for the list, too. */
function noteAsking({ asking, around, path }: Context, own: ReadonlySet<string>, rounds: number): void {
  const names = new Set([...own, ...around])
  asking.push({ path, names, rounds })
}

function compileLines({ source, group, fields }: LinesValue, context: Context): Evaluate {
  const owner = context.path
  const list = splitDerived(source)?.name
  const around = list === undefined ? context.around : new Set([...context.around, list])
  const inner = {
    ...context,
    around,
    sources: [...context.sources, source],
    path: '',
    collects: [] as Collect[],
    counts: [] as Count[],
  }
  const firstExpression = context.expressionFields.length
  const plans = fields.map(field => compileField(field, inner))
  for (let at = firstExpression; at < context.expressionFields.length; at++)
    context.expressionFields[at] = `${owner}[].${context.expressionFields[at]}`
  const openLine = (list: readonly Value[], index: number, parent: Scope): Scope => ({
    ...parent,
    ...{ line: list[index] ?? null, list, index, parent, owner, expressionLine: undefined },
  })
  const makeLine = (list: readonly Value[], index: number, parent: Scope): Data =>
    fill({}, plans, openLine(list, index, parent))
  const readPath = source === '' ? () => [{}] : compileScopedPath(source, context)
  const elements: Evaluate = scope => toList(readPath(scope), context.edition)
  const bare = group ? compileGroups(source, group, elements, context.edition) : elements
  if (inner.collects.length > 0)
    context.collects.push((scope, wants) => {
      if (isOpen(scope, around)) return
      const list = bare(scope)
      if (!Array.isArray(list)) return
      for (const index of list.keys())
        for (const collect of inner.collects) collect(openLine(list, index, scope), wants)
    })
  context.counts.push(scope => {
    const list = bare(scope)
    if (!Array.isArray(list)) return 0
    const inside = (index: number): number => {
      const line = inner.counts.length === 0 ? null : openLine(list, index, scope)
      return line === null ? 0 : inner.counts.reduce((sum, count) => sum + count(line), 0)
    }
    return list.reduce<number>((sum, _, index) => sum + plans.length + inside(index), 0)
  })
  if (source === '') return scope => [makeLine([{}], 0, scope)]
  const rule = group ? describeGrouping(source, group) : source
  const read = context.watch?.value(group ? 'group' : 'lines', rule, bare) ?? bare
  return scope => {
    const list = read(scope)
    if (list instanceof Refusal) return list
    if (list === undefined || list === null) return list
    if (!Array.isArray(list)) return new Refusal('mapping.notList', `in "${source}" is not a list of lines`, list)
    const lines: Data[] = []
    for (let index = 0; index < list.length; index++) {
      if (scope.record.problems.length >= MAX_PROBLEMS) break
      lines.push(makeLine(list, index, scope))
    }
    return lines
  }
}

type LinesValue = Extract<MappingField['value'], { kind: 'lines' }>
