import { CsvParser } from './csv-parser.ts'

const CANDIDATES = [',', ';', '\t', '|']
const ROWS = 30
const LENGTH = 64 * 1024

/** The delimiter by which most of the first rows have equally many cells. A comma where nothing speaks for another. */
export function sniffDelimiter(head: string): string {
  const text = head.slice(0, LENGTH)
  const best = { delimiter: ',', score: 0 }
  for (const delimiter of CANDIDATES) {
    const score = rate(text, delimiter)
    if (score > best.score) Object.assign(best, { delimiter, score })
  }
  return best.delimiter
}

function rate(text: string, delimiter: string): number {
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
  return Math.max(0, ...common.map(([width, count]) => (count / rows.length) * 1000 + Math.min(width, 500)))
}
