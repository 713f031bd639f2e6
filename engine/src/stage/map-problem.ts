/** One reason, fit for a user's eyes. */
export interface MapProblem {
  /** Target field; children of lines as `lines[0].qty`, of objects as `customer.code`. */
  readonly field: string
  /** Stable: `mapping.required`, `mapping.type`, `mapping.expression`. */
  readonly code: string
  /** Names the field, the value and the rule. */
  readonly message: string
  /** The offending value, at most 200 characters. */
  readonly value?: string
  /** Where in an expression it is wrong, in characters. */
  readonly range?: { readonly start: number; readonly end: number }
}
