/** One measured figure; one JSON object per line with `--json`. */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly value: number
  /** The same work done the plain way in the same run; null where there is none. */
  readonly baseline: number | null
  /** value / baseline. */
  readonly ratio: number | null
  /** Peak resident memory of the product's process. */
  readonly rssMb: number | null
  /** CPU microseconds per record of the product, of its own database and of the far server; least touched by noise. */
  readonly cpuUs?: { readonly node: number; readonly store: number; readonly far: number }
  readonly note?: string
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The value that `part` of them do not exceed. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * part) - 1)] ?? Number.NaN
