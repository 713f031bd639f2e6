/** A row of a coverage table: a sentence and what proves it. */
export interface CoverageGap {
  readonly line: number
  readonly problem: string
}

/** `` `path/to/x.test.ts` › title of the test ``; several are separated by `<br>`. */
const PROOF = /^`([^`]+)` › (.+)$/

/**
 * Rows of a coverage document whose proof is not there. A row is `| sentence | proof |`; a proof names a test file and
 * the title of a test in it, or begins with "not" and says what is missing.
 */
export function findGaps(document: string, read: (path: string) => string | null): CoverageGap[] {
  return document.split('\n').flatMap((text, index) => {
    const cells = text.split(/(?<!\\)\|/).map(cell => cell.trim())
    if (cells.length !== 4 || /^(-+|sentence)$/.test(cells[1] ?? '')) return []
    const line = index + 1
    return (cells[2] ?? '').split('<br>').flatMap(proof => {
      const problem = checkProof(proof.trim(), read)
      return problem === null ? [] : [{ line, problem }]
    })
  })
}

function checkProof(proof: string, read: (path: string) => string | null): string | null {
  if (/^not /.test(proof)) return null
  const [, path = '', title = ''] = PROOF.exec(proof) ?? []
  if (path === '') return `"${proof}" names no test`
  const source = read(path)
  if (source === null) return `${path} does not exist`
  return source.includes(title) ? null : `${path} has no test "${title}"`
}
