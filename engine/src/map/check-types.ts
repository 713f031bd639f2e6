import type { ASTNode } from '@marcbachmann/cel-js'
import { editionOf, type FieldSpec, type Mapping } from '@sluice/contract'
import type { MapProblem } from '../stage/map-problem.ts'
import { readTime } from './compare-dates.ts'
import { parseExpression } from './expression.ts'
import { childrenOf } from './expression-calls.ts'
import { functionsOf } from './expression-functions.ts'
import { Numeral } from './expression-numeral.ts'

type Kind = 'text' | 'number' | 'boolean' | 'time' | 'list' | 'object'

/** What a part of an expression is, as far as anybody can say before a record comes. */
interface Typed {
  readonly kind: Kind
  /** A catalogue says so, or the expression itself; otherwise a sample, which the next record may belie. */
  readonly isSure: boolean
}

interface TypeCheck {
  /** The mapped field. */
  readonly field: string
  /** What discovery found in the source. */
  readonly known: readonly FieldSpec[]
  /** The lists around the field; empty: none. */
  readonly sources: readonly string[]
  readonly edition: Mapping['edition']
}

/**
 * What an expression would make of the types that discovery found: comparisons and sums that no record can pass.
 * - `mapping.types`: a catalogue of the source says so;
 * - `mapping.seenTypes`: a sample does (a warning);
 * - `mapping.unknownField`: a function of a list names a field that its entries lack (a warning);
 * - `mapping.textNumber`: a text meets a number, which only plain digits pass (a warning).
 * The first edition has none: it answers whatever meets.
 */
export function checkTypes(expression: string, check: TypeCheck): MapProblem[] {
  if (editionOf(check) < 2) return []
  const problems: MapProblem[] = []
  visit(parseExpression(expression, check.edition).ast, check, problems)
  return problems
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])

function visit(node: ASTNode, check: TypeCheck, problems: MapProblem[]): void {
  const { op } = node
  if (COMPARISONS.has(op) || ARITHMETIC.has(op)) {
    const [left, right] = node.args as readonly [ASTNode, ASTNode] // two operands
    const problem = COMPARISONS.has(op) ? checkComparison(node, left, right, check) : checkSum(node, left, right, check)
    if (problem) problems.push(problem)
  }
  const unknown = node.op === 'call' ? checkElements(...node.args, check) : null
  if (unknown) problems.push(unknown)
  for (const child of childrenOf(node.args)) visit(child, check, problems)
}

/** `sum(row.items, "amout")` is 0, whatever the lines hold. */
function checkElements(called: string, [list, name]: readonly ASTNode[], check: TypeCheck): MapProblem | null {
  if (!OVER_LISTS.has(called) || !list || name?.op !== 'value' || typeof name.args !== 'string') return null
  const spec = specOf(receiverOf(list), check)
  const { fields = [] } = spec ?? {}
  if (spec?.type !== 'array' || fields.length === 0 || fields.some(each => each.name === name.args)) return null
  const path = `${spec.name}.${name.args}`
  const message = `Field "${check.field}": the source has no field "${path}", as far as discovery knows.`
  return {
    field: check.field,
    code: 'mapping.unknownField',
    message,
    value: path,
    range: rangeOf(name),
  }
}

const OVER_LISTS: ReadonlySet<string> = new Set(['sum', 'avg', 'average', 'min', 'max', 'count', 'sort', 'sort_desc'])

/** The list that `filter` leaves entries of. */
function receiverOf(node: ASTNode): ASTNode {
  return node.op === 'rcall' && node.args[0] === 'filter' ? receiverOf(node.args[1]) : node
}

const textOf = (node: ASTNode): string => node.input.slice(node.start, node.end)

function checkComparison(node: ASTNode, left: ASTNode, right: ASTNode, check: TypeCheck): MapProblem | null {
  const [a, b] = [typeOf(left, check), typeOf(right, check)]
  if (!a || !b || a.kind === b.kind) return null
  const { field } = check
  const [text, other] = a.kind === 'text' ? [left, right] : [right, left]
  const pair = [a.kind, b.kind]
  if (pair.includes('text') && pair.includes('number')) {
    // What stands in quotes is a number where it is in plain digits.
    if (text.op === 'value') return null
    const [value, number] = [textOf(text), textOf(other)]
    const message = `Field "${field}": ${value} is a text and ${number} a number; a record whose text is not in plain digits is refused. Write dec(${value}).`
    return { field, code: 'mapping.textNumber', message, range: rangeOf(node) }
  }
  const isTime = pair.includes('text') && pair.includes('time')
  if (isTime && (text.op !== 'value' || readTime(String(text.args)))) return null
  const flag = textOf(a.kind === 'boolean' ? left : right)
  const spelling = isTime ? '"2026-11-25"' : pair.includes('boolean') ? `${flag} == true` : `toText(${textOf(other)})`
  const [source, first, second] = [textOf(node), a.kind, b.kind]
  const message = `Field "${field}": ${source} compares ${first} with ${second}, which no record passes. Write ${spelling}.`
  return { field, code: a.isSure && b.isSure ? 'mapping.types' : 'mapping.seenTypes', message, range: rangeOf(node) }
}

function checkSum(node: ASTNode, left: ASTNode, right: ASTNode, check: TypeCheck): MapProblem | null {
  const [a, b] = [typeOf(left, check), typeOf(right, check)]
  const wrong = [a, b].find(each => each !== null && each.kind !== 'number')
  if (!wrong || (node.op === '+' && (!a || !b || (a.kind === b.kind && ['text', 'list'].includes(a.kind))))) return null
  const place = textOf(wrong === a ? left : right)
  const { kind, isSure } = wrong
  const [field, operator] = [check.field, node.op]
  const asText = node.op === '+' ? `concat(${textOf(left)}, ${textOf(right)})` : `dec(${place})`
  const spelling = kind === 'text' ? asText : kind === 'time' ? 'date_add(…), date_diff(…)' : `count(${place})`
  const message = `Field "${field}": ${place} is ${kind}, and ${operator} calculates with numbers, which no record passes. Write ${spelling}.`
  return { field, code: isSure ? 'mapping.types' : 'mapping.seenTypes', message, range: rangeOf(node) }
}

const rangeOf = ({ start, end }: ASTNode) => ({ start, end })

function typeOf(node: ASTNode, check: TypeCheck): Typed | null {
  switch (node.op) {
    case 'value':
      return sure(kindOfLiteral(node.args))
    case '.':
    case '[]':
      return typeOfField(node, check)
    case 'call':
      return sure(RETURNS.get(node.args[0]) ?? null)
    case '-_':
      return sure('number')
    default:
      if (COMPARISONS.has(node.op) || node.op === 'in' || node.op === '&&' || node.op === '||') return sure('boolean')
      if (node.op === '+') return typeOfSum(node, check)
      return ARITHMETIC.has(node.op) ? sure('number') : null
  }
}

function typeOfSum(node: ASTNode, check: TypeCheck): Typed | null {
  const [left, right] = node.args as readonly [ASTNode, ASTNode] // two operands
  const [a, b] = [typeOf(left, check), typeOf(right, check)]
  return a && a.kind === b?.kind ? a : null
}

const sure = (kind: Kind | null): Typed | null => kind && { kind, isSure: true }

function kindOfLiteral(value: unknown): Kind | null {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Numeral ? 'number' : null
}

const KINDS: Partial<Record<FieldSpec['type'], Kind>> = {
  string: 'text',
  int: 'number',
  decimal: 'number',
  float: 'number',
  bool: 'boolean',
  date: 'time',
  datetime: 'time',
  array: 'list',
  object: 'object',
}

/** `row.a.b`, `line.c`; what discovery does not know is of no type. */
function typeOfField(node: ASTNode, check: TypeCheck): Typed | null {
  const spec = specOf(node, check)
  const kind = spec && KINDS[spec.type]
  return kind ? { kind, isSure: spec.nativeType !== undefined } : null
}

function specOf(node: ASTNode, { known, sources }: TypeCheck): FieldSpec | undefined {
  const path = readPath(node)
  if (!path) return undefined
  const [root, ...names] = path
  const inside = root === 'line' ? fieldsOf(known, sources) : root === 'row' ? known : undefined
  return inside && names.length > 0 ? find(inside, names) : undefined
}

function readPath(node: ASTNode): string[] | null {
  if (node.op === 'id') return [node.args]
  if (node.op !== '.' && node.op !== '[]') return null
  const [owner, key] = node.args
  const name = typeof key === 'string' ? key : key.op === 'value' && typeof key.args === 'string' ? key.args : null
  const parent = name === null ? null : readPath(owner)
  return parent && name !== null ? [...parent, name] : null
}

function find(known: readonly FieldSpec[], [name, ...rest]: readonly string[]): FieldSpec | undefined {
  const spec = known.find(each => each.name === name)
  return rest.length === 0 ? spec : spec?.fields && find(spec.fields, rest)
}

function fieldsOf(known: readonly FieldSpec[], sources: readonly string[]): readonly FieldSpec[] | undefined {
  let inside: readonly FieldSpec[] | undefined = known
  for (const source of sources) inside = inside?.find(({ name }) => name === source)?.fields
  return inside
}

/** By name; one whose overloads answer differently has none. */
const RETURNS: ReadonlyMap<string, Kind | null> = new Map(
  [...Map.groupBy(functionsOf(2), ([signature]) => signature.slice(0, signature.indexOf('(')))].map(([name, all]) => {
    const kinds = new Set(
      all.map(([signature]) => kindOfReturn(signature.slice(signature.lastIndexOf('):') + 2).trim())),
    )
    return [name, kinds.size === 1 ? ([...kinds][0] ?? null) : null]
  }),
)

function kindOfReturn(type: string): Kind | null {
  if (type === 'string') return null // a date too is a text
  if (type === 'bool') return 'boolean'
  return ['int', 'double', 'number'].includes(type) ? 'number' : null
}
