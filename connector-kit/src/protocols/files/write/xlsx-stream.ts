import type { Data } from '@sluice/contract'
import { columnLetters, formatSheetRow, pickCells, sheetEnd, sheetStart, styles } from './sheet-xml.ts'
import { writeZip, type ZipPart } from './zip-stream.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Lines that a sheet holds below its heading. */
export const MAX_SHEET_ROWS = 1_048_575
/** Characters gathered before they are packed. */
const PIECE_LENGTH = 64 * 1024

const fixedParts: readonly ZipPart[] = [
  {
    name: '[Content_Types].xml',
    content: [
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    ],
  },
  {
    name: '_rels/.rels',
    content: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  },
  {
    name: 'xl/workbook.xml',
    content: [
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
  },
  { name: 'xl/styles.xml', content: [`${XML}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`] },
]

/** A workbook of one sheet with a header, as its rows come. Whoever may have more than `MAX_SHEET_ROWS` says so before. */
export const writeXlsx = (columns: readonly string[], records: AsyncIterable<Data>): AsyncGenerator<Buffer> =>
  writeZip([...fixedParts, { name: 'xl/worksheets/sheet1.xml', content: writeSheet(columns, records) }])

async function* writeSheet(columns: readonly string[], records: AsyncIterable<Data>): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  let number = 1
  let xml = sheetStart + formatSheetRow(number, columns, letters)
  for await (const record of records) {
    number += 1
    xml += formatSheetRow(number, pickCells(record, columns), letters)
    if (xml.length < PIECE_LENGTH) continue
    yield xml
    xml = ''
  }
  yield xml + sheetEnd
}
