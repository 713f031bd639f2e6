import type { ASTNode } from '@marcbachmann/cel-js'
import { toText, type Value } from '@sluice/contract'
import { isOpen, MAX_ROUNDS } from './ask-derived.ts'
import { listDerivedIn } from './derived-fields.ts'
import type { Watch } from './explain.ts'
import { CallError, childrenOf, type FindCallOf, type LookupCall, listCalls, readCall } from './expression-calls.ts'
import { fromExpression, toExpression } from './expression-value.ts'
import { notAsked, openQuestion, type Question } from './find-value.ts'
import { type BoundMapping, compileLookup, type OpenMaps } from './lookup-value.ts'
import { compilePlainNode } from './plain-expression.ts'
import { LookupRefused, Refusal } from './refusal.ts'
import type { Collect, ExpressionCalls, Scope } from './scope.ts'

/** The look-ups of a mapping's expressions, with the maps and strategies that it is bound to. */
export interface BoundCalls extends ExpressionCalls {
  /** @returns what is asked before the records are mapped; null: nothing. @throws CallError */
  bind(ast: ASTNode): BoundExpression
}

interface BoundExpression {
  readonly hasCalls: boolean
  readonly collects: readonly Collect[]
  /** How often a page is asked: once more for each look-up inside another one's key. */
  readonly rounds: number
  /** Derived fields that its look-ups ask with. */
  readonly names: ReadonlySet<string>
}

type Run = (values: readonly (Value | undefined)[], scope: Scope) => Value | undefined | Refusal

interface CallPlace {
  readonly maps: OpenMaps
  readonly strategies: BoundMapping['strategies']
  readonly watch: Watch | undefined
}

export function openCalls({ maps, strategies, watch }: CallPlace): BoundCalls {
  const runs = new Map<string, Run>()
  const questions = new Map<string, Question>()
  const open = (call: LookupCall): void => {
    if (runs.has(call.rule)) return
    try {
      if (call.kind === 'lookup') runs.set(call.rule, openLookup(call.lookup, maps, watch))
      else {
        requireKeys(call, strategies)
        const question = openQuestion(call.find, strategies)
        questions.set(call.rule, question)
        runs.set(call.rule, (values, scope) => {
          const asked = toConditions(call, values)
          if (!question.isAsked(asked, scope)) return notAsked(asked, scope)
          return question.answer(asked, scope, scope.record.expressionPath)
        })
      }
    } catch (error) {
      throw error instanceof CallError || !(error instanceof RangeError)
        ? error
        : new CallError(error.message, call.node)
    }
  }
  return {
    bind(ast) {
      const calls = listCalls(ast)
      for (const call of calls) open(call)
      const finds = calls.filter(call => call.kind === 'find')
      const rounds = countRounds(ast)
      if (rounds > MAX_ROUNDS) throw new CallError(`find() stands in find() more than ${MAX_ROUNDS} deep.`, ast)
      // Inner ones first: what they find is what outer ones ask with.
      const collects = finds.toReversed().map(call => compileCollect(call, questions.get(call.rule)!)) // opened above
      const names = listDerivedIn(finds.flatMap(call => call.values))
      return { hasCalls: calls.length > 0, collects, rounds, names }
    },
    run(call, values, scope) {
      const run = runs.get(call.rule)
      if (!run) throw new Error('running a look-up that was not bound')
      const record = { charsLeft: scope.record.charsLeft }
      const given = values.map(value => (value === undefined ? undefined : fromExpression(value, record)))
      const made = run(given, scope)
      if (made instanceof Refusal) throw new LookupRefused(made)
      if (made === undefined) return undefined
      // A value that was kept is still of the type that it had.
      return call.kind === 'lookup' && made === given[0] ? values[0] : toExpression(made)
    },
  }
}

function openLookup(lookup: Parameters<typeof compileLookup>[0], maps: OpenMaps, watch: Watch | undefined): Run {
  const find = compileLookup(lookup, maps)
  const look = (value: Value | undefined, scope: Scope) => find(value, scope, scope.record.expressionPath)
  const told = watch?.change('lookup', lookup.map_id, look) ?? look
  return ([value], scope) => told(value, scope)
}

function requireKeys({ isKey, find, values }: FindCallOf, strategies: BoundMapping['strategies']): void {
  const strategy = strategies?.find(each => each.id === find.strategy_id)
  if (isKey && strategy && strategy.key.length !== values.length)
    throw new RangeError(`The key of "${strategy.name}" has ${strategy.key.length} fields: ${strategy.key.join(', ')}.`)
}

/** As the store writes a key of several fields. */
function toConditions({ isKey }: FindCallOf, values: readonly (Value | undefined)[]): readonly (Value | undefined)[] {
  if (!isKey || values.length === 1) return values
  return values.some(isNothing) ? [undefined] : [JSON.stringify(values.map(value => toText(value)))]
}

const isNothing = (value: Value | undefined): boolean => value === undefined || value === null || value === ''

/** By the short way alone, which is bounded: the page is asked on the caller's thread. @throws CallError */
function compileCollect(call: FindCallOf, question: Question): Collect {
  const runs = call.values.map(node => {
    const run = compilePlainNode(node)
    if (!run)
      throw new CallError(
        'The key of find() is asked for before the record is mapped: make it of fields, operators and functions, without loops and patterns. For each element of a list, map the list as lines.',
        node,
      )
    return run
  })
  const names = listDerivedIn(call.values)
  return (scope, wants) => {
    if (isOpen(scope, names)) return
    const record = { charsLeft: scope.record.charsLeft }
    try {
      const values = runs
        .map(run => run(scope))
        .map(value => (value == null ? undefined : fromExpression(value, record)))
      question.collect(toConditions(call, values), wants)
    } catch {
      // What cannot be worked out is not asked; mapping the record says why.
    }
  }
}

function countRounds(node: ASTNode): number {
  const call = readCall(node)
  const below = (call?.values ?? childrenOf(node.args)).map(countRounds)
  return Math.max(0, ...below) + (call?.kind === 'find' ? 1 : 0)
}
