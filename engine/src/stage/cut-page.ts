import type { SourceRow } from './read-row.ts'

/** Parts of at most `rows` rows and `bytes` of text, so that neither a page nor its answer grows without limit. */
export function cutPage(all: readonly SourceRow[], rows: number, bytes: number): SourceRow[][] {
  const parts: SourceRow[][] = []
  let part: SourceRow[] = []
  let partBytes = 0
  for (const row of all) {
    const { start, end } = row.place
    const rowBytes = end - start
    if (part.length > 0 && (part.length >= rows || partBytes + rowBytes > bytes)) {
      parts.push(part)
      part = []
      partBytes = 0
    }
    part.push(row)
    partBytes += rowBytes
  }
  if (part.length > 0) parts.push(part)
  return parts
}
