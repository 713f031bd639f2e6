import type { ApiAsset, Data } from '@sluice/contract'
import { MAX_SHEET_ROWS, writeXlsx } from '@sluice/engine'
import { readChosen } from '../../../http/read-chosen.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { writeDocuments } from '../../../http/write-documents.ts'
import { sheetColumns } from './parse/parse-sheet.ts'
import { type AssetFilter, findAssets, findDoc, listAssetIds, type StoredAsset } from './store.ts'
import { listSheetRows } from './write-sheet.ts'

const headings = ['name', 'method', 'api', 'type', 'status', 'version', 'category', 'platform', 'updated_at']

/** Every chosen asset in a form that `parse` understands again, or as a table to read. */
export async function exportAssets(
  format: 'json' | 'yaml' | 'csv' | 'xlsx',
  filter: Omit<AssetFilter, 'limit' | 'offset'>,
  ctx: RouteContext,
): Promise<FileAnswer> {
  const ids = await ctx.tenant(async tx => {
    const found = await listAssetIds(tx, filter)
    await ctx.audit(tx, { objectType: 'asset', objectId: '', objectName: '', after: { count: found.length } })
    return found
  })
  const readRows = () => readChosen(ids, some => ctx.tenant(tx => findAssets(tx, some)))
  if (format === 'xlsx') await requireSheet(giveRows(readDocs(readRows(), ctx)))
  const rows = readRows()
  if (format === 'csv') return new FileAnswer('api-assets.csv', 'text/csv; charset=utf-8', writeLines(rows))
  const assets = readDocs(rows, ctx)
  if (format === 'xlsx') return new FileAnswer('api-assets.xlsx', XLSX, writeXlsx(sheetColumns, giveRows(assets)))
  const type = `application/${format}; charset=utf-8`
  return new FileAnswer(`api-assets.${format}`, type, writeDocuments(format, 'assets', assets))
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Exported {
  readonly group: string
  readonly doc: ApiAsset
}

async function* readDocs(rows: AsyncIterable<StoredAsset>, ctx: RouteContext): AsyncGenerator<Exported> {
  for await (const { id, version, collection_name } of rows) {
    const doc = await ctx.tenant(tx => findDoc(tx, id, version))
    if (doc) yield { group: collection_name ?? '', doc } // it was deleted meanwhile
  }
}

async function* giveRows(assets: AsyncIterable<Exported>): AsyncGenerator<Data> {
  for await (const { group, doc } of assets) yield* listSheetRows(group, doc)
}

/** Before the first byte: a file that has begun could only break off. @throws Failure `invalid.assetSheet` */
export async function requireSheet(rows: AsyncIterable<unknown>, most: number = MAX_SHEET_ROWS): Promise<void> {
  let count = 0
  for await (const _ of rows) {
    count += 1
    if (count > most) throw refuse('invalid.assetSheet', { field: 'format', value: String(most) })
  }
}

async function* writeLines(rows: AsyncIterable<StoredAsset>): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(headings)
  for await (const row of rows)
    yield writeCsvLine([
      row.name,
      row.method,
      row.api,
      row.type,
      row.status,
      row.version,
      row.collection_name,
      row.platform_id,
      row.updated_at,
    ])
}
