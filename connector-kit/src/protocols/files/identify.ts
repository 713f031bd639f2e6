/** What a file's first bytes say it is. `text` is anything without a NUL that nothing else claims. */
export type Content =
  | { readonly kind: 'empty' | 'text' | 'zip' }
  /** `what` completes "it looks like …". */
  | { readonly kind: 'other'; readonly what: string; readonly advice: string }

const CONVERT = 'Open it in the program it comes from and save it as XLSX or CSV.'
const UNPACK = 'Unpack it and use the file inside.'
const WRONG = 'Choose the file that holds the data.'

const SIGNATURES: readonly (readonly [bytes: string, what: string, advice: string])[] = [
  ['%PDF-', 'a PDF', 'Export the table from the program that made it as XLSX or CSV.'],
  ['\x89PNG', 'a PNG image', WRONG],
  ['\xff\xd8\xff', 'a JPEG image', WRONG],
  ['GIF8', 'a GIF image', WRONG],
  ['\x1f\x8b', 'a gzip archive', UNPACK],
  ['7z\xbc\xaf', 'a 7z archive', UNPACK],
  ['Rar!', 'a RAR archive', UNPACK],
  ['SQLite format 3', 'an SQLite database', 'Use the SQLite connector for it.'],
  ['PAR1', 'a Parquet file', 'Export it as CSV or JSON Lines.'],
]

/** @param head the first bytes, 64 KiB where there are so many */
export function identify(head: Buffer): Content {
  if (head.length === 0) return { kind: 'empty' }
  const start = head.toString('latin1', 0, 16)
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return { kind: 'zip' }
  if (start.startsWith('\xd0\xcf\x11\xe0')) return identifyCompound(head)
  const known = SIGNATURES.find(([bytes]) => start.startsWith(bytes))
  if (known) return { kind: 'other', what: known[1], advice: known[2] }
  return { kind: 'text' }
}

/** The old container of Office: .xls, and every file locked by a password. */
function identifyCompound(head: Buffer): Content {
  const holds = (name: string) => head.includes(Buffer.from(name, 'utf16le'))
  if (holds('EncryptedPackage') || holds('EncryptionInfo'))
    return {
      kind: 'other',
      what: 'a workbook locked by a password',
      advice: 'Remove the password in Excel (File, Info, Protect) and save it again.',
    }
  return {
    kind: 'other',
    what: 'a workbook of the old XLS kind',
    advice: 'Open it in Excel and save it as XLSX.',
  }
}

/** For text: what it is when it is certainly no table. */
export function identifyText(text: string): { readonly what: string; readonly advice: string } | null {
  const start = text.slice(0, 1000).trimStart().toLowerCase()
  if (start.startsWith('<!doctype html') || start.startsWith('<html'))
    return {
      what: 'a web page (HTML)',
      advice:
        'Often a login page saved instead of the file, or a table saved as HTML: fetch it again, or save it as XLSX.',
    }
  if (start.startsWith('<?xml')) return { what: 'an XML file', advice: CONVERT }
  return null
}
