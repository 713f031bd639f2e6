import { badFile, notThis } from '../failure.ts'
import { isDateFormat, type NumberFormat } from './cell-date.ts'
import { readAttribute, type XmlHandler, XmlScanner } from './xml-scanner.ts'
import { Zip } from './zip.ts'

export interface Sheet {
  readonly name: string
  /** Name of its part in the archive. */
  readonly part: string
  readonly isHidden: boolean
}

/** What a workbook says about itself before any cell is read. */
export interface Workbook {
  readonly zip: Zip
  readonly sheets: readonly Sheet[]
  /** The date system of old Macintosh workbooks: day 0 is 1904-01-01. */
  readonly is1904: boolean
  /** By the style number of a cell; undefined for plain numbers. */
  readonly formats: readonly (NumberFormat | undefined)[]
  /** By the style number too: digits of a format like 00000. */
  readonly widths: readonly (number | undefined)[]
  readonly sharedStrings: string | null
}

/** Opens; the caller closes `zip`. @throws Failure */
export async function openWorkbook(path: string, name: string): Promise<Workbook> {
  const zip = await Zip.open(path, name)
  try {
    return await readWorkbook(zip, name)
  } catch (error) {
    zip.close()
    throw error instanceof SyntaxError ? badXml(name, error) : error
  }
}

export const badXml = (name: string, cause: unknown) =>
  badFile(`${name} is damaged: it holds XML that cannot be read.`, 'Save it again in Excel.', cause)

async function readWorkbook(zip: Zip, name: string): Promise<Workbook> {
  const root = await findRoot(zip, name)
  const folder = root.slice(0, root.lastIndexOf('/') + 1)
  const links = await readLinks(zip, `${folder}_rels/${root.slice(folder.length)}.rels`, folder)
  const { sheets, is1904 } = await readSheets(zip, root, links)
  const find = (kind: string) => links.find(link => link.kind.endsWith(`/${kind}`) && zip.has(link.part))?.part ?? null
  const styles = find('styles')
  return {
    zip,
    sheets,
    is1904,
    ...(styles === null ? { formats: [], widths: [] } : await readFormats(zip, styles)),
    sharedStrings: find('sharedStrings'),
  }
}

async function findRoot(zip: Zip, name: string): Promise<string> {
  const wrong = (what: string, advice: string) => notThis(name, 'an XLSX file', what, advice)
  if (zip.has('xl/workbook.bin')) throw wrong('a workbook of the binary XLSB kind', 'Save it as XLSX in Excel.')
  if (zip.has('content.xml')) throw wrong('an OpenDocument file', 'Save it as XLSX.')
  if (zip.has('word/document.xml')) throw wrong('a Word document', 'Copy the table into Excel and save it as XLSX.')
  if (zip.has('_rels/.rels')) {
    const links = await readLinks(zip, '_rels/.rels', '')
    const root = links.find(link => link.kind.endsWith('/officeDocument'))?.part
    if (root !== undefined && zip.has(root)) return root
  }
  if (zip.has('xl/workbook.xml')) return 'xl/workbook.xml'
  throw wrong('a ZIP archive', 'Unpack it and use the file inside.')
}

interface Link {
  readonly id: string
  readonly kind: string
  readonly part: string
}

async function readLinks(zip: Zip, part: string, folder: string): Promise<Link[]> {
  const links: Link[] = []
  await scan(zip, part, {
    open: (name, tag) => {
      if (name !== 'Relationship') return
      const target = readAttribute(tag, 'Target') ?? ''
      links.push({
        id: readAttribute(tag, 'Id') ?? '',
        kind: readAttribute(tag, 'Type') ?? '',
        part: target.startsWith('/') ? target.slice(1) : `${folder}${target}`,
      })
    },
  })
  return links
}

async function readSheets(zip: Zip, root: string, links: readonly Link[]) {
  const sheets: Sheet[] = []
  let is1904 = false
  await scan(zip, root, {
    open: (name, tag) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(readAttribute(tag, 'date1904') ?? '')
      if (name !== 'sheet') return
      // The prefix of the namespace is usually r, but any will do.
      const id = /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1]
      const link = links.find(each => each.id === id)
      // Sheets that are charts or macros have no cells.
      if (!link?.kind.endsWith('/worksheet')) return
      const isHidden = (readAttribute(tag, 'state') ?? 'visible') !== 'visible'
      sheets.push({ name: readAttribute(tag, 'name') ?? '', part: link.part, isHidden })
    },
  })
  return { sheets, is1904 }
}

async function readFormats(zip: Zip, part: string): Promise<Pick<Workbook, 'formats' | 'widths'>> {
  const codes = new Map<number, string>()
  const formats: (NumberFormat | undefined)[] = []
  const widths: (number | undefined)[] = []
  let isCells = false
  await scan(zip, part, {
    open: (name, tag) => {
      if (name === 'cellXfs') isCells = true
      const id = Number(readAttribute(tag, 'numFmtId') ?? 0)
      if (name === 'numFmt') codes.set(id, readAttribute(tag, 'formatCode') ?? '')
      if (name !== 'xf' || !isCells) return
      const code = codes.get(id)
      formats.push(isDateFormat(id, code))
      widths.push(code !== undefined && /^0{2,15}$/.test(code) ? code.length : undefined)
    },
    close: name => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return { formats, widths }
}

async function scan(zip: Zip, part: string, handler: XmlHandler): Promise<void> {
  const scanner = new XmlScanner(handler)
  for await (const text of zip.read(part)) scanner.push(text)
  scanner.end()
}
