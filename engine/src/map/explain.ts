import { Bytes, isData, toJson, type Value } from '@sluice/contract'
import type { FieldNote, StepKind, StepNote, Trace } from './field-note.ts'
import { Refusal, shorten } from './refusal.ts'
import type { Evaluate, Scope } from './scope.ts'

/** A record of a hundred thousand lines is explained by its first ones. */
const MAX_FIELDS = 2000
const MAX_STEPS = 60

export class RecordTrace implements Trace {
  readonly notes: FieldNote[] = []
  #steps: StepNote[] = []

  note(step: StepNote): void {
    if (this.#steps.length < MAX_STEPS) this.#steps.push(step)
  }

  field(path: () => string, make: () => Value | undefined | Refusal): Value | undefined | Refusal {
    if (this.notes.length >= MAX_FIELDS) return make()
    const outer = this.#steps
    this.#steps = []
    const value = make()
    const isRefused = value instanceof Refusal
    const shown = isRefused ? null : showJson(value)
    this.notes.push({ field: path(), steps: this.#steps, value: shown, isRefused })
    this.#steps = outer
    return value
  }
}

type Change = (value: Value | undefined, scope: Scope) => Value | undefined | Refusal

/** Wraps the steps of a mapping that is explained; a mapping that is not has no watch, and its closures stay bare. */
export interface Watch {
  value(kind: StepKind, rule: string, make: Evaluate): Evaluate
  change(kind: StepKind, rule: string, change: Change): Change
}

export const watch: Watch = {
  value: (kind, rule, make) => scope => {
    const made = make(scope)
    scope.record.trace?.note({ kind, rule, ...describeResult(made) })
    return made
  },
  change: (kind, rule, change) => (value, scope) => {
    const looked = scope.record.lookups?.length ?? 0
    const changed = change(value, scope)
    const isNoted = kind === 'lookup' && (scope.record.lookups?.length ?? 0) > looked
    const before = showJson(value)
    const noted = isNoted ? { lookup: looked } : {}
    scope.record.trace?.note({ kind, rule, before, ...describeResult(changed), ...noted })
    return changed
  },
}

const describeResult = (made: Value | undefined | Refusal): Pick<StepNote, 'after' | 'refusal'> =>
  made instanceof Refusal ? { after: null, refusal: made.rule } : { after: showJson(made) }

const MAX_CHARS = 500
const MAX_ELEMENTS = 20
const MAX_DEPTH = 5

/** JSON text of at most some hundred characters: cut before it is written, for a value may have millions. */
export function showJson(value: Value | undefined): string | null {
  return value === undefined ? null : shorten(toJson(prune(value, 0)), MAX_CHARS)
}

function prune(value: Value, depth: number): Value {
  if (typeof value === 'string') return shorten(value, MAX_CHARS)
  if (value instanceof Bytes) return new Bytes(value.base64.slice(0, MAX_CHARS))
  if (Array.isArray(value)) {
    const few = depth > MAX_DEPTH ? [] : value.slice(0, MAX_ELEMENTS).map(element => prune(element, depth + 1))
    return value.length > few.length ? [...few, '…'] : few
  }
  if (!isData(value)) return value
  const names = Object.keys(value)
  const few = depth > MAX_DEPTH ? [] : names.slice(0, MAX_ELEMENTS)
  const pruned = few.map((name): [string, Value] => [name, prune(value[name] ?? null, depth + 1)])
  return Object.fromEntries(names.length > few.length ? [...pruned, ['…', '…']] : pruned)
}
