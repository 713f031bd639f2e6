import type { ApiAsset, Data } from '@sluice/contract'
import { writeXlsx } from '@sluice/engine'
import { stringify } from 'yaml'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { sheetColumns } from './parse/parse-sheet.ts'
import { type AssetFilter, findDoc, searchAssets } from './store.ts'
import { listSheetRows } from './write-sheet.ts'

const MOST = 1000
const headings = ['name', 'method', 'api', 'type', 'status', 'version', 'category', 'platform', 'updated_at']

/** The chosen assets in a form that `parse` understands again, or as a table to read. */
export async function exportAssets(
  format: 'json' | 'yaml' | 'csv' | 'xlsx',
  filter: AssetFilter,
  ctx: RouteContext,
): Promise<FileAnswer> {
  const rows = await ctx.tenant(async tx => {
    const found = await searchAssets(tx, { ...filter, limit: MOST, offset: 0 })
    const list = []
    for (const row of found) list.push({ row, doc: await findDoc(tx, row.id, row.version) })
    return list
  })
  await ctx.tenant(tx =>
    ctx.audit(tx, { objectType: 'asset', objectId: '', objectName: '', after: { count: rows.length } }),
  )
  if (format === 'csv') {
    const lines = rows.map(({ row }) =>
      writeCsvLine([
        row.name,
        row.method,
        row.api,
        row.type,
        row.status,
        row.version,
        row.collection_name,
        row.platform_id,
        row.updated_at,
      ]),
    )
    return new FileAnswer(
      'api-assets.csv',
      'text/csv; charset=utf-8',
      give([CSV_START, writeCsvLine(headings), ...lines]),
    )
  }
  if (format === 'xlsx') return new FileAnswer('api-assets.xlsx', XLSX, writeXlsx(sheetColumns, giveRows(rows)))
  const assets = rows.map(({ row, doc }) => ({ group: row.collection_name ?? '', doc }))
  const text = format === 'json' ? JSON.stringify({ assets }, null, 2) : stringify({ assets })
  const type = format === 'json' ? 'application/json; charset=utf-8' : 'application/yaml; charset=utf-8'
  return new FileAnswer(`api-assets.${format}`, type, give([text]))
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function* giveRows(
  rows: readonly { readonly row: { readonly collection_name: string | null }; readonly doc: ApiAsset | undefined }[],
): AsyncGenerator<Data> {
  for (const { row, doc } of rows) if (doc) yield* listSheetRows(row.collection_name ?? '', doc)
}

async function* give(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts
}
