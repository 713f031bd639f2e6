import type { ASTNode } from '@marcbachmann/cel-js'
import type { Edition } from '@sluice/contract'
import { splitPath } from '../stage/read-path.ts'
import { splitDerived } from './derived-fields.ts'
import { parseExpression } from './expression.ts'
import { childrenOf, readCall } from './expression-calls.ts'
import { parseTemplate } from './parse-template.ts'

/** A place in a record as people are shown it: `customer.name`, `lines[].sku`; '' is the whole record. */
export interface Place {
  readonly path: string
  /** false: only a run could tell whether it is read. */
  readonly isSure: boolean
}

/** What `find(…)` of an expression takes from the records of another strategy. */
export interface AskedElsewhere {
  readonly strategyId: string
  readonly field: string
  /** By which it is found there. */
  readonly where: readonly string[]
}

/** What a template or an expression reads, worked out by the parser that runs it. */
export interface Reads {
  readonly places: Place[]
  readonly finds: AskedElsewhere[]
  looksUp: boolean
  /** The value is the one that was read, unchanged: what lies in it lies in the result. */
  isCopy: boolean
}

/** The elements among which a value is made: places of a field of one of them. */
export type Line = (path: string) => readonly Place[]

/** Where a value is made. */
export interface Standpoint {
  readonly edition: Edition
  /** Outermost first. */
  readonly lines: readonly Line[]
  /** Source paths of the same lists; '' where there is none. */
  readonly sources: readonly string[]
  derived(name: string): readonly Place[]
  /** Places that records were seen to have; empty: nobody looked. */
  readonly known: ReadonlySet<string>
}

export const enter = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
export const elementOf = (path: string): string => `${path}[]`

/** A dotted path as it is shown: elements of lists are all alike. */
export const labelOf = (path: string, start = ''): string =>
  splitPath(path).reduce((label, { name }) => (/^\d+$/.test(name) ? elementOf(label) : enter(label, name)), start)

const sure = (path: string): Place => ({ path, isSure: true })
const none = (): Reads => ({ places: [], finds: [], looksUp: false, isCopy: false })

/** What a template reads. @throws RangeError where it is none */
export function readsOfTemplate(template: string, at: Standpoint): Reads {
  const reads = none()
  const parts = parseTemplate(template)
  for (const part of parts)
    if (typeof part !== 'string' && !part.isLiteral) reads.places.push(...placesOf(part.path, at))
  const [only] = parts
  reads.isCopy = parts.length === 1 && typeof only === 'object' && !only.isLiteral && only.filters.length === 0
  return reads
}

/** Places of a path as templates have it: the line is asked first, then the lines around it, then the header. */
export function placesOf(path: string, at: Standpoint): readonly Place[] {
  if (path === '$') return [sure('')]
  const own = splitDerived(path)
  if (own) return at.derived(own.name)
  if (path.startsWith('$.') || path.startsWith('$[')) return [sure(labelOf(path.slice(path[1] === '.' ? 2 : 1)))]
  const inner = at.sources.findLastIndex(source => source !== '' && path.startsWith(`${source}.`))
  if (inner >= 0) return at.lines[inner]!(path.slice((at.sources[inner] ?? '').length + 1)) // one line for each source
  const ways = [...at.lines].reverse().map(line => line(path))
  const found = [...ways, [sure(labelOf(path))]].filter(places => places.length > 0)
  const seen = found.filter(places => places.some(place => at.known.has(place.path)))
  // Which of them has the field is told by what was seen; where nobody looked, the nearest has it and the others may.
  return (seen.length > 0 ? seen : found).flatMap((places, far) =>
    places.map(place => ({ ...place, isSure: place.isSure && far === 0 })),
  )
}

type Bound = ReadonlyMap<string, readonly Place[]>

/** What an expression reads. @throws ExpressionError */
export function readsOfExpression(expression: string, at: Standpoint): Reads {
  const reads = none()
  const { ast } = parseExpression(expression, at.edition)
  const places = walk(ast, { at, reads, bound: new Map() })
  reads.places.push(...places)
  reads.isCopy = places.length > 0 && PATHS.has(ast.op)
  return reads
}

const PATHS: ReadonlySet<string> = new Set(['.', '.?', '[]', '[?]', 'id'])

interface Walk {
  readonly at: Standpoint
  readonly reads: Reads
  readonly bound: Bound
}

/** Of what the node's value is a part, not read yet by itself; all else that it needs is read. */
function walk(node: ASTNode, on: Walk): readonly Place[] {
  switch (node.op) {
    case 'value':
      return []
    case 'id':
      return placesOfName(node.args, on)
    case '.':
    case '.?':
      return walkField(node.args[0], node.args[1], on)
    case '[]':
    case '[?]':
      return walkIndex(node.args[0], node.args[1], on)
    case '?:':
      take(node.args[0], on)
      return [...walk(node.args[1], on), ...walk(node.args[2], on)]
    case 'call':
      return walkCall(node, node.args[0], node.args[1], on)
    case 'rcall':
      return walkMethod(node.args[0], node.args[1], node.args[2], on)
    default:
      for (const child of childrenOf(node.args)) take(child, on)
      return []
  }
}

const take = (node: ASTNode, on: Walk): void => void on.reads.places.push(...walk(node, on))

function placesOfName(name: string, { at, bound }: Walk): readonly Place[] {
  const own = bound.get(name)
  if (own) return own
  if (name === 'row') return [sure('')]
  if (name === 'line') return at.lines.at(-1)?.('') ?? []
  // All of them: which is only known as it runs.
  return name === 'derived' ? at.derived('').map(({ path }) => ({ path, isSure: false })) : []
}

const isDerived = (node: ASTNode, { bound }: Walk): boolean =>
  node.op === 'id' && node.args === 'derived' && !bound.has('derived')

function walkField(owner: ASTNode, key: string | ASTNode, on: Walk): readonly Place[] {
  const name = typeof key === 'string' ? key : literalOf(key)
  if (name === null) return []
  if (isDerived(owner, on)) return on.at.derived(name)
  if (owner.op === 'id' && owner.args === 'line' && !on.bound.has('line'))
    return on.at.lines.at(-1)?.(bracket(name)) ?? []
  return walk(owner, on).map(({ path, isSure }) => ({ path: enter(path, name), isSure }))
}

/** A name by itself, whatever dots it has. */
const bracket = (name: string): string => `[${JSON.stringify(name)}]`

const literalOf = (node: ASTNode): string | null =>
  node.op === 'value' && typeof node.args === 'string' ? node.args : null

function walkIndex(owner: ASTNode, key: ASTNode, on: Walk): readonly Place[] {
  if (literalOf(key) !== null) return walkField(owner, key, on)
  if (key.op === 'value') return walk(owner, on).map(toElement)
  take(key, on)
  // Which field it is only a run can tell.
  on.reads.places.push(...walk(owner, on).map(({ path }) => ({ path, isSure: false })))
  return []
}

const toElement = ({ path, isSure }: Place): Place => ({ path: elementOf(path), isSure })

/** Their value is one of their arguments, from the named place on. */
const CHOICES: Readonly<Record<string, number>> = { coalesce: 0, ifnull: 0, iferror: 0, if: 1, IF: 1, nvl2: 1 }
/** Their value is the list, in another order or with fewer elements. */
const SAME_LIST: ReadonlySet<string> = new Set(['sort', 'sort_desc', 'distinct', 'reverse'])
const ONE_OF: ReadonlySet<string> = new Set(['first', 'last'])
/** Read one field of each element, which their second argument names. */
const OF_FIELD: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max', 'count'])

function walkCall(node: ASTNode, name: string, args: readonly ASTNode[], on: Walk): readonly Place[] {
  const call = readCall(node)
  if (call) {
    if (call.kind === 'lookup') on.reads.looksUp = true
    else on.reads.finds.push(toAsked(call.find))
    for (const value of call.values) take(value, on)
    return []
  }
  const [first, second, ...rest] = args
  const chosenFrom = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined
  if (chosenFrom !== undefined) {
    for (const asked of args.slice(0, chosenFrom)) take(asked, on)
    return args.slice(chosenFrom).flatMap(each => walk(each, on))
  }
  if (first && ONE_OF.has(name)) return walk(first, on).map(toElement)
  if (first && SAME_LIST.has(name)) {
    const list = walk(first, on)
    if (second) for (const field of textsIn(second)) on.reads.places.push(...list.map(fieldOfEach(field)))
    return list
  }
  const field = second && literalOf(second)
  if (first && field && rest.length === 0 && OF_FIELD.has(name)) {
    on.reads.places.push(...walk(first, on).map(fieldOfEach(field)))
    return []
  }
  for (const each of args) take(each, on)
  return []
}

const fieldOfEach =
  (field: string) =>
  ({ path, isSure }: Place): Place => ({ path: labelOf(field, elementOf(path)), isSure })

const textsIn = (node: ASTNode): string[] => {
  const text = literalOf(node)
  if (text !== null) return [text]
  if (node.op === 'map') return node.args.flatMap(([, value]) => textsIn(value))
  return node.op === 'list' ? node.args.flatMap(textsIn) : []
}

const toAsked = ({
  strategy_id,
  field,
  where,
}: {
  strategy_id: string
  field: string
  where: { field: string }[]
}) => ({
  strategyId: strategy_id,
  field,
  where: where.map(condition => condition.field),
})

const MACROS: ReadonlySet<string> = new Set(['map', 'filter', 'exists', 'all', 'exists_one', 'existsOne'])

function walkMethod(name: string, receiver: ASTNode, args: readonly ASTNode[], on: Walk): readonly Place[] {
  const [variable, ...bodies] = args
  if (MACROS.has(name) && variable?.op === 'id') {
    const list = walk(receiver, on)
    const bound = new Map(on.bound).set(variable.args, list.map(toElement))
    for (const body of bodies) take(body, { ...on, bound })
    return name === 'filter' ? list : []
  }
  const own = walk(receiver, on)
  if (name === 'orValue') return [...own, ...args.flatMap(each => walk(each, on))]
  on.reads.places.push(...own)
  for (const each of args) take(each, on)
  return []
}
