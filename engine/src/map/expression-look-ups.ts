import { type ASTNode, type Environment, Optional } from '@marcbachmann/cel-js'
import { type LookupCall, readCall } from './expression-calls.ts'
import type { Scope } from './scope.ts'

/** Under what an expression's own variables carry the record it is worked out for; no name that can be written. */
export const SCOPE = ' scope'

interface Place {
  readonly scope: Scope
  /** The whole expression. */
  readonly root: ASTNode
}

interface Macro {
  readonly node: ASTNode
}

interface Runner {
  run(node: ASTNode, context: Context): unknown
}

interface Context {
  getValue(name: string): unknown
}

interface Checker {
  check(node: ASTNode, context: unknown): unknown
  getType(name: string): unknown
}

/** Arguments beside the values: what is looked into, which field, up to eight conditions or keys, and options. */
const MOST_ARGUMENTS = { lookup: 3, find: 11 }

/** `lookup()` and `find()`; what they look into is bound to the mapping, not to the expression. */
export function registerLookups(environment: Environment): void {
  for (const name of ['lookup', 'find'] as const)
    for (let count = 2; count <= MOST_ARGUMENTS[name]; count++)
      environment.registerFunction(`${name}(${Array(count).fill('ast').join(', ')}): dyn`, expandCall)
}

const expandCall = ({ ast }: { readonly ast: ASTNode }) => ({
  node: ast,
  async: false,
  typeCheck(checker: Checker, { node }: Macro, context: unknown) {
    for (const value of requireCall(node).values) checker.check(value, context)
    return checker.getType('dyn')
  },
  evaluate(runner: Runner, { node }: Macro, context: Context) {
    const call = requireCall(node)
    const { scope, root } = context.getValue(SCOPE) as Place // set by whoever runs an expression
    const values = call.values.map(value => runOrMissing(runner, value, context))
    const made = scope.record.calls?.run(call, values, scope)
    // Alone it is missing, as a field that looks up is; inside of more it is null.
    return made === undefined && node === root ? Optional.none() : (made ?? null)
  },
})

/** Parsing has refused what is none. */
function requireCall(node: ASTNode): LookupCall {
  const call = readCall(node)
  if (!call) throw new Error('looking up by what is no look-up')
  return call
}

const MISSING_CODES: readonly unknown[] = ['no_such_key', 'index_out_of_bounds']

/** An argument that names a missing field is missing. */
export function runOrMissing<Node, At>(
  runner: { run(node: Node, context: At): unknown },
  node: Node,
  context: At,
): unknown {
  try {
    return runner.run(node, context)
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING_CODES.includes(error.code)) return undefined
    throw error
  }
}
