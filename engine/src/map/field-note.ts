import type { Value } from '@sluice/contract'
import type { Refusal } from './refusal.ts'

/**
 * How the value of one field came about. Made by the very closures that map a run, each wrapped to tell what it did;
 * `explain.test.ts` proves that both map alike.
 */
export interface FieldNote {
  /** Full path in the target: `lines[0].sku`. */
  readonly field: string
  readonly steps: readonly StepNote[]
  /** What the field became, as `StepNote.after`. */
  readonly value: string | null
  readonly isRefused: boolean
}

export type StepKind =
  | 'read'
  | 'constant'
  | 'filter'
  | 'template'
  | 'part'
  | 'expression'
  | 'lines'
  | 'group'
  | 'lookup'
  | 'find'
  | 'fallback'
  | 'missing'
  | 'cast'

/** One thing that was done. */
export interface StepNote {
  readonly kind: StepKind
  /** As the mapping writes it: a path, a filter with its arguments, a part of an expression, a type. */
  readonly rule: string
  /** JSON text, shortened where it is long; null: missing. Steps that only read have none. */
  readonly before?: string | null
  readonly after: string | null
  /** Why it refused, as the end of a sentence. */
  readonly refusal?: string
  /** Which look-up of the outcome's `lookups` this is. */
  readonly lookup?: number
  /** Which of the outcome's `finds` this is. */
  readonly find?: number
}

/** What is collected while one record is mapped. */
export interface Trace {
  note(step: StepNote): void
  /** Runs the making of one field, whose steps are its own. */
  field(path: () => string, make: () => Value | undefined | Refusal): Value | undefined | Refusal
}
