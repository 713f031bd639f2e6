import { type Data, Failure } from '@sluice/contract'
import type { Asking, DerivedPlan } from './derived-fields.ts'
import { fill } from './fill-fields.ts'
import type { Found, Wants } from './find-answer.ts'
import { Unplain } from './plain-steps.ts'
import { type Collect, type ExpressionCalls, MAX_RECORD_CHARS, openScope, type Scope } from './scope.ts'

/**
 * Look-ups are asked for a whole page before its records are mapped. What they ask with may be derived fields, and these
 * may hold answers of look-ups: so they are worked out for the asking as far as they can be, again in each round. One
 * that waits for an answer is open, and so is what uses it; nothing is asked with it before.
 */

/** Deeper ones would ask the store as many times a page. */
export const MAX_ROUNDS = 3

/** @param plans those that are asked with and those that they use, in order, by the short way of expressions */
export const deriveForAsking =
  (plans: readonly DerivedPlan[]) =>
  (scope: Scope): void => {
    const { record } = scope
    const open = new Set<string>()
    record.derived = {}
    record.open = open
    for (const { plan, uses } of plans) {
      record.isWaiting = [...uses].some(name => open.has(name))
      try {
        if (!record.isWaiting) fill(record.derived, [plan], scope)
      } catch (error) {
        // The long way may know it; it is not asked with, and mapping says so.
        if (!(error instanceof Unplain)) throw error
        record.isWaiting = true
      }
      if (!record.isWaiting) continue
      open.add(plan.target)
      delete record.derived[plan.target]
    }
    // Mapping the record says what is wrong.
    record.problems.length = 0
  }

/** Adds what a record will look up in other strategies. */
export type CollectRow = (row: Data, now: Date, wants: Wants, found?: Found) => void

/** Something that is asked with waits for an answer itself. */
export const isOpen = ({ record }: Scope, names: ReadonlySet<string>): boolean =>
  record.open !== undefined && [...names].some(name => record.open?.has(name))

/**
 * How often a page is asked, so that every look-up has what it asks with.
 * @throws Failure 'mapping.invalid' naming the field of a look-up that would be asked too late
 */
export function countRounds(ordered: readonly DerivedPlan[], asking: readonly Asking[], least: number): number {
  const waits = new Map<string, number>()
  const waitOf = (names: Iterable<string>): number => Math.max(0, ...[...names].map(name => waits.get(name) ?? 0))
  const roundsOf = ({ path, names, rounds }: Asking): number => {
    const all = rounds + waitOf(names)
    if (all > MAX_ROUNDS) throw tooDeep(path, [...names])
    return all
  }
  for (const { plan, uses, asking: own } of ordered)
    waits.set(plan.target, Math.max(waitOf(uses), ...own.map(roundsOf)))
  return Math.max(least, ...asking.map(roundsOf), ...waits.values())
}

const tooDeep = (path: string, names: readonly string[]): Failure => {
  const listed = names.map(name => `derived.${name}`).join(', ')
  const { message } = new RangeError(
    `The look-up asks with ${listed}, which waits for look-ups itself, more than ${MAX_ROUNDS} one after the other.`,
  )
  return new Failure({ code: 'mapping.invalid', message: `Field "${path}": ${message}`, field: path })
}

/** Notes all that one record asks. */
export const collectAll =
  (collects: readonly Collect[], calls: ExpressionCalls, prepare: ((scope: Scope) => void) | undefined): CollectRow =>
  (row, now, wants, found) => {
    const scope = openScope(row, now, MAX_RECORD_CHARS, { found, calls })
    try {
      prepare?.(scope)
      for (const collect of collects) collect(scope, wants)
    } catch (error) {
      // Nested too deeply or too large: mapping the record says so.
      if (!(error instanceof RangeError)) throw error
    }
  }
