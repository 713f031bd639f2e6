import { ApiAsset, type ApiAssetInput, type Data, isData, toText, type Value } from '@sluice/contract'
import { parseContent } from '../../../../http/parse-content.ts'
import { refuse } from '../../../../http/refuse.ts'
import { guessReading } from './guess.ts'
import { parseAddress, parseCurl } from './parse-curl.ts'
import { parseOpenApi } from './parse-openapi.ts'
import { parsePostman } from './parse-postman.ts'
import { parseSheet } from './parse-sheet.ts'
import type { ParsedBase, ParsedItem, ParsedSet, ParsedSignIn } from './parsed-set.ts'
import { type ParseKind, refuseKind } from './refuse-kind.ts'

/** An interface that was understood and fits what the product can keep. */
interface ReadItem {
  readonly group: string
  readonly doc: ApiAsset
  readonly warnings: string[]
}
export interface Understood {
  readonly kind: ParseKind
  readonly title: string
  readonly base: ParsedBase
  readonly sign_ins: ParsedSignIn[]
  readonly items: ReadItem[]
  readonly skipped: { name: string; reason: string }[]
}

const MAX_ITEMS = 1000

/**
 * Understands what somebody pasted.
 * @throws Failure that says what was expected, `invalid.importSyntax` with the place, or that of XML or of a WSDL
 */
export function parseText(text: string, wanted: ParseKind | 'auto'): Understood {
  const trimmed = text.trim()
  if (isWsdl(trimmed)) throw refuse('invalid.importWsdl', { field: 'text' })
  if (/^<[!?a-z]/i.test(trimmed)) throw refuse('invalid.importXml', { field: 'text' })
  const { kind, found } = read(text, wanted)
  const skipped = [...found.skipped]
  const items = found.items.slice(0, MAX_ITEMS).flatMap((item): ReadItem[] => {
    const doc = ApiAsset.safeParse(item.doc)
    if (doc.success) return [{ group: item.group.slice(0, 60), doc: doc.data, warnings: [...item.warnings] }]
    const [issue] = doc.error.issues
    skipped.push({ name: String(item.doc.name), reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` })
    return []
  })
  for (const { doc } of found.items.slice(MAX_ITEMS)) skipped.push({ name: String(doc.name), reason: `> ${MAX_ITEMS}` })
  if (items.length === 0 && skipped.length === 0) throw refuseKind(kind)
  const { title, base = { origin: '', path: '' }, signIns = [] } = found
  return { kind, title, base, sign_ins: [...signIns], items, skipped }
}

function read(text: string, wanted: ParseKind | 'auto'): { readonly kind: ParseKind; readonly found: ParsedSet } {
  const trimmed = text.trim()
  if (wanted === 'auto' || wanted === 'curl') {
    if (/^https?:\/\/\S*$/i.test(trimmed)) return { kind: 'curl', found: parseAddress(trimmed) }
    if (wanted === 'curl' || /^\$?\s*curl\s/.test(trimmed)) return { kind: 'curl', found: parseCurl(trimmed) }
  }
  // Blank lines before it count where a problem is told by its line.
  const content = parseContent(text)
  const kind = wanted === 'auto' ? detect(content) : wanted
  return { kind, found: parseKnown(kind, content) }
}

/** Or the address of one. Its operations are the SOAP connector's to list. */
const isWsdl = (text: string): boolean =>
  /^https?:\/\/\S*wsdl\S*$/i.test(text) ||
  (text.startsWith('<') && /["']http:\/\/schemas\.xmlsoap\.org\/wsdl\/["']/.test(text))

function detect(content: Value): ParseKind {
  if (!isData(content))
    return Array.isArray(content) && content.some(each => isData(each) && isData(each['doc'])) ? 'assets' : 'sample'
  if (content['openapi'] !== undefined || content['swagger'] !== undefined) return 'openapi'
  if (isData(content['info']) && Array.isArray(content['item'])) return 'postman'
  if (Array.isArray(content['sheet'])) return 'sheet'
  return Array.isArray(content['assets']) ? 'assets' : 'sample'
}

function parseKnown(kind: ParseKind, content: Value): ParsedSet {
  if (kind === 'sample') return parseSample(content)
  if (kind === 'sheet') return parseSheet(content)
  if (!isData(content) && kind !== 'assets') throw refuseKind(kind)
  if (kind === 'openapi') return parseOpenApi(content as Data) // asked just above
  if (kind === 'postman') return parsePostman(content as Data) // as above
  return parseAssets(content)
}

/** A pasted answer: where the list is and what its records hold. */
function parseSample(content: Value): ParsedSet {
  if (!isData(content) && !Array.isArray(content)) throw refuseKind('sample')
  const doc: ApiAssetInput = { name: 'API', type: 'QUERY', method: 'GET', api: '/', ...guessReading(content) }
  return { title: '', items: [{ group: '', doc, warnings: [] }], skipped: [] }
}

/** What this product exported. */
function parseAssets(content: Value): ParsedSet {
  const list = isData(content) ? content['assets'] : content
  if (!Array.isArray(list)) throw refuseKind('assets')
  const rows: readonly Value[] = list
  const items = rows.flatMap((row): ParsedItem[] =>
    isData(row) && isData(row['doc'])
      ? // The schema judges it next.
        [{ group: toText(row['group']), doc: JSON.parse(JSON.stringify(row['doc'])) as ApiAssetInput, warnings: [] }]
      : [],
  )
  return { title: '', items, skipped: [] }
}
