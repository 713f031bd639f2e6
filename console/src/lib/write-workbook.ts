/**
 * An Excel workbook of one sheet. Every cell is a text, so that no number loses digits and nothing is a formula.
 * Written here without a library, as it is read (`read-workbook.ts`).
 */
export async function writeWorkbook(rows: readonly (readonly string[])[]): Promise<Blob> {
  const parts: Part[] = []
  for (const [name, text] of [...FRAME, ['xl/worksheets/sheet1.xml', writeSheet(rows)]] as const)
    parts.push(await packPart(name, new TextEncoder().encode(text)))
  return new Blob(writeZip(parts), { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const FRAME: readonly (readonly [string, string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
]

function writeSheet(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    cells =>
      `<row>${cells.map(cell => (cell === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`)).join('')}</row>`,
  )
  return `${XML}<worksheet xmlns="${SHEET}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** What XML cannot hold at all is left out. */
const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .toWellFormed()
    .replace(/[&<>\r]/g, letter => ENTITIES[letter] ?? letter)

interface Part {
  readonly name: Uint8Array<ArrayBuffer>
  readonly crc: number
  readonly size: number
  readonly packed: Uint8Array<ArrayBuffer>
}

async function packPart(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Part> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const packed = new Uint8Array(await new Response(stream).arrayBuffer())
  return { name: new TextEncoder().encode(name), crc: checksum(bytes), size: bytes.length, packed }
}

/** Local entries, the central directory, its end. */
function writeZip(parts: readonly Part[]): Uint8Array<ArrayBuffer>[] {
  const entries: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const part of parts) {
    const facts = [VERSION, UTF8_NAMES, DEFLATED, 0, DAY, part.crc, part.packed.length, part.size, part.name.length, 0]
    const entry = [writeFields([0x04034b50, ...facts], [4, ...FACT_WIDTHS]), part.name, part.packed]
    const rest = [0, 0, 0, 0, offset]
    directory.push(
      writeFields([0x02014b50, VERSION, ...facts, ...rest], [4, 2, ...FACT_WIDTHS, 2, 2, 2, 4, 4]),
      part.name,
    )
    entries.push(...entry)
    offset += sizeOf(entry)
  }
  const bytes = sizeOf(directory)
  const end = writeFields([0x06054b50, 0, 0, parts.length, parts.length, bytes, offset, 0], [4, 2, 2, 2, 2, 4, 4, 2])
  return [...entries, ...directory, end]
}

const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
/** The first day a ZIP knows: the same content is the same file. */
const DAY = 0x0021
const FACT_WIDTHS = [2, 2, 2, 2, 2, 4, 4, 4, 2, 2] as const

const sizeOf = (list: readonly Uint8Array[]): number => list.reduce((sum, bytes) => sum + bytes.length, 0)

function writeFields(values: readonly number[], widths: readonly (2 | 4)[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(widths.reduce<number>((sum, width) => sum + width, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  widths.forEach((width, index) => {
    const value = values[index] ?? 0
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  })
  return bytes
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
