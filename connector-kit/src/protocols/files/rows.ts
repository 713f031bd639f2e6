import type { FieldSpec } from '@sluice/contract'
import type { FollowNotice, SourceRecord } from '../../connector.ts'

/** Longest row that is read, in characters; a longer one is refused alone. */
export const MAX_ROW_LENGTH = 64 * 1024 * 1024
/** A page ends early when its rows are this long together, in characters. */
export const MAX_PAGE_LENGTH = 8 * 1024 * 1024
/** Name of the added field that holds the line. */
export const ROW_NUMBER = '_row'
/** Rows that describe() looks at. */
export const SAMPLE_ROWS = 100

/** A row on its way out of a file. */
export interface ReadRow {
  readonly record: SourceRecord
  /** Characters it takes, about; keeps pages small in bytes. */
  readonly length: number
}

/** One table inside a file: a CSV, a JSON Lines file, a sheet. */
export interface RowReader {
  describe(): Promise<FieldSpec[]>
  /** All rows from the first on, in the order of the file, a few at a time. */
  read(): AsyncGenerator<readonly ReadRow[], void, undefined>
  /** After the last row: what of the file is in none of them. */
  tellRest?(): readonly FollowNotice[]
}
