import type { ASTNode } from '@marcbachmann/cel-js'
import { DERIVED_NAME, type Edition } from '@sluice/contract'
import { parseExpression } from './expression.ts'
import { childrenOf, listCalls } from './expression-calls.ts'
import { type FieldPlan, fill } from './fill-fields.ts'
import type { Collect, Scope } from './scope.ts'

/** Which derived fields a place may name, and those that it has named. null: none, and `why` says so. */
export interface DerivedPlace {
  readonly names: ReadonlySet<string>
  readonly used: Set<string>
  /** Inside a derived field each use must name one, so that the order is known. */
  readonly isInside: boolean
  /** The conditions of a look-up, which are asked before the record is mapped. */
  readonly isAsking?: boolean
}

/** Notes that a place uses a derived field. @throws RangeError with a sentence for the user */
export function nameDerived(place: DerivedPlace, name: string): void {
  if (!place.names.has(name))
    throw new RangeError(
      `There is no derived field "${name}". A field of the record that is called derived is written $.derived.`,
    )
  place.used.add(name)
}

/** `derived.total.x` as the name and what is left of the path; null: the path is no derived field's. */
export function splitDerived(path: string): { readonly name: string; readonly rest: string } | null {
  if (!path.startsWith('derived.')) return null
  const rest = path.slice('derived.'.length)
  return { name: /^[^.[]*/.exec(rest)?.[0] ?? '', rest }
}

/** Notes the derived fields that an expression uses. @throws RangeError as `nameDerived`, ExpressionError */
export function nameDerivedIn(expression: string, place: DerivedPlace, edition: Edition): void {
  if (!expression.includes('derived')) return
  const { ast } = parseExpression(expression, edition)
  for (const call of listCalls(ast))
    if (call.kind === 'find') nameAll(namesIn(call.values), { ...place, isAsking: true })
  nameAll(namesIn([ast]), place)
}

/** The derived fields that parts of an expression use, once `nameDerivedIn` has let them pass. */
export const listDerivedIn = (nodes: readonly ASTNode[]): ReadonlySet<string> =>
  new Set([...namesIn(nodes)].filter(name => name !== null))

function nameAll(names: Iterable<string | null>, place: DerivedPlace): void {
  for (const name of names) {
    if (name !== null) nameDerived(place, name)
    else if (place.isAsking)
      throw new RangeError('A look-up names the derived fields it asks with: derived.name, not all of derived.')
    else if (place.isInside)
      throw new RangeError('A derived field names the ones it uses: derived.name, not all of derived.')
    else for (const each of place.names) place.used.add(each)
  }
}

/** null stands for all of them. */
function namesIn(nodes: readonly ASTNode[]): ReadonlySet<string | null> {
  const names = new Set<string | null>()
  for (const node of nodes) collectNames(node, names)
  return names
}

function collectNames(node: ASTNode, names: Set<string | null>): void {
  const name = nameOf(node)
  if (name !== undefined) names.add(name)
  else if (isVariable(node)) names.add(null)
  else for (const child of childrenOf(node.args)) collectNames(child, names)
}

const isVariable = (node: ASTNode): boolean => node.op === 'id' && node.args === 'derived'

/** `derived.name`, `derived.?name`, `derived["name"]`. */
function nameOf(node: ASTNode): string | undefined {
  if (node.op !== '.' && node.op !== '.?' && node.op !== '[]' && node.op !== '[?]') return undefined
  const [owner, key] = node.args
  if (!isVariable(owner)) return undefined
  if (typeof key === 'string') return key
  return key.op === 'value' && typeof key.args === 'string' ? key.args : undefined
}

/** A look-up, as far as it asks with derived fields. */
export interface Asking {
  /** Target field. */
  readonly path: string
  readonly names: ReadonlySet<string>
  /** 1, and one for each look-up inside its own key. */
  readonly rounds: number
}

export interface DerivedPlan {
  readonly plan: FieldPlan
  readonly uses: ReadonlySet<string>
  readonly collects: readonly Collect[]
  /** Its look-ups that ask with derived fields. */
  readonly asking: readonly Asking[]
}

/** @throws RangeError for a name that cannot be written where it is used, or that is there twice */
export function requireDerivedName(name: string, before: ReadonlySet<string>): void {
  if (!DERIVED_NAME.test(name))
    throw new RangeError('A derived field is called by letters, digits and _ of ASCII, and begins with no digit.')
  if (before.has(name)) throw new RangeError('Two derived fields have this name.')
}

/** Derived fields use each other in a circle; `name` is one of them. */
export class DerivedCircle extends RangeError {
  readonly circle: readonly string[]

  constructor(circle: readonly string[]) {
    super(`Derived fields use each other in a circle: ${circle.join(' → ')}.`)
    this.circle = circle
  }
}

/** Each after those that it uses. @throws DerivedCircle */
export function orderDerived(plans: readonly DerivedPlan[]): readonly DerivedPlan[] {
  const byName = new Map(plans.map(each => [each.plan.target, each]))
  const ordered = new Set<DerivedPlan>()
  const way: string[] = []
  const visit = (each: DerivedPlan): void => {
    const { target } = each.plan
    if (ordered.has(each)) return
    if (way.includes(target)) throw new DerivedCircle([...way.slice(way.indexOf(target)), target])
    way.push(target)
    for (const name of each.uses) visit(byName.get(name)!) // uses are checked against the names
    way.pop()
    ordered.add(each)
  }
  for (const each of plans) visit(each)
  return [...ordered]
}

/** Those that `names` need, and those that these need, in order. */
export function needed(ordered: readonly DerivedPlan[], names: Iterable<string>): readonly DerivedPlan[] {
  const wanted = new Set(names)
  const found = ordered.toReversed().filter(({ plan, uses }) => {
    if (!wanted.has(plan.target)) return false
    for (const name of uses) wanted.add(name)
    return true
  })
  return found.reverse()
}

/** Works them out one after the other; false: one was refused, and the record with it. */
export function derive(plans: readonly DerivedPlan[], scope: Scope): boolean {
  scope.record.derived ??= {}
  for (const { plan } of plans) fill(scope.record.derived, [plan], scope)
  return scope.record.problems.length === 0
}
