import { Failure } from '@sluice/contract'
import { readHeadRows } from './find-layout.ts'
import { cleanCell } from './labels.ts'
import type { BillFile, RawRow } from './raw-row.ts'
import { listCuts } from './raw-rows.ts'

/** The first rows of a file that nobody knows, cut in the way that makes the most of it a table. */
export interface HeadRows {
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  /** Which of them is likely the header; null: none looks like one. */
  readonly header: number | null
}

const SHOWN_ROWS = 40
const SHOWN_COLUMNS = 60
const SHOWN_CHARS = 80

/** @throws Failure where it cannot be read at all */
export async function readHead(file: BillFile): Promise<HeadRows> {
  let best: { readonly rows: readonly RawRow[]; readonly cells: number } | undefined
  let failure: Failure | undefined
  for (const cut of await listCuts(file))
    try {
      const rows = (await readHeadRows(file, cut)).slice(0, SHOWN_ROWS)
      const cells = rows.reduce((sum, row) => sum + (row.cells.length > 2 ? row.cells.length : 0), 0)
      if (!best || cells > best.cells) best = { rows, cells }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failure ??= error
    }
  if (!best) throw failure ?? new Failure({ code: 'bill.unknown', message: `${file.name} has no rows.` })
  const rows = best.rows.map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, SHOWN_COLUMNS).map(cell => cleanCell(cell).slice(0, SHOWN_CHARS)),
  }))
  return { rows, header: guessHeader(rows) }
}

/** The first line of words above a line with figures, both of more than two columns. */
function guessHeader(rows: HeadRows['rows']): number | null {
  const filled = ({ cells }: HeadRows['rows'][number]): number => cells.filter(cell => cell !== '').length
  const hasFigures = (row: HeadRows['rows'][number]): boolean => row.cells.some(cell => /^[-+¥$€(]?\d/.test(cell))
  const found = rows.find((row, at) => {
    const next = rows.slice(at + 1).find(each => filled(each) > 0)
    return filled(row) > 2 && !hasFigures(row) && next !== undefined && filled(next) > 1 && hasFigures(next)
  })
  return found?.line ?? null
}
