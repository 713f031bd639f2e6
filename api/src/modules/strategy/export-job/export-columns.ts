import { type Data, isData, type Value } from '@sluice/contract'
import { type ExportColumn, type ExportKind, widenKind } from '@sluice/engine'
import { type Language, sayWords } from '../../../http/messages.ts'
import { sayRecordState } from '../../../http/state-words.ts'
import type { ExportRequest, recordColumns } from './contract.ts'

type RecordColumn = (typeof recordColumns)[number]

/** A column that was met: a field of the record, or of the elements of the list that becomes lines. */
export type FoundColumn = ExportColumn & { readonly isDetail: boolean }

/** What people read above the columns of a record, in whatever file they stand. */
export const recordHeadings: Readonly<Record<RecordColumn, { readonly zh: string; readonly en: string }>> = {
  id: { zh: '编号', en: 'Id' },
  key: { zh: '主键', en: 'Key' },
  number: { zh: '编码', en: 'Business number' },
  status: { zh: '状态', en: 'Status' },
  attempts: { zh: '尝试次数', en: 'Attempts' },
  version: { zh: '版本', en: 'Version' },
  error_code: { zh: '错误代码', en: 'Error code' },
  error_message: { zh: '错误信息', en: 'Error message' },
  target_key: { zh: '目标主键', en: 'Target key' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
}
const recordKinds: Readonly<Partial<Record<RecordColumn, ExportKind>>> = {
  status: 'int',
  attempts: 'int',
  version: 'int',
}

/** What stands between the list's name and a field of its elements. */
const DETAIL = '.'

/** Most columns a sheet holds; the first so many that were met. */
const MAX_COLUMNS = 16_000

/** The columns as their values come: names in the order they are met, kinds as wide as the values are. */
export class ColumnBook {
  readonly #found: Map<string, { kind: ExportKind | undefined; readonly isDetail: boolean }>
  readonly #request: ExportRequest

  constructor(request: ExportRequest, known: readonly FoundColumn[]) {
    this.#request = request
    this.#found = new Map(known.map(({ name, kind, isDetail }) => [name, { kind, isDetail }]))
  }

  /** Of one record; the lines it becomes. */
  add(data: Data): readonly Data[] {
    const lines = expandLines(data, this.#request.expand)
    for (const line of lines) for (const [name, value] of Object.entries(line)) this.#note(name, value)
    return lines
  }

  #note(name: string, value: Value): void {
    const { expand, fields } = this.#request
    const isDetail = expand !== null && name.startsWith(expand + DETAIL)
    if (fields !== null && !isDetail && !fields.includes(name)) return
    const known = this.#found.get(name)
    if (known) known.kind = widenKind(known.kind, value)
    else if (this.#found.size < MAX_COLUMNS) this.#found.set(name, { kind: widenKind(undefined, value), isDetail })
  }

  /** A column that never had a value is text. Chosen fields stand as they were chosen, whether any record has them. */
  list(): FoundColumn[] {
    const found = [...this.#found].map(([name, { kind, isDetail }]) => ({ name, kind: kind ?? 'text', isDetail }))
    const { fields } = this.#request
    if (fields === null)
      return [...found.filter(column => !column.isDetail), ...found.filter(column => column.isDetail)]
    const chosen = fields.map(
      name => found.find(column => column.name === name) ?? { name, kind: 'text' as const, isDetail: false },
    )
    return [...chosen, ...found.filter(column => column.isDetail)]
  }
}

/** Each element of the list in a line of its own, with the rest beside it; a record without elements keeps one line. */
function expandLines(data: Data, expand: string | null): readonly Data[] {
  if (expand === null) return [data]
  const { [expand]: list, ...rest } = data
  if (!Array.isArray(list) || list.length === 0) return [rest]
  return list.map((element: Value) => ({
    ...rest,
    ...(isData(element)
      ? Object.fromEntries(Object.entries(element).map(([name, value]) => [expand + DETAIL + name, value]))
      : { [`${expand}${DETAIL}value`]: element }),
  }))
}

/** Columns of the record first, under names that no field of the data has. */
export function planColumns(request: ExportRequest, found: readonly FoundColumn[], language: Language) {
  const taken = new Set(found.map(column => column.name))
  const isForPeople = request.format === 'csv' || request.format === 'xlsx'
  const nameOf = (column: RecordColumn): string => {
    let name = isForPeople ? sayWords(recordHeadings[column], language) : `_${column}`
    while (taken.has(name)) name = `_${name}`
    return name
  }
  const record = request.record_columns.map(column => {
    const isState = column === 'status' && isForPeople
    return {
      column,
      name: nameOf(column),
      kind: isState ? 'text' : (recordKinds[column] ?? 'text'),
      show: (value: string | number | null) => (isState ? sayRecordState(Number(value), language) : value),
    }
  })
  return { record, all: [...record, ...found].map(({ name, kind }): ExportColumn => ({ name, kind })) }
}
