import { readCsv } from '../../../lib/read-csv.ts'
import { decodeText, isZip, readWorkbook } from '../../../lib/read-workbook.ts'

/** A table of people is small. */
const LIMITS = { maxBytes: 20_000_000, maxColumns: 101 }

/** Rows of a file, each a list of texts; the first is the heading. @throws CsvProblem, or when it is no workbook */
export async function readTable(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const rows = isZip(bytes) ? await readWorkbook(bytes, LIMITS) : readCsv(decodeText(bytes))
  return rows.map(row => row.map(cell => cell.trim())).filter(row => row.some(cell => cell !== ''))
}
