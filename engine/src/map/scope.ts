import { type Data, isData, type Value } from '@sluice/contract'
import type { MapProblem } from '../stage/map-problem.ts'
import type { LookupCall } from './expression-calls.ts'
import type { Trace } from './field-note.ts'
import type { Found, Wants } from './find-answer.ts'
import type { FindNote, LookupNote } from './map-outcome.ts'
import { Refusal, shorten, showValue } from './refusal.ts'

/** Steps of plain expressions that one record may take: a few milliseconds at most. */
const PLAIN_STEPS = 100_000

/** What one record's fields see while they are made. One per record, and one per line inside `lines`. */
export interface Scope {
  readonly row: Data
  /** Element of the list that `lines` walks; undefined at the header. */
  readonly line: Value | undefined
  readonly index: number
  /** The elements among which the line stands. */
  readonly list?: readonly Value[]
  readonly parent: Scope | undefined
  /** Target path of the list this scope is an element of: `lines`. */
  readonly owner: string
  readonly now: Date
  readonly record: RecordState
  /** `line` as expressions see it, made on first use. */
  expressionLine?: unknown
}

/** The look-ups of a mapping's expressions. */
export interface ExpressionCalls {
  /** The looked-up value as expressions see it; undefined: nothing. @throws LookupRefused */
  run(call: LookupCall, values: readonly unknown[], scope: Scope): unknown
}

/** What all scopes of one record share. */
export interface RecordState {
  readonly problems: MapProblem[]
  /** Values that no value map held; made with the first. With `explain`, every look-up. */
  lookups?: LookupNote[]
  /** Look-ups into other strategies; only where the mapping is explained. */
  finds?: FindNote[]
  /** What was found in other strategies for the records of this page. */
  readonly found?: Found
  /** Only where the mapping is explained. */
  readonly trace?: Trace
  /** Look-ups that stand in expressions. */
  readonly calls: ExpressionCalls | undefined
  /** Target field whose expression is under way. */
  expressionPath: string
  /** Derived fields, as far as they are worked out. */
  derived?: Record<string, Value>
  /** While look-ups are asked: derived fields that wait for an answer. */
  open?: ReadonlySet<string>
  /** A look-up was met that has not been asked yet. */
  isWaiting?: boolean
  /** The same as expressions see them. */
  expressionDerived?: Map<string, unknown>
  /** Characters the record may still grow by. */
  charsLeft: number
  /** Work that plain expressions may still do for it. */
  stepsLeft: number
  /** `row` as expressions see it, made on first use. */
  expressionRow?: unknown
}

/** Notes what a scope will ask for, before it is mapped. */
export type Collect = (scope: Scope, wants: Wants) => void

/** A value, undefined for missing, or why there is none. */
export type Evaluate = (scope: Scope) => Value | undefined | Refusal

/**
 * A header repeated in a hundred thousand lines costs nothing in memory but gigabytes once written out; a record whose
 * texts exceed this (a JSON text of 512 million characters is V8's limit) is refused while it is made.
 */
export const MAX_RECORD_CHARS = 400_000_000

/** More problems of one record than this tell nothing new. */
export const MAX_PROBLEMS = 50

export interface ScopeOptions {
  readonly trace?: Trace | undefined
  readonly found?: Found | undefined
  readonly calls?: ExpressionCalls | undefined
}

export const openScope = (
  row: Data,
  now: Date,
  maxChars: number,
  { trace, found, calls }: ScopeOptions = {},
): Scope => ({
  row,
  line: undefined,
  index: 0,
  parent: undefined,
  owner: '',
  now,
  record: {
    problems: [],
    charsLeft: maxChars,
    stepsLeft: PLAIN_STEPS,
    calls,
    expressionPath: '',
    ...(trace ? { trace } : {}),
    ...(found ? { found } : {}),
  },
})

/** Counts a value against the record's size; the same value when it fits. */
export function spend(value: Value | undefined, record: Pick<RecordState, 'charsLeft'>): Value | undefined | Refusal {
  if (typeof value === 'string') record.charsLeft -= value.length
  else if (typeof value === 'object' && value !== null) countChars(value, record)
  return record.charsLeft < 0 ? new Refusal('mapping.tooLarge', 'makes the record too large') : value
}

function countChars(value: Value, record: Pick<RecordState, 'charsLeft'>): void {
  record.charsLeft -= typeof value === 'string' ? value.length : 8
  if (record.charsLeft < 0) return
  if (Array.isArray(value)) for (const element of value) countChars(element, record)
  else if (isData(value)) for (const name of Object.keys(value)) countChars(value[name] ?? null, record)
}

/** Adds a refusal to the record's problems under the field's full path. */
export function report(scope: Scope, field: string, refusal: Refusal): void {
  if (scope.record.problems.length >= MAX_PROBLEMS) return
  const path = fullPath(scope, field)
  const shown = refusal.value === undefined ? '' : `${showValue(refusal.value)} `
  scope.record.problems.push({
    field: path,
    code: refusal.code,
    message: `Field "${path}": ${shown}${refusal.rule}.`,
    ...(refusal.value === undefined ? {} : { value: shorten(showValue(refusal.value), 200) }),
  })
}

export function fullPath(scope: Scope, field: string): string {
  let path = field
  for (let at: Scope | undefined = scope; at?.parent; at = at.parent) path = `${at.owner}[${at.index}].${path}`
  return path
}
