import { Bytes, type Data, ExactNumber, toJson, type Value } from '@sluice/contract'
import { countDigits, MAX_DIGITS } from '../xlsx/cell-value.ts'

/** Most characters Excel holds in a cell. */
export const MAX_CELL_LENGTH = 32_767

export const sheetStart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
export const sheetEnd = '</sheetData></worksheet>'

/** Text is text and never a formula; null and missing fields have no cell. */
export function formatSheetRow(
  number: number,
  cells: readonly (Value | undefined)[],
  letters: readonly string[],
): string {
  let xml = `<row r="${number}">`
  for (const [index, value] of cells.entries())
    if (value !== null && value !== undefined) xml += formatCell(`${letters[index]}${number}`, value)
  return `${xml}</row>`
}

/** The cells of a record in the order of the columns. */
export const pickCells = (record: Data, columns: readonly string[]): (Value | undefined)[] =>
  columns.map(name => record[name])

function formatCell(place: string, value: Value): string {
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (isNumeric(value)) return `<c r="${place}"${styleOf(String(value))}><v>${String(value)}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(toCellText(value))}</t></is></c>`
}

const FORMATS = Array.from({ length: MAX_DIGITS }, (_, at) => ({ id: 164 + at, code: `0.${'0'.repeat(at + 1)}` }))

/** One style for each count of decimal places: without it Excel shows 201.000 as 201. The first one is for all the rest. */
export const styles =
  `<numFmts count="${FORMATS.length}">${FORMATS.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts>` +
  '<fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  `<cellXfs count="${FORMATS.length + 1}"><xf xfId="0"/>${FORMATS.map(({ id }) => `<xf numFmtId="${id}" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs>`

/** Shows the places that the numeral has. One with an exponent, or more places than there are styles for, shows as Excel likes. */
function styleOf(numeral: string): string {
  const places = /^-?\d+\.(\d+)$/.exec(numeral)?.[1]?.length ?? 0
  return places === 0 || places > FORMATS.length ? '' : ` s="${places}"`
}

/** Excel would cut a longer number after 15 digits; it goes as text. */
function isNumeric(value: Value): boolean {
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return false
  const numeral = String(value)
  return countDigits(numeral) <= MAX_DIGITS && Number.isFinite(Number(numeral))
}

export function toCellText(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof Bytes) return value.base64
  return value instanceof ExactNumber ? value.text : typeof value === 'object' ? toJson(value) : String(value)
}

const UNSAFE = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[\dA-Fa-f]{4}_/g
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML cannot hold is written as `_x000D_`, and a text that looks like that too. */
const escapeXml = (text: string): string =>
  text.replace(UNSAFE, found => {
    if (found.length > 1) return `_x005F${found}`
    return ESCAPES[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })

/** 0 → A, 26 → AA */
export const columnLetters = (index: number): string =>
  `${index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
