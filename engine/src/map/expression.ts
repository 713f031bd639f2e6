import type { ASTNode, Environment, ParseResult } from '@marcbachmann/cel-js'
import { type Edition, isData, MAPPING_CODE, NEWEST_EDITION } from '@sluice/contract'
import { keepDigits } from './exact-operators.ts'
import { listCalls } from './expression-calls.ts'
import { checkDates } from './expression-date.ts'
import { makeEnvironment } from './expression-environment.ts'
import { placeOf, tellFault, tellRunFault } from './expression-fault.ts'
import { SCOPE } from './expression-look-ups.ts'
import { checkPatterns } from './expression-pattern.ts'
import { toCel } from './expression-source.ts'
import { fromExpression, toExpression } from './expression-value.ts'
import { boundOperations, refuseUnsafe } from './guard-expression.ts'
import { LookupRefused, Refusal } from './refusal.ts'
import type { Evaluate, Scope } from './scope.ts'

const environments = new Map<Edition, Environment>()

/**
 * Compiles a CEL expression. Run the result only where a watchdog can end it.
 * @throws ExpressionError with a sentence for the user
 */
export function compileExpression(source: string, edition: Edition = NEWEST_EDITION): Evaluate {
  const program = parseExpression(source, edition)
  return scope => {
    try {
      return fromExpression(program(variablesOf(scope, program.ast)), scope.record)
    } catch (error) {
      if (error instanceof LookupRefused) return error.refusal
      return new Refusal(
        'mapping.expression',
        `has an expression that failed: ${tellRunFault(error, () => namesIn(scope))}`,
      )
    }
  }
}

interface ErrorRange {
  readonly start: number
  readonly end: number
}

/** A wrong expression; `isUnknownVariable` sets a misspelt name apart from bad syntax. */
export class ExpressionError extends RangeError {
  readonly isUnknownVariable: boolean
  /** Where in the source; absent where it is the whole. */
  readonly range: ErrorRange | undefined

  constructor(message: string, isUnknownVariable: boolean, range?: ErrorRange) {
    super(message)
    this.isUnknownVariable = isUnknownVariable
    this.range = range
  }
}

/** What is wrong with an expression is as dear to find as its program. */
type Parsed = ParseResult | ExpressionError

/** Parsing costs more than mapping a record, and a mapping that is edited is compiled anew with every key. */
const parsed = new Map<string, Parsed>()
/** Those before: a mapping that was read in turns is there as a whole when it is compiled, whatever others read meanwhile. */
let parsedBefore: ReadonlyMap<string, Parsed> = new Map()
/** Characters that are kept, and as many of those before. */
const MAX_KEPT_CHARS = MAPPING_CODE
let keptChars = 0

/**
 * A program is the same for whoever runs it: what a record brings is handed over with each call.
 * @throws ExpressionError
 */
export function parseExpression(source: string, edition: Edition = NEWEST_EDITION): ParseResult {
  const id = `${edition} ${source}`
  const known = parsed.get(id) ?? keep(id, parsedBefore.get(id) ?? parseQuietly(source, edition))
  if (known instanceof ExpressionError) throw known
  return known
}

function keep(id: string, program: Parsed): Parsed {
  if (keptChars + id.length > MAX_KEPT_CHARS) {
    parsedBefore = new Map(parsed)
    parsed.clear()
    keptChars = 0
  }
  parsed.set(id, program)
  keptChars += id.length
  return program
}

function parseQuietly(source: string, edition: Edition): Parsed {
  const environment = environments.get(edition) ?? makeEnvironment(edition)
  environments.set(edition, environment)
  try {
    const program = environment.parse(toCel(source))
    refuseUnsafe(program.ast)
    checkPatterns(program.ast)
    if (edition > 1) keepDigits(program.ast, edition)
    if (edition > 2) checkDates(program.ast)
    listCalls(program.ast)
    const { error } = program.check()
    if (error) throw error
    boundOperations(program.ast, edition)
    return program
  } catch (error) {
    const isUnknownVariable = error instanceof Error && 'code' in error && error.code === 'unknown_variable'
    const range = rangeOf(error)
    const reason = tellFault(error, source, range)
    const place = range && placeOf(source, range)
    return new ExpressionError(
      place
        ? `The expression cannot be compiled (line ${place.line}, column ${place.column}): ${reason}`
        : `The expression cannot be compiled: ${reason}`,
      isUnknownVariable,
      range,
    )
  }
}

/** cel-js puts the place on its errors; ours name what is forbidden wherever it stands. */
function rangeOf(error: unknown): ErrorRange | undefined {
  const range = error instanceof Error && 'range' in error ? error.range : undefined
  if (typeof range !== 'object' || range === null || !('start' in range) || !('end' in range)) return undefined
  return typeof range.start === 'number' && typeof range.end === 'number'
    ? { start: range.start, end: range.end }
    : undefined
}

function variablesOf(scope: Scope, root: ASTNode): Record<string, unknown> {
  scope.record.expressionRow ??= toExpression(scope.row)
  scope.expressionLine ??= toExpression(scope.line ?? null)
  return {
    row: scope.record.expressionRow,
    line: scope.expressionLine,
    index: BigInt(scope.index),
    now: scope.now,
    derived: derivedOf(scope),
    [SCOPE]: { scope, root },
  }
}

/** Derived fields come one after the other; each is turned once. */
function derivedOf({ record }: Scope): ReadonlyMap<string, unknown> {
  record.expressionDerived ??= new Map()
  for (const [name, value] of Object.entries(record.derived ?? {}))
    if (!record.expressionDerived.has(name)) record.expressionDerived.set(name, toExpression(value))
  return record.expressionDerived
}

function* namesIn({ line, row }: Scope): Iterable<string> {
  if (isData(line)) yield* Object.keys(line)
  yield* Object.keys(row)
}
