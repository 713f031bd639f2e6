import type { PageRef } from '../sql/page-rows.ts'
import type { SourceRow } from './read-row.ts'

/** Where the rows of the file that is being read begin. */
export interface PartStart {
  readonly part: string
  readonly page: PageRef
  readonly ordinal: number
}

/** Where the file begins that the last row of the page came in. */
export function movePart(start: PartStart | null, rows: readonly SourceRow[], page: PageRef): PartStart | null {
  const partOf = (row: SourceRow | undefined): string | undefined => (row?.failure === null ? row.part : undefined)
  const last = rows.findLast(row => row.failure === null)
  const part = partOf(last)
  if (part === undefined || start?.part === part) return start
  return { part, page, ordinal: rows.findIndex(row => partOf(row) === part) }
}
