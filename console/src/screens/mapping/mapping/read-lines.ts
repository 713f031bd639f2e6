import type { LineBody } from './types.ts'

/** A row that is no line: where it stands in the file, from 1, and which cell is empty or cannot be read. */
export interface RowProblem {
  readonly row: number
  readonly field: 'a_value' | 'b_value' | 'enabled'
}

export interface ReadLines {
  readonly lines: readonly LineBody[]
  /** Row of each line in the file, from 1. */
  readonly rows: readonly number[]
  readonly problems: readonly RowProblem[]
}

type Field = keyof LineBody

/** Heads in the languages of the console, and the names of the export. */
const HEADS: Readonly<Record<string, Field>> = {
  a_value: 'a_value',
  a_label: 'a_label',
  b_value: 'b_value',
  b_label: 'b_label',
  enabled: 'enabled',
  remark: 'remark',
  A值: 'a_value',
  A说明: 'a_label',
  B值: 'b_value',
  B说明: 'b_label',
  启用: 'enabled',
  备注: 'remark',
  A說明: 'a_label',
  B說明: 'b_label',
  啟用: 'enabled',
  備註: 'remark',
  avalue: 'a_value',
  alabel: 'a_label',
  bvalue: 'b_value',
  blabel: 'b_label',
  on: 'enabled',
  valora: 'a_value',
  descriçãoa: 'a_label',
  valorb: 'b_value',
  descriçãob: 'b_label',
  ativa: 'enabled',
  observação: 'remark',
}

const headOf = (cell: string): Field | undefined => {
  const plain = cell.replace(/\s/g, '')
  return HEADS[plain] ?? HEADS[plain.toLowerCase()]
}

const SHAPES: Readonly<Record<number, readonly Field[]>> = {
  2: ['a_value', 'b_value'],
  3: ['a_value', 'b_value', 'remark'],
}
const WIDE: readonly Field[] = ['a_value', 'a_label', 'b_value', 'b_label', 'enabled', 'remark']

/**
 * Lines of a sheet. With heads, columns are found by them; without, two columns are A and B, more are A, its label, B
 * and its label. null: there are heads, and A or B is not among them.
 */
export function readLines(cells: readonly (readonly string[])[]): ReadLines | null {
  const heads = (cells[0] ?? []).map(headOf)
  const hasHeads = heads.includes('a_value') || heads.includes('b_value')
  if (hasHeads && !(heads.includes('a_value') && heads.includes('b_value'))) return null
  const width = Math.max(0, ...cells.map(row => row.length))
  const columns = hasHeads ? heads : (SHAPES[width] ?? WIDE)
  const lines: LineBody[] = []
  const rows: number[] = []
  const problems: RowProblem[] = []
  cells.forEach((row, index) => {
    if (hasHeads && index === 0) return
    const line = readLine(row, columns)
    const missing = (['a_value', 'b_value', 'enabled'] as const).find(field => line[field] === undefined)
    if (missing) problems.push({ row: index + 1, field: missing })
    else {
      lines.push(line as LineBody) // nothing is missing
      rows.push(index + 1)
    }
  })
  return { lines, rows, problems }
}

type Draft = Omit<LineBody, RowProblem['field']> & {
  a_value?: string
  b_value?: string
  enabled: boolean | undefined
}

function readLine(row: readonly string[], columns: readonly (Field | undefined)[]): Draft {
  const line: Draft = { a_label: '', b_label: '', enabled: true, remark: '' }
  columns.forEach((field, at) => {
    const cell = row[at] ?? ''
    if (field === 'a_value' || field === 'b_value') {
      const value = readValue(cell)
      if (value !== undefined) line[field] = value
    } else if (field === 'enabled') line.enabled = readSwitch(cell.trim())
    else if (field !== undefined) line[field] = unguard(cell)
  })
  return line
}

/** An empty cell is on; undefined: neither on nor off. */
function readSwitch(cell: string): boolean | undefined {
  if (/^(|1|true|yes|y|on|是|启用|啟用|sim)$/i.test(cell)) return true
  return /^(0|false|no|n|off|否|停用|não)$/i.test(cell) ? false : undefined
}

/** The inverse of the export: an empty cell is no value, pairs of quotes have one pair too many. */
const readValue = (cell: string): string | undefined =>
  cell === '' ? undefined : /^(?:"")+$/.test(cell) ? cell.slice(2) : unguard(cell)

/** The apostrophe that keeps a spreadsheet from running a text as a formula. */
export const unguard = (cell: string): string =>
  (/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell).replaceAll(GUARD_INSIDE, '')

const GUARD_INSIDE = /(?<=[;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g
