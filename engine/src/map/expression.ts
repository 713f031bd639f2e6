import type { Environment, ParseResult } from '@marcbachmann/cel-js'
import { makeEnvironment } from './expression-environment.ts'
import { fromExpression, toExpression } from './expression-value.ts'
import { boundOperations, refuseUnsafe } from './guard-expression.ts'
import { Refusal, shorten } from './refusal.ts'
import type { Evaluate, Scope } from './scope.ts'

let environment: Environment | undefined

/**
 * Compiles a CEL expression. Run the result only where a watchdog can end it.
 * @throws ExpressionError with a sentence for the user
 */
export function compileExpression(source: string): Evaluate {
  const program = parseExpression(source)
  return scope => {
    try {
      return fromExpression(program(variablesOf(scope)), scope.record)
    } catch (error) {
      return new Refusal('mapping.expression', `has an expression that failed: ${explain(error)}`)
    }
  }
}

/** A wrong expression; `isUnknownVariable` sets a misspelt name apart from bad syntax. */
export class ExpressionError extends RangeError {
  readonly isUnknownVariable: boolean

  constructor(message: string, isUnknownVariable: boolean) {
    super(message)
    this.isUnknownVariable = isUnknownVariable
  }
}

/** @throws ExpressionError */
export function parseExpression(source: string): ParseResult {
  environment ??= makeEnvironment()
  try {
    const program = environment.parse(source)
    refuseUnsafe(program.ast)
    const { error } = program.check()
    if (error) throw error
    boundOperations(program.ast)
    return program
  } catch (error) {
    const isUnknownVariable = error instanceof Error && 'code' in error && error.code === 'unknown_variable'
    throw new ExpressionError(`The expression cannot be compiled: ${explain(error)}`, isUnknownVariable)
  }
}

function variablesOf(scope: Scope): Record<string, unknown> {
  scope.record.expressionRow ??= toExpression(scope.row)
  scope.expressionLine ??= toExpression(scope.line ?? null)
  return { row: scope.record.expressionRow, line: scope.expressionLine, index: BigInt(scope.index), now: scope.now }
}

/** The first line of an error, without cel-js's drawing of the source. */
function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return shorten((text.split('\n')[0] ?? '').replace(/dyn<([^<>]+)>/g, '$1').replace(/\.$/, ''), 300)
}
