import type { ASTNode } from '@marcbachmann/cel-js'
import type { FindValue, ValueLookup } from '@sluice/contract'

/**
 * Look-ups as expressions write them:
 * - `lookup("map-id", value)`, and as a third argument `{"direction": "reverse", "onMiss": "default", "default": "?"}`;
 * - `find("strategy-id", "field", key, …)` with the values of all key fields in their order, or with equalities instead,
 *   `{"code": row.code}`; and last `{"onMiss": "error", "default": "?", "onMany": "error"}`.
 *
 * What they look into and by which rules is written as literals: it is known before any record is.
 */
export type LookupCall = LookupCallOf | FindCallOf

interface LookupCallOf {
  readonly kind: 'lookup'
  readonly node: ASTNode
  /** The same for all calls that differ in their values alone. */
  readonly rule: string
  readonly lookup: ValueLookup
  /** What is looked up. */
  readonly values: readonly ASTNode[]
}

export interface FindCallOf {
  readonly kind: 'find'
  readonly node: ASTNode
  readonly rule: string
  /** Without the values, which are `values`. */
  readonly find: FindValue
  /** They are the fields of a key and stand together for one condition. */
  readonly isKey: boolean
  readonly values: readonly ASTNode[]
}

/** Where something stands in the source. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A wrong call, with its place in the source. */
export class CallError extends RangeError {
  readonly range: Range

  constructor(message: string, { start, end }: Range) {
    super(message)
    this.range = { start, end }
  }
}

const known = new WeakMap<ASTNode, LookupCall>()

/** The look-up that a node is; null: none. @throws CallError */
export function readCall(node: ASTNode): LookupCall | null {
  if (node.op !== 'call') return null
  const [name, args] = node.args
  if (name !== 'lookup' && name !== 'find') return null
  const found = known.get(node)
  if (found) return found
  const call = name === 'lookup' ? readLookup(node, args) : readFindCall(node, args)
  known.set(node, call)
  return call
}

/** Every look-up of an expression, outer before inner. @throws CallError */
export function listCalls(node: ASTNode): LookupCall[] {
  const found: LookupCall[] = []
  collectCalls(node, found)
  return found
}

function collectCalls(node: ASTNode, found: LookupCall[]): void {
  const call = readCall(node)
  if (call) found.push(call)
  for (const child of call?.values ?? childrenOf(node.args)) collectCalls(child, found)
}

/** Every pass over an expression asks this for each node, so it makes one list and no more. */
export function childrenOf(part: unknown): readonly ASTNode[] {
  const found: ASTNode[] = []
  collectNodes(part, found)
  return found
}

function collectNodes(part: unknown, found: ASTNode[]): void {
  if (Array.isArray(part)) for (const each of part) collectNodes(each, found)
  // What has an operator is a node of the tree.
  else if (typeof part === 'object' && part !== null && 'op' in part) found.push(part as ASTNode)
}

function readLookup(node: ASTNode, [map, value, options]: readonly ASTNode[]): LookupCall {
  if (!map || !value) throw new CallError('lookup() takes the id of a value map and a value.', node)
  const lookup: ValueLookup = {
    map_id: readId(map, 'lookup() names a value map by its id, in quotes.'),
    direction: 'forward',
    ...readOptions(options, {
      direction: ['forward', 'reverse'],
      onMiss: ['keep', 'default', 'error'],
      default: null,
    }),
  }
  return { kind: 'lookup', node, rule: `lookup ${JSON.stringify(lookup)}`, lookup, values: [value] }
}

function readFindCall(node: ASTNode, [strategy, field, ...rest]: readonly ASTNode[]): LookupCall {
  const [first] = rest
  if (!strategy || !field || !first)
    throw new CallError('find() takes the id of a strategy, a field, and the key of a record.', node)
  const isKey = first.op !== 'map'
  const last = rest.at(-1)
  const options = rest.length > 1 && last?.op === 'map' ? rest.pop() : undefined
  if (!isKey && rest.length > 1)
    throw new CallError('find() takes values of the key, or conditions in braces, not both.', node)
  const where = first.op === 'map' ? readConditions(first) : null
  const names = where ? where.map(([name]) => name) : ['$key']
  const find: FindValue = {
    kind: 'find',
    strategy_id: readId(strategy, 'find() names a strategy by its id, in quotes.'),
    field: requireText(field, 'find() names the field it takes in quotes.'),
    where: names.map(name => ({ field: name, equals: '' })),
    ...readOptions(options, {
      onMiss: ['empty', 'default', 'error'],
      default: null,
      onMany: ['newest', 'error'],
    }),
  }
  const values = where ? where.map(([, value]) => value) : rest
  return { kind: 'find', node, rule: `find ${values.length} ${JSON.stringify(find)}`, find, isKey, values }
}

const MAX_CONDITIONS = 8

function readConditions(node: ASTNode & { op: 'map' }): (readonly [string, ASTNode])[] {
  const { args } = node
  if (args.length === 0 || args.length > MAX_CONDITIONS)
    throw new CallError(`find() takes 1 to ${MAX_CONDITIONS} conditions.`, node)
  return args.map(([key, value]) => [requireText(key, 'Keys of a map are texts in quotes.'), value])
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readId(node: ASTNode, rule: string): string {
  const text = requireText(node, rule)
  if (!UUID.test(text)) throw new CallError(rule, node)
  return text.toLowerCase()
}

function requireText(node: ASTNode, rule: string): string {
  if (node.op === 'value' && typeof node.args === 'string' && node.args !== '') return node.args
  throw new CallError(rule, node)
}

type Options<Known> = { readonly [Name in keyof Known]?: Known[Name] extends readonly (infer Word)[] ? Word : string }

/** Options by name, each one of some words or any text. */
function readOptions<const Known extends Readonly<Record<string, readonly string[] | null>>>(
  node: ASTNode | undefined,
  names: Known,
): Options<Known> {
  if (node === undefined) return {}
  const list = Object.keys(names).join(', ')
  if (node.op !== 'map') throw new CallError(`The options of a look-up stand in braces: ${list}.`, node)
  const entries = node.args.map(([key, value]) => {
    const name = key.op === 'value' ? String(key.args) : ''
    const words = Object.hasOwn(names, name) ? names[name] : undefined
    if (words === undefined) throw new CallError(`The options of a look-up are: ${list}.`, key)
    const text = value.op === 'value' && typeof value.args === 'string' ? value.args : null
    if (text === null) throw new CallError(`The option "${name}" is a text in quotes.`, value)
    if (words?.includes(text) === false)
      throw new CallError(`The option "${name}" is one of: ${words.join(', ')}.`, value)
    return [name, text]
  })
  // Each name was compared with what is known, each word too.
  return Object.fromEntries(entries) as Options<Known>
}
