import { readCsv } from './read-csv.ts'
import { decodeText, isZip, readWorkbook } from './read-workbook.ts'

/** As many columns as Excel has; a value map may have 100,000 lines. */
const LIMITS = { maxBytes: 200_000_000, maxColumns: 16_384 }

/** Rows of cells of a file: Excel's .xlsx (first sheet), CSV or tab-separated text. @throws CsvProblem, or when it is no workbook */
export async function readSheet(file: Blob): Promise<string[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isZip(bytes) ? dropEmpty(await readWorkbook(bytes, LIMITS)) : readText(decodeText(bytes))
}

const dropEmpty = (rows: readonly string[][]): string[][] => rows.filter(cells => cells.some(cell => cell !== ''))

/** @throws CsvProblem */
export const readText = (text: string): string[][] => dropEmpty(readCsv(text))
