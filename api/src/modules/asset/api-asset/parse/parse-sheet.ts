import {
  type ApiAssetInput,
  type AssetField,
  assetFieldTypes,
  assetPlaces,
  type Data,
  isData,
  parseJson,
  toText,
  type Value,
} from '@sluice/contract'
import type { ParsedItem, ParsedSet } from './parsed-set.ts'
import { refuseKind } from './refuse-kind.ts'

/** Columns of a sheet of interfaces: one row a parameter or a column of the answer; an interface is the rows of one name. */
export const sheetColumns = [
  'api_name',
  'method',
  'api',
  'type',
  'group',
  'part',
  'parent',
  'field',
  'label',
  'field_type',
  'is_required',
  'default',
  'place',
  'describe',
  'settings',
] as const
type Column = (typeof sheetColumns)[number]

/** Heads as people write them, beside the names above. */
const HEADS: Readonly<Record<string, Column>> = {
  接口名称: 'api_name',
  介面名稱: 'api_name',
  请求方法: 'method',
  請求方法: 'method',
  路径: 'api',
  路徑: 'api',
  接口类型: 'type',
  分类: 'group',
  参数类型: 'part',
  is_request: 'part',
  上级字段: 'parent',
  字段标识: 'field',
  字段名称: 'label',
  name: 'label',
  字段类型: 'field_type',
  必录: 'is_required',
  必填: 'is_required',
  默认值: 'default',
  参数位置: 'place',
  字段描述: 'describe',
  其他设置: 'settings',
}

const parts = ['request', 'otherRequest', 'response', 'otherResponse'] as const
type Part = (typeof parts)[number]
/** The vendor's own sheets write 1 for a parameter and 0 for a column of the answer. */
const PARTS: Readonly<Record<string, Part>> = { '1': 'request', '0': 'response', 请求: 'request', 响应: 'response' }

interface SheetRow {
  /** In the file, from 1. */
  readonly number: number
  readonly cells: Readonly<Partial<Record<Column, string>>>
}

/** `{"sheet": [[…], …]}`: interfaces, and each row that could not become a field with the reason. @throws Failure `invalid.importSheet` */
export function parseSheet(content: Value): ParsedSet {
  const sheet = isData(content) ? content['sheet'] : undefined
  const rows = Array.isArray(sheet) ? readRows(sheet as readonly Value[]) : []
  const named = rows.filter(row => Object.keys(row.cells).length > 0)
  if (!named.some(row => row.cells.field !== undefined)) throw refuseKind('sheet')
  const skipped: { name: string; reason: string }[] = []
  let last = ''
  // A name stands on its first row alone where somebody merged the cells.
  const groups = Map.groupBy(named, row => {
    last = row.cells.api_name ?? last
    return last
  })
  const items = [...groups].map(([name, list]) => makeItem(name, list, skipped))
  return { title: '', items, skipped }
}

function readRows(sheet: readonly Value[]): SheetRow[] {
  const texts = sheet.map(row => (Array.isArray(row) ? row.map(cell => toText(cell as Value).trim()) : []))
  const head = texts.findIndex(row => row.some(cell => columnOf(cell) === 'field'))
  if (head < 0) return []
  const columns = (texts[head] ?? []).map(columnOf)
  return texts.slice(head + 1).map((row, at) => ({
    number: head + at + 2,
    cells: Object.fromEntries(
      row.flatMap((cell, index) => {
        const column = columns[index]
        return column === undefined || cell === '' ? [] : [[column, cell]]
      }),
    ),
  }))
}

const columnOf = (cell: string): Column | undefined =>
  sheetColumns.find(column => column === cell.toLowerCase()) ?? HEADS[cell]

function makeItem(name: string, rows: readonly SheetRow[], skipped: { name: string; reason: string }[]): ParsedItem {
  const first = (column: Column) => rows.find(row => row.cells[column] !== undefined)?.cells[column]
  const tell = (row: SheetRow, reason: string) =>
    void skipped.push({ name: `${row.number}: ${row.cells.field ?? name}`, reason })
  const fields: Record<Part, AssetField[]> = { request: [], otherRequest: [], response: [], otherResponse: [] }
  const known = new Map<string, AssetField>()
  for (const row of rows) {
    if (row.cells.field === undefined) continue
    const part = partOf(row.cells.part)
    const made = makeField(row, tell)
    if (part === undefined) tell(row, `part: ${row.cells.part ?? ''} is none of ${parts.join(', ')}`)
    if (part === undefined || made === null) continue
    const { parent } = row.cells
    const above = parent === undefined ? undefined : known.get(`${part}/${parent}`)
    if (parent !== undefined && !above) tell(row, `parent: there is no field ${parent} above`)
    else if (above && above.type !== 'array' && above.type !== 'object')
      tell(row, `parent: ${parent} is no array and no object`)
    else {
      if (above) above.fields = [...(above.fields ?? []), made]
      else fields[part].push(made)
      if (parent !== undefined) known.set(`${part}/${parent}.${made.field}`, made)
      // The bare name is the nearest to the top that bears it.
      if (parent === undefined || !known.has(`${part}/${made.field}`)) known.set(`${part}/${made.field}`, made)
    }
  }
  const type = /^(?:execute|write|操作|写入)$/i.test(first('type') ?? '') ? 'EXECUTE' : 'QUERY'
  const doc = {
    ...readSettings(first('settings')),
    name,
    type,
    method: (first('method') ?? (type === 'QUERY' ? 'GET' : 'POST')).toUpperCase(),
    api: first('api') ?? '/',
    ...fields,
  }
  return { group: first('group') ?? '', doc: doc as unknown as ApiAssetInput, warnings: [] } // the schema judges it next
}

const partOf = (text: string | undefined): Part | undefined =>
  text === undefined ? 'request' : (parts.find(part => part.toLowerCase() === text.toLowerCase()) ?? PARTS[text])

function makeField(row: SheetRow, tell: (row: SheetRow, reason: string) => void): AssetField | null {
  const { field = '', label, describe, default: given, field_type = 'string', is_required, place } = row.cells
  const at = assetPlaces.find(each => each === place?.toLowerCase())
  const type = assetFieldTypes.find(each => each === field_type.toLowerCase())
  if (type === undefined) {
    tell(row, `field_type: ${field_type} is none of ${assetFieldTypes.join(', ')}`)
    return null
  }
  return {
    field,
    type,
    ...(label === undefined ? {} : { label }),
    ...(describe === undefined ? {} : { describe }),
    ...(given === undefined ? {} : { default: given }),
    ...(at === undefined ? {} : { place: at }),
    ...(/^(?:1|true|yes|y|是|必填|sim)$/i.test(is_required ?? '') ? { is_required: true } : {}),
  }
}

/** What a sheet has no columns for, as export writes it. */
function readSettings(text: string | undefined): Data {
  if (text === undefined) return {}
  try {
    const found = parseJson(text)
    return isData(found) ? found : {}
  } catch {
    return {}
  }
}
