/** A value as SQLite holds it. Whole numbers beyond 2^53 are bigint. */
export type Cell = null | number | bigint | string | Uint8Array
export type Row = readonly Cell[]

/** What the session asks the worker thread. One question at a time. */
export type Question =
  | { readonly kind: 'open'; readonly path: string; readonly mode: 'immutable' | 'read' | 'write' }
  /** All rows at once; for the catalogue. */
  | { readonly kind: 'all'; readonly sql: string; readonly params: readonly Cell[] }
  /** Rows up to a number of bytes; `more` goes on. A row whose last cell is 1 is too large and comes without its values. */
  | { readonly kind: 'page'; readonly sql: string; readonly params: readonly Cell[]; readonly maxBytes: number }
  | { readonly kind: 'more' }
  /** Names and declared types of a statement's columns. */
  | { readonly kind: 'columns'; readonly sql: string }
  | { readonly kind: 'exec'; readonly sql: string }
  /** The same statement for each row; stops at the first error. */
  | { readonly kind: 'each'; readonly sql: string; readonly rows: readonly Row[] }
  | { readonly kind: 'close' }

export interface Answer {
  readonly rows?: readonly Row[]
  /** `page` and `more`: no rows are left. */
  readonly isDone?: boolean
  /** `columns`: a name and a declared type each. */
  readonly columns?: readonly (readonly [string, string])[]
  /** `each`: rows changed by each statement. */
  readonly changes?: readonly number[]
  readonly error?: { readonly message: string; readonly errorCode: number }
}
