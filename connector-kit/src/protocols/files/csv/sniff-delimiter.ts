import { CsvParser } from './csv-parser.ts'

const CANDIDATES = [',', ';', '\t', '|']
const ROWS = 30
const LENGTH = 64 * 1024

/** What a text seems to be cut by. */
export interface Sniffed {
  readonly best: string
  /** Another one by which just as many rows are alike; null where there is none. */
  readonly rival: string | null
}

/** The delimiter by which most of the first rows have equally many cells. A comma where nothing speaks for another. */
export function sniffDelimiter(head: string): Sniffed {
  const text = head.slice(0, LENGTH)
  const rated = CANDIDATES.map(delimiter => ({ delimiter, ...rate(text, delimiter) }))
  const [best, next] = rated.toSorted((a, b) => b.share - a.share || b.width - a.width)
  if (!best || best.share === 0) return { best: ',', rival: null }
  // One row alone proves nothing: the wider cut is the likelier one. A sign that stands in values alone, as a decimal comma
  // does, cuts no head.
  const isValueSign = best.cutsFirst && !next?.cutsFirst && best.width > (next?.width ?? 0)
  const isEqual = next !== undefined && next.share === best.share && best.rows > 1 && !isValueSign
  return { best: best.delimiter, rival: isEqual ? next.delimiter : null }
}

/** The same, with what each sign makes of the first row that it cuts. */
export function listDelimiters(
  head: string,
): Sniffed & { readonly cuts: readonly { readonly delimiter: string; readonly cells: readonly string[] }[] } {
  const cuts = CANDIDATES.flatMap(delimiter => {
    const parser = new CsvParser(delimiter, LENGTH)
    const rows = [...parser.push(head.slice(0, LENGTH)), ...parser.end().rows]
    const cells = rows.find(row => row.cells.length > 1)?.cells
    return cells ? [{ delimiter, cells: cells.map(cell => cell ?? '') }] : []
  })
  return { ...sniffDelimiter(head), cuts }
}

function rate(text: string, delimiter: string) {
  const parser = new CsvParser(delimiter, LENGTH)
  const whole = parser.push(text)
  // The last row may be cut off; it counts only when it is all there is.
  const rows = (whole.length > 0 ? whole : parser.end().rows).slice(0, ROWS)
  const counts = new Map<number, number>()
  for (const { cells, problem } of rows)
    if (problem === undefined && cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  // What only a few rows have is a character of their values.
  const common = [...counts].filter(([, count]) => count * 2 >= rows.length)
  // Agreement first, the number of columns second.
  const [width = 0, count = 0] = common.toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  const share = rows.length === 0 ? 0 : count / rows.length
  return { share, width, rows: rows.length, cutsFirst: rows[0]?.cells.length === width }
}
