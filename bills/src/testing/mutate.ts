import { encodeGb18030 } from '@sluice/connector-kit/files'
import type { SampleBill } from './sample-bill.ts'

/** The same numbers for the same word, so that what was found once is found again. */
export function seed(word: string): () => number {
  let state = [...word].reduce((sum, sign) => Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0), 7) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Random = () => number
/** A file as lines of cells: a line of one cell is no table. */
interface Sheet {
  lines: { cells: string[]; isTable: boolean }[]
  end: string
  encoding: SampleBill['encoding']
  hasMark: boolean
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]! // never empty

function cut(bill: SampleBill): Sheet {
  const text = bill.text.replace(/^\ufeff/, '')
  const lines = text.split(/\r?\n/).map(line => {
    const cells = line.match(/(?:^|,)("(?:[^"]|"")*"[ \t]*|[^,]*)/g)?.map(cell => cell.replace(/^,/, '')) ?? []
    return cells.length >= 5 ? { cells, isTable: true } : { cells: [line], isTable: false }
  })
  const hasMark = bill.text.startsWith('\ufeff')
  return { lines, end: bill.text.includes('\r\n') ? '\r\n' : '\n', encoding: bill.encoding, hasMark }
}

const inTable = (sheet: Sheet, change: (cells: string[]) => void): void => {
  for (const line of sheet.lines) if (line.isTable) change(line.cells)
}

const aLine = (random: Random, { lines }: Sheet): number => Math.floor(random() * lines.length)

/** Each changes what a platform, a spreadsheet or a hand has changed before. */
const CHANGES: Readonly<Record<string, (sheet: Sheet, random: Random) => void>> = {
  'columns change places'(sheet, random) {
    const width = sheet.lines.find(line => line.isTable)?.cells.length ?? 1
    const [from, to] = [Math.floor(random() * width), Math.floor(random() * width)]
    inTable(sheet, cells => {
      const [moved = ''] = cells.splice(from, 1)
      cells.splice(to, 0, moved)
    })
  },
  'brackets and colons of another width'(sheet, random) {
    const pairs = [
      ['（', '('],
      ['）', ')'],
      ['：', ':'],
      ['，', ','],
    ] as const
    const isWide = random() < 0.5
    for (const line of sheet.lines)
      line.cells = line.cells.map(cell =>
        pairs.reduce((text, [wide, narrow]) => {
          if (narrow === ',' && line.isTable) return text
          return isWide && narrow !== ',' ? text.replaceAll(narrow, wide) : text.replaceAll(wide, narrow)
        }, cell),
      )
  },
  'a mark of UTF-8 more or less'(sheet) {
    sheet.hasMark = !sheet.hasMark
  },
  'another encoding'(sheet) {
    sheet.encoding = sheet.encoding === 'utf-8' ? 'gb18030' : 'utf-8'
  },
  'other ends of lines'(sheet, random) {
    sheet.end = pick(random, ['\r\n', '\n', '\r'])
  },
  'a column more'(sheet, random) {
    const width = sheet.lines.find(line => line.isTable)?.cells.length ?? 1
    const at = Math.floor(random() * (width + 1))
    let isFirst = true
    inTable(sheet, cells => {
      cells.splice(at, 0, isFirst ? '新列' : pick(random, ['', '1.00', 'x', '2024-03-01']))
      isFirst = false
    })
  },
  'a cell more in one line'(sheet, random) {
    const line = sheet.lines[aLine(random, sheet)]
    if (line?.isTable)
      line.cells.splice(Math.floor(random() * (line.cells.length + 1)), 0, pick(random, ['', '1.00', 'x']))
  },
  'a cell more in every row'(sheet, random) {
    const at = random()
    sheet.lines.slice(sheet.lines.findIndex(line => line.isTable) + 1).forEach(line => {
      if (line.isTable) line.cells.splice(Math.floor(at * (line.cells.length + 1)), 0, '')
    })
  },
  'a cell less in one line'(sheet, random) {
    const line = sheet.lines[aLine(random, sheet)]
    if (line && line.cells.length > 1) line.cells.splice(Math.floor(random() * line.cells.length), 1)
  },
  'a blank line'(sheet, random) {
    const at = aLine(random, sheet)
    sheet.lines.splice(at, 0, { cells: pick(random, [[''], [' '], ['', '', '', ''], ['\t']]).slice(), isTable: false })
  },
  'a line of totals'(sheet, random) {
    const cells = pick(random, [
      ['合计', '', '', '100.00'],
      ['小计：2笔，共100.00元'],
      ['Total', '100.00', '', '', '', ''],
    ])
    sheet.lines.splice(aLine(random, sheet), 0, { cells: cells.slice(), isTable: false })
  },
  'the header again'(sheet, random) {
    const header = sheet.lines.find(line => line.isTable)
    if (header) sheet.lines.splice(aLine(random, sheet), 0, { cells: [...header.cells], isTable: true })
  },
  'a line twice'(sheet, random) {
    const at = aLine(random, sheet)
    const line = sheet.lines[at]
    if (line) sheet.lines.splice(at, 0, { cells: [...line.cells], isTable: line.isTable })
  },
  'cells in quotes'(sheet, random) {
    const share = random()
    inTable(sheet, cells => {
      for (const [at, cell] of cells.entries())
        if (random() < share && !cell.startsWith('"')) cells[at] = `"${cell.replaceAll('"', '""')}"`
    })
  },
  'a quote too many'(sheet, random) {
    const line = sheet.lines[aLine(random, sheet)]
    const at = Math.floor(random() * (line?.cells.length ?? 0))
    if (line) line.cells[at] = pick(random, [`"${line.cells[at] ?? ''}`, `${line.cells[at] ?? ''}"`])
  },
  'tabs behind and blanks around cells'(sheet, random) {
    inTable(sheet, cells => {
      for (const [at, cell] of cells.entries())
        if (!cell.startsWith('"') && random() < 0.3) cells[at] = pick(random, [`${cell}\t`, ` ${cell}`, `${cell}   `])
    })
  },
  'a back-tick or an apostrophe in front of cells'(sheet, random) {
    const sign = pick(random, ['`', "'"])
    let isHeader = true
    inTable(sheet, cells => {
      if (!isHeader)
        for (const [at, cell] of cells.entries()) if (/^\d/.test(cell) && random() < 0.5) cells[at] = sign + cell
      isHeader = false
    })
  },
  'a line that is missing'(sheet, random) {
    // The end of a list of balances is where it ends: nothing in the file says that it went on.
    const rows = sheet.lines.flatMap((line, at) => (line.isTable ? [at] : [])).slice(1)
    const [, ...inner] = rows.slice(0, -1)
    if (inner.length > 0) sheet.lines.splice(pick(random, inner), 1)
  },
}

/** One to three changes of a bill. */
export function mutate(
  bill: SampleBill,
  random: Random,
): { readonly bytes: Buffer; readonly names: readonly string[] } {
  const sheet = cut(bill)
  const names: string[] = []
  const count = 1 + Math.floor(random() * 3)
  for (let each = 0; each < count; each += 1) {
    const name = pick(random, Object.keys(CHANGES))
    // Less and more in one line is another value in its cell: no change of the layout, and nothing could tell.
    if (/^a cell (less|more)/.test(name) && names.some(other => /^a cell (less|more)/.test(other))) continue
    CHANGES[name]?.(sheet, random)
    names.push(name)
  }
  const text = sheet.lines.map(line => line.cells.join(',')).join(sheet.end)
  const bytes = sheet.encoding === 'utf-8' ? Buffer.from(text) : (encodeGb18030(text) ?? Buffer.from(text))
  return { bytes: sheet.hasMark ? Buffer.concat([Buffer.from('\ufeff'), bytes]) : bytes, names }
}
