import { writeZip, type ZipPart } from '@sluice/connector-kit/files'
import type { ParamValues } from '@sluice/contract'
import { expect } from 'vitest'
import { readUpload } from '../testing.ts'

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one sheet out of XML, as other programs write it. */
export async function makeBook(
  rows: string,
  more: Readonly<Record<string, string>> = {},
  workbookPr = '',
): Promise<Buffer> {
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${REL}">${workbookPr}<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  }
  return pack(Object.entries(parts).map(([name, text]) => ({ name, content: [text] })))
}

export interface Part {
  readonly name: string
  readonly content: readonly (string | Buffer)[]
}

/** A ZIP of parts. */
export async function pack(parts: readonly Part[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  // Ours are always text, yet bytes pass as they are.
  for await (const chunk of writeZip(parts as readonly ZipPart[])) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const SHEET = 'xl/worksheets/sheet1.xml'
/** Columns id and n. */
export const header = '<row r="1"><c r="A1" t="str"><v>id</v></c><c r="B1" t="str"><v>n</v></c></row>'
/** One row per value, which is given as the cell's XML without its place. */
export const rowsOf = (cells: readonly string[]): string =>
  header + cells.map((cell, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>${at}</v></c>${cell}</row>`).join('')
export const wrap = (rows: string): string => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`
export const strings = (...items: readonly string[]) => ({ 'xl/sharedStrings.xml': `<sst>${items.join('')}</sst>` })

/** Each record, or why it is none. */
export async function readBook(content: Buffer | Promise<Buffer>, options: ParamValues = {}, sheet?: string) {
  const asked = sheet === undefined ? { options } : { options, sheet }
  const { records } = await readUpload('a.xlsx', await content, asked)
  return records.map(record => record.failure?.message ?? record.data)
}

/** Refused as a whole, with the way out. */
export const expectDamaged = (content: Buffer | Promise<Buffer>, what = /a.xlsx is damaged/) =>
  expect(readBook(content)).rejects.toMatchObject({
    code: 'file.content',
    message: expect.stringMatching(what),
    advice: expect.stringMatching(/\w/),
  })
