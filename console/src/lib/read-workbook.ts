/** How much of a workbook is read: what unpacks to more is a trap. */
export interface WorkbookLimits {
  /** Of one unpacked part. */
  readonly maxBytes: number
  /** Cells further right are left out. */
  readonly maxColumns: number
}

/** Whether a file is a ZIP, as .xlsx is. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Text of a file in UTF-8, else in what a Chinese spreadsheet saves unless told otherwise. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/**
 * Cells of the first sheet of an Excel workbook, as text. It is read here, in the reader's own browser and without a
 * library, so a trap can only hurt its owner. @throws when it cannot be read, or unpacks to too much
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, limits: WorkbookLimits): Promise<string[][]> {
  const parts = listParts(bytes)
  const read = async (name: string): Promise<Document | null> => {
    const part = parts.get(name)
    return part ? new DOMParser().parseFromString(await unpack(bytes, part, limits), 'application/xml') : null
  }
  const names = [...parts.keys()].filter(name => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).sort(byNumber)
  const sheet = await read(names.includes(FIRST_SHEET) ? FIRST_SHEET : (names[0] ?? ''))
  if (!sheet) throw new Error('reading a workbook: it has no sheet')
  const texts = [...((await read('xl/sharedStrings.xml'))?.getElementsByTagName('si') ?? [])].map(textOf)
  return [...sheet.getElementsByTagName('row')].map(row => readRow(row, texts, limits.maxColumns))
}

const FIRST_SHEET = 'xl/worksheets/sheet1.xml'
const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** Text of a shared or inline string; phonetic hints are no part of it. */
const textOf = (element: Element): string =>
  [...element.getElementsByTagName('t')]
    .filter(part => part.parentElement?.tagName !== 'rPh')
    .map(part => part.textContent ?? '')
    .join('')

function readRow(row: Element, texts: readonly string[], maxColumns: number): string[] {
  const cells: string[] = []
  for (const cell of row.getElementsByTagName('c')) {
    const column = columnOf(cell.getAttribute('r') ?? '') ?? cells.length
    if (column >= maxColumns) continue
    while (cells.length < column) cells.push('')
    cells[column] = readCell(cell, texts)
  }
  return cells
}

/** `BC12` is column 54. */
function columnOf(place: string): number | null {
  const letters = /^[A-Z]+/.exec(place)?.[0]
  return letters === undefined
    ? null
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readCell(cell: Element, texts: readonly string[]): string {
  const value = cell.getElementsByTagName('v')[0]?.textContent ?? ''
  const type = cell.getAttribute('t')
  if (type === 's') return texts[Number(value)] ?? ''
  return type === 'inlineStr' ? textOf(cell) : value
}

interface Part {
  readonly offset: number
  readonly packedBytes: number
  readonly method: number
}

/** No workbook that says this of a part is worth a try. */
const MAX_CLAIMED_BYTES = 200_000_000

/** The central directory, from the end of the file. */
function listParts(bytes: Uint8Array): Map<string, Part> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0) throw new Error('reading a workbook: it is no ZIP')
  const parts = new Map<string, Part>()
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes))
    if (view.getUint32(at + 24, true) > MAX_CLAIMED_BYTES) throw new Error('reading a workbook: it is too large')
    parts.set(name, {
      offset: view.getUint32(at + 42, true),
      packedBytes: view.getUint32(at + 20, true),
      method: view.getUint16(at + 10, true),
    })
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** What is said of a part's size may be a lie: it is counted while it is unpacked. */
async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  { offset, packedBytes, method }: Part,
  { maxBytes }: WorkbookLimits,
): Promise<string> {
  if (method !== 0 && method !== 8) throw new Error('reading a workbook: it is packed in another way')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const packed = new Blob([bytes.subarray(start, start + packedBytes)]).stream()
  const stream: ReadableStream<Uint8Array> =
    method === 8 ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true })
    if (text.length > maxBytes) throw new Error('reading a workbook: it is too large')
  }
  return text + decoder.decode()
}
