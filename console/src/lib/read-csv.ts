/** A quote that leads nowhere: the rest of the file could be read in two ways, so it is not read at all. */
export class CsvProblem extends Error {
  /** `unclosed`: a quoted cell never ends; `behind`: something stands behind the closing quote. */
  readonly kind: 'unclosed' | 'behind'
  /** Line of the text, from 1, where the cell begins. */
  readonly line: number

  constructor(kind: CsvProblem['kind'], line: number) {
    super(
      `reading delimited text: line ${line}: ${kind === 'unclosed' ? 'a quote never closes' : 'text behind a quote'}`,
    )
    this.name = 'CsvProblem'
    this.kind = kind
    this.line = line
  }
}

/**
 * Rows of delimited text, quotes as in RFC 4180. Tabs where the first line has one, as a spreadsheet's clipboard has;
 * else commas or semicolons, whichever the first line has more of. A quote within a cell that does not begin with one is
 * a character like any other. @throws CsvProblem
 */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = findSeparator(source)
  const rows: string[][] = []
  let row: string[] = []
  let line = 1
  for (let at = 0; at < source.length || row.length > 0; ) {
    const cell = source[at] === '"' ? readQuoted(source, at, separator, line) : readPlain(source, at, separator)
    row.push(cell.text)
    line += cell.lines
    at = cell.end
    if (source[at] === separator) {
      at += 1
      continue
    }
    rows.push(row)
    row = []
    line += 1
    at += source[at] === '\r' && source[at + 1] === '\n' ? 2 : 1
  }
  return rows
}

function findSeparator(source: string): string {
  const first = source.slice(0, source.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  if (first.includes('\t')) return '\t'
  return first.split(';').length > first.split(',').length ? ';' : ','
}

interface Cell {
  readonly text: string
  readonly end: number
  /** Line ends within it. */
  readonly lines: number
}

function readPlain(source: string, from: number, separator: string): Cell {
  let end = from
  while (end < source.length && !isEnd(source[end], separator)) end += 1
  return { text: source.slice(from, end), end, lines: 0 }
}

function readQuoted(source: string, from: number, separator: string, line: number): Cell {
  let end = source.indexOf('"', from + 1)
  while (end >= 0 && source[end + 1] === '"') end = source.indexOf('"', end + 2)
  if (end < 0) throw new CsvProblem('unclosed', line)
  if (end + 1 < source.length && !isEnd(source[end + 1], separator)) throw new CsvProblem('behind', line)
  const text = source.slice(from + 1, end)
  return { text: text.replaceAll('""', '"'), end: end + 1, lines: text.split(/\r\n|\r|\n/).length - 1 }
}

const isEnd = (letter: string | undefined, separator: string): boolean =>
  letter === separator || letter === '\n' || letter === '\r'
