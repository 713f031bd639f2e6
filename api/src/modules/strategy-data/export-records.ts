import type { Engine } from '@sluice/engine'
import type { RouteContext } from '../../platform/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../platform/write-csv.ts'
import { describeRow } from './search.ts'
import { type RecordFilter, type RecordRow, searchRecords } from './store.ts'

const PAGE = 500
const MAX_RECORDS = 100_000

const headings = {
  zh: [
    '编号',
    '主键',
    '业务编号',
    '状态',
    '尝试次数',
    '版本',
    '错误代码',
    '错误信息',
    '目标主键',
    '创建时间',
    '更新时间',
    '原始数据',
  ],
  en: [
    'Id',
    'Key',
    'Number',
    'Status',
    'Attempts',
    'Version',
    'Error code',
    'Error',
    'Target key',
    'Created',
    'Updated',
    'Original',
  ],
} as const

export type ExportFormat = 'csv' | 'jsonl'

/** The filtered records with their originals, page by page; a slow reader slows the reading. */
export async function* exportRecords(
  engine: Engine,
  filter: Omit<RecordFilter, 'below' | 'limit'>,
  format: ExportFormat,
  ctx: RouteContext,
): AsyncGenerator<string> {
  if (format === 'csv') yield CSV_START + writeCsvLine(headings[ctx.language])
  let below: string | null = null
  for (let written = 0; written < MAX_RECORDS; written += PAGE) {
    const page = await readPage(engine, { ...filter, below, limit: PAGE }, ctx)
    for (const { row, original } of page)
      yield format === 'csv' ? writeRow(row, original, ctx) : writeJson(row, original, ctx)
    below = page.at(-1)?.row.id ?? null
    if (page.length < PAGE) return
  }
}

function readPage(engine: Engine, filter: RecordFilter, ctx: RouteContext) {
  return ctx.tenant(async tx => {
    const rows = await searchRecords(tx, filter)
    const originals = await engine.records.readOriginals(tx, rows)
    return rows.map(row => ({ row, original: originals.get(row.id) ?? null }))
  })
}

const writeRow = (row: RecordRow, original: string | null, { tell }: RouteContext): string =>
  writeCsvLine([
    row.id,
    row.key,
    row.number,
    row.status,
    row.attempts,
    row.version,
    row.error_code,
    row.error_message && tell(row.error_message),
    row.target_key,
    row.created_at,
    row.updated_at,
    original,
  ])

/** The original is put in as text, so that no number passes through a double. */
const writeJson = (row: RecordRow, original: string | null, { tell }: RouteContext): string =>
  `${JSON.stringify(describeRow(row, tell)).slice(0, -1)},"original":${original ?? 'null'}}\n`
