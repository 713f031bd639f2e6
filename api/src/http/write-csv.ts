// What a spreadsheet would run: also the full-width forms, and a tab or return that hides one behind it.
const DANGEROUS = /^[=+\-@\t\r\n＝＋－＠]/
/** Where a spreadsheet that separates by `;` or tab begins a cell in the middle of ours; it knows no quotes of ours there. */
const INSIDE = /(?<=[;\t\r\n])(?=["']*[=+\-@＝＋－＠])(?![+-]?\d+(?:[.,]\d+)?(?:[;\t\r\n]|$))/g
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Byte order mark, so that spreadsheets read the file as UTF-8. */
export const CSV_START = '\uFEFF'

/** One line of RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe; real numbers do not. */
export const writeCsvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(writeCell).join(',')}\r\n`

function writeCell(cell: string | number | null): string {
  if (cell === null) return ''
  const text = String(cell)
  const safe = (DANGEROUS.test(text) && !NUMBER.test(text) ? `'${text}` : text).replaceAll(INSIDE, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
