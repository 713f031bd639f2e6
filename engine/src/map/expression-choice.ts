import type { ASTNode } from '@marcbachmann/cel-js'
import { functionAliases } from '@sluice/contract'
import { isSame } from './compare-values.ts'
import { editionAt, isExact } from './exact-operators.ts'
import { isEqual, sizeOf, textOf } from './expression-value.ts'
import { showValue } from './refusal.ts'

/**
 * Functions that work out only those of their arguments that they need: `if(…)` never looks at the branch that is not taken.
 * cel-js, the short way and the explanation of a value run the same code, each with its own way to work out an argument.
 */
export interface Choice {
  readonly most: number
  readonly least: number
  /** An argument that names a missing field is missing there, and no error. */
  mayMiss(index: number, count: number): boolean
  /** The argument is true or false. */
  isCondition(index: number, count: number): boolean
  run(asked: Asked): unknown
}

export interface Asked {
  readonly count: number
  /** The value of an argument; undefined: missing, where it may be. */
  ask(index: number): unknown
  isSame(left: unknown, right: unknown): boolean
  isEmpty(value: unknown): boolean
}

const never = (): boolean => false
const always = (): boolean => true
/** CEL has no open-ended lists of arguments. */
const MOST = 31

const isAbsent = (value: unknown): boolean => value === null || value === undefined

/** @throws RangeError for what is neither true nor false */
function holds({ ask }: Asked, index: number): boolean {
  const value = ask(index)
  if (typeof value !== 'boolean')
    throw new RangeError(
      `a condition is true or false, and not ${value === null ? 'null' : showValue(textOf(value)).slice(0, 100)}; ask with a comparison`,
    )
  return value
}

/** The first value whose condition holds; then what stands alone at the end, or null. */
function pickCase(asked: Asked): unknown {
  const { count, ask } = asked
  for (let at = 0; at + 1 < count; at += 2) if (holds(asked, at)) return ask(at + 1)
  return count % 2 === 1 ? ask(count - 1) : null
}

/** The value beside what equals the first argument. */
function pickEqual({ count, ask, isSame: same }: Asked): unknown {
  const subject = ask(0) ?? null
  for (let at = 1; at + 1 < count; at += 2) if (same(subject, ask(at) ?? null)) return ask(at + 1)
  return count % 2 === 0 ? ask(count - 1) : null
}

function pickPresent({ count, ask }: Asked): unknown {
  for (let at = 0; at < count; at++) {
    const value = ask(at)
    if (!isAbsent(value)) return value
  }
  return null
}

function pickInstead({ ask }: Asked): unknown {
  try {
    return ask(0)
  } catch {
    return ask(1)
  }
}

const conditions = (index: number, count: number): boolean => index % 2 === 0 && index < count - 1
const choice = (least: number, most: number, run: Choice['run'], own: Partial<Choice> = {}): Choice => ({
  ...{ least, most, run, mayMiss: never, isCondition: never },
  ...own,
})
const all = (wanted: boolean): Choice['run'] => {
  return asked => {
    for (let at = 0; at < asked.count; at++) if (holds(asked, at) !== wanted) return !wanted
    return wanted
  }
}
const present = (most: number): Choice => choice(1, most, pickPresent, { mayMiss: always })

/** By the name under which CEL knows them; `if` is a word that it keeps for itself. */
export const choices: ReadonlyMap<string, Choice> = new Map([
  ['IF', choice(2, 3, pickCase, { isCondition: index => index === 0 })],
  // What `CASE value WHEN …` becomes.
  ['CASE', choice(3, MOST, pickEqual, { mayMiss: index => index === 0 })],
  ['case', choice(2, MOST, pickCase, { isCondition: conditions })],
  ['decode', choice(3, MOST, pickEqual, { mayMiss: index => index === 0 })],
  ['coalesce', present(MOST)],
  ['ifnull', present(MOST)],
  ['nvl2', choice(3, 3, ({ ask }) => ask(isAbsent(ask(0)) ? 2 : 1), { mayMiss: index => index === 0 })],
  // MySQL asks with it, SQL Server gives another value.
  [
    'is_null',
    choice(1, 2, asked => (asked.count === 1 ? isAbsent(asked.ask(0)) : pickPresent(asked)), { mayMiss: always }),
  ],
  ['is_empty', choice(1, 1, ({ ask, isEmpty }) => isEmpty(ask(0)), { mayMiss: always })],
  // What `has(row["…"])` becomes: CEL's own takes names alone.
  ['Has', choice(1, 1, ({ ask }) => ask(0) !== undefined, { mayMiss: always })],
  ['nullif', choice(2, 2, asked => nullIf(asked), { mayMiss: index => index === 0 })],
  ['iferror', choice(2, 2, pickInstead)],
  ['and', choice(1, MOST, all(true), { isCondition: always })],
  ['or', choice(1, MOST, all(false), { isCondition: always })],
  ['not', choice(1, 1, asked => !holds(asked, 0), { isCondition: always })],
])

/** By any of its names. */
export const findChoice = (name: string): Choice | undefined =>
  choices.get(name) ?? (Object.hasOwn(functionAliases, name) ? choices.get(functionAliases[name] ?? '') : undefined)

function nullIf({ ask, isSame: same }: Asked): unknown {
  const value = ask(0) ?? null
  return same(value, ask(1) ?? null) ? null : value
}

/** How a choice compares and what it takes for empty, by the edition of the expression it stands in. */
export const rulesOf = (node: ASTNode): Pick<Asked, 'isSame' | 'isEmpty'> => ({
  isSame: isExact(node) ? isSame : isEqual,
  isEmpty: editionAt(node) > 2 ? isEmpty : isBlank,
})

const isBlank = (value: unknown): boolean => isAbsent(value) || value === ''

/** A list without entries and an object without fields are empty too. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return isBlank(value) || sizeOf(value) === 0
}
