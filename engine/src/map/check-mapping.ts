import {
  DEFAULT_MEMBERS,
  Failure,
  type FieldSpec,
  type FieldValue,
  type Mapping,
  type MappingField,
} from '@sluice/contract'
import type { MapProblem } from '../stage/map-problem.ts'
import { checkTypes } from './check-types.ts'
import { compileFields } from './compile-fields.ts'
import { computingBound } from './compile-mapping.ts'
import { DerivedCircle, splitDerived } from './derived-fields.ts'
import { ExpressionError } from './expression.ts'
import { CallError } from './expression-calls.ts'
import { readFind } from './find-value.ts'
import { parseTemplate } from './parse-template.ts'

export interface CheckMappingOptions {
  /** What discovery found in the source; without it, paths are not checked. */
  readonly sourceFields?: readonly FieldSpec[] | undefined
  /** What discovery found in the target; without it, required fields are not checked. */
  readonly targetFields?: readonly FieldSpec[] | undefined
}

/**
 * What the check-list says about a mapping before it runs:
 * - `mapping.invalid`: a template or an expression that cannot be compiled;
 * - `mapping.unknownVariable`: an expression names none of row, line, index, now;
 * - `mapping.duplicateTarget`: a target field is mapped twice;
 * - `mapping.derivedCircle`: derived fields use each other in a circle;
 * - `mapping.requiredTarget`: the target demands a field that nothing fills;
 * - `mapping.types`, `mapping.seenTypes`, `mapping.textNumber`: as `checkTypes` has them;
 * - `mapping.throughList`: a path names a field of a list's entries, and no entry (a warning: it gives nothing);
 * - `mapping.unknownField`: a path leads to no known source field (a warning: records may have more than discovery saw).
 */
export function checkMapping(mapping: Mapping, options: CheckMappingOptions = {}): readonly MapProblem[] {
  const problems: MapProblem[] = []
  const { derived = [] } = mapping
  const check: Check = {
    sources: [],
    known: options.sourceFields,
    problems,
    derived: derived.map(toStub),
    groups: [],
    edition: mapping.edition,
  }
  const { computeMs = 0 } = mapping
  if (computeMs > computingBound())
    problems.push({
      field: 'computeMs',
      code: 'mapping.invalid',
      message: `The mapping asks for ${computeMs} ms of computing a record; the operator allows ${computingBound()}.`,
    })
  checkFields(derived, 'derived.', check)
  if (!problems.some(({ field }) => field.startsWith('derived'))) checkCircle(mapping, problems)
  checkFields(mapping.fields, '', check)
  if (options.targetFields) checkTargets(mapping, options, problems)
  return problems
}

interface Check {
  readonly edition: Mapping['edition']
  /** Source paths of the lists around the field. */
  readonly sources: readonly string[]
  readonly known: readonly FieldSpec[] | undefined
  /** The derived fields, as something that can be named. */
  readonly derived: readonly MappingField[]
  /** The groupings around the field. */
  readonly groups: readonly OpenGroup[]
  readonly problems: MapProblem[]
}

interface OpenGroup {
  /** The list whose elements are grouped. */
  readonly source: string
  readonly members: string
  /** What a group has beside its elements. */
  readonly names: ReadonlySet<string>
}

const toStub = ({ target }: MappingField): MappingField => ({ target, value: { kind: 'constant', value: null } })

/** Each for itself can be compiled; together they may still want each other. */
function checkCircle({ derived = [], edition }: Mapping, problems: MapProblem[]): void {
  try {
    compileFields({ copyAll: false, fields: [], derived: [...derived], edition })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { message, field = 'derived', cause } = error
    if (!(cause instanceof DerivedCircle)) problems.push({ field, code: 'mapping.invalid', message })
    else {
      const value = cause.circle.join(' → ')
      problems.push({
        field: `derived.${cause.circle[0]}`,
        code: 'mapping.derivedCircle',
        message: cause.message,
        value,
      })
    }
  }
}

function checkFields(fields: readonly MappingField[], prefix: string, check: Check): void {
  const seen = new Set<string>()
  for (const field of fields) {
    const path = `${prefix}${field.target}`
    if (seen.has(field.target))
      check.problems.push({ field: path, code: 'mapping.duplicateTarget', message: `Field "${path}" is mapped twice.` })
    seen.add(field.target)
    checkField(field, path, check)
  }
}

function checkField(field: MappingField, path: string, check: Check): void {
  const { value } = field
  if (value.kind === 'object') checkFields(value.fields, `${path}.`, check)
  else if (value.kind === 'lines') checkLines(field.target, value, path, check)
  else {
    const problem = compileProblem(field, path, check)
    if (problem) check.problems.push(problem)
    else {
      const find = readFind(field)
      if (find) for (const { equals } of find.where) checkTemplate(equals, path, check)
      else if (value.kind === 'template') checkTemplate(value.template, path, check)
      else if (value.kind === 'expression' && check.known)
        check.problems.push(...checkTypes(value.expression, { ...check, field: path, known: check.known }))
    }
  }
}

function checkLines(target: string, { source, group, fields }: LinesValue, path: string, check: Check): void {
  const problem = compileProblem({ target, value: { kind: 'lines', source, group, fields: [] } }, path, check)
  if (problem) check.problems.push(problem)
  // The elements of a group are elements of its list.
  const list = check.groups.findLast(each => each.members === source)?.source ?? source
  if (source !== '' && list === source) checkPath(source, path, check)
  const inside = { ...check, sources: [...check.sources, list] }
  if (!group) {
    checkFields(fields, `${path}[].`, inside)
    return
  }
  const { by, calculate = [], members = DEFAULT_MEMBERS } = group
  for (const read of [...by, ...calculate.flatMap(({ field }) => field ?? [])]) checkPath(read, path, inside)
  const names = new Set([...by, ...calculate.map(({ name }) => name), members])
  checkFields(fields, `${path}[].`, { ...inside, groups: [...check.groups, { source: list, members, names }] })
}

type LinesValue = Extract<FieldValue, { kind: 'lines' }>

function checkTemplate(template: string, field: string, check: Check): void {
  for (const part of parseTemplate(template))
    if (typeof part !== 'string' && !part.isLiteral) checkPath(part.path, field, check)
}

/** Compiling is the check of syntax: what compiles runs. */
function compileProblem(field: MappingField, path: string, { derived, edition }: Check): MapProblem | undefined {
  try {
    const isDerived = path === `derived.${field.target}`
    if (isDerived)
      compileFields({ copyAll: false, fields: [], derived: [field, ...derived.filter(not(field))], edition })
    else compileFields({ copyAll: false, fields: [{ ...field, target: path }], derived: [...derived], edition })
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const cause = error.cause instanceof ExpressionError || error.cause instanceof CallError ? error.cause : undefined
    const isVariable = cause instanceof ExpressionError && cause.isUnknownVariable
    const hint = isVariable ? ' The variables are row, line, index, now and derived.' : ''
    return {
      field: path,
      code: isVariable ? 'mapping.unknownVariable' : 'mapping.invalid',
      message: `${error.message}${hint}`,
      ...(cause?.range ? { range: cause.range } : {}),
    }
  }
}

const not =
  ({ target }: MappingField) =>
  (other: MappingField): boolean =>
    other.target !== target

function checkPath(path: string, field: string, check: Check): void {
  // What is no derived field was not compiled.
  if (!check.known || splitDerived(path) || isOfGroup(path, check.groups)) return
  if (isKnown(path, check.sources, check.known)) {
    const [list = '', inner = ''] = throughList(path, check) ?? []
    if (list === '') return
    const right = `${list}[0].${inner}`
    const told = `Field "${field}": "${list}" is a list, so "${path}" gives nothing; write ${right}, or map the list as lines.`
    check.problems.push({ field, code: 'mapping.throughList', message: told, value: path })
    return
  }
  const message = `Field "${field}": the source has no field "${path}", as far as discovery knows.`
  check.problems.push({ field, code: 'mapping.unknownField', message, value: path })
}

const isOfGroup = (path: string, groups: readonly OpenGroup[]): boolean =>
  groups.some(({ names }) => names.has(path) || [...names].some(name => path.startsWith(`${name}.`)))

/**
 * Whether a path, as the mapper reads it, leads to a field that discovery knows. A field whose children are unknown
 * (json, or a list or an object without fields) may hold anything.
 */
function isKnown(path: string, sources: readonly string[], known: readonly FieldSpec[]): boolean {
  if (path === '$') return true
  const isHeader = path.startsWith('$.') || path.startsWith('$[')
  const plain = isHeader ? path.slice(path[1] === '.' ? 2 : 1) : path
  const candidates = isHeader ? [plain] : [plain, ...sources.flatMap(source => linePaths(source, plain))]
  return candidates.some(candidate => leadsSomewhere(candidate, known))
}

/** A list that a path goes through by name alone, outside of its lines, and what it names of an entry. */
function throughList(path: string, { sources, known = [] }: Check): readonly [list: string, inner: string] | undefined {
  const plain = path.replace(/^\$\.?(?=.)/, '')
  if (plain === path && sources.some(source => linePaths(source, path).some(each => leadsSomewhere(each, known))))
    return undefined
  const list = known.find(spec => spec.type === 'array' && restAfter(plain, spec.name) !== undefined)
  const rest = list && !known.some(spec => spec.name === plain) ? restAfter(plain, list.name) : undefined
  return list && rest && !/^(?:\[|\d)/.test(rest) && !isOpen(list) ? [list.name, rest] : undefined
}

/** `sku` inside the lines of `items` is items.0.sku; so is `items.sku`. */
function linePaths(source: string, path: string): readonly string[] {
  if (source === '') return []
  const inner = path.startsWith(`${source}.`) ? path.slice(source.length + 1) : path
  return [`${source}.${inner}`]
}

function leadsSomewhere(path: string, known: readonly FieldSpec[]): boolean {
  if (known.some(spec => spec.name === path)) return true
  for (const spec of known) {
    const rest = restAfter(path, spec.name)
    if (rest === undefined) continue
    const inner = rest.replace(/^(?:\[\d+\]|\d+)(?:\.|$)/, '')
    if (rest === '' || inner === '') return true
    if (isOpen(spec) || leadsSomewhere(inner, spec.fields ?? [])) return true
  }
  return false
}

/** How a path may write its first name. */
export const formsOf = (name: string): readonly string[] => [name, `[${JSON.stringify(name)}]`, `['${name}']`]

/** The path after a first name, in any of its forms; undefined when it begins with another name. */
function restAfter(path: string, name: string): string | undefined {
  const form = formsOf(name).find(text => path === text || path.startsWith(`${text}.`) || path.startsWith(`${text}[`))
  return form === undefined ? undefined : path.slice(form.length).replace(/^\./, '')
}

const isOpen = (spec: FieldSpec): boolean =>
  (spec.fields ?? []).length === 0 && ['json', 'array', 'object'].includes(spec.type)

function checkTargets(mapping: Mapping, options: CheckMappingOptions, problems: MapProblem[]): void {
  const copied = mapping.copyAll ? (options.sourceFields ?? []).map(spec => spec.name) : []
  const isUnknownCopy = mapping.copyAll && !options.sourceFields
  if (!isUnknownCopy) checkRequired(mapping.fields, options.targetFields ?? [], new Set(copied), '', problems)
}

function checkRequired(
  fields: readonly MappingField[],
  targets: readonly FieldSpec[],
  copied: ReadonlySet<string>,
  prefix: string,
  problems: MapProblem[],
): void {
  for (const target of targets) {
    const field = fields.find(candidate => candidate.target === target.name)
    const path = `${prefix}${target.name}`
    if (!field && target.isRequired && !copied.has(target.name))
      problems.push({
        field: path,
        code: 'mapping.requiredTarget',
        message: `The target requires "${path}", and the mapping does not fill it.`,
      })
    const children = field && childFields(field.value)
    if (children && target.fields) checkRequired(children, target.fields, new Set(), `${path}.`, problems)
  }
}

const childFields = (value: FieldValue): readonly MappingField[] | undefined =>
  value.kind === 'lines' || value.kind === 'object' ? value.fields : undefined
