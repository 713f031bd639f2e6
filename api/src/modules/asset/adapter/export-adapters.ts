import { readChosen } from '../../../http/read-chosen.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { writeDocuments } from '../../../http/write-documents.ts'
import { type AdapterFilter, findAdapters, findDoc, listAdapterIds, type StoredAdapter } from './store.ts'

const headings = ['name', 'platform', 'kind', 'status', 'version', 'published_version', 'strategies', 'updated_at']

/** Every adapter that the filter finds: as `import` reads it again, or as a table. */
export async function exportAdapters(
  format: 'json' | 'csv',
  filter: AdapterFilter,
  ctx: RouteContext,
): Promise<FileAnswer> {
  const ids = await ctx.tenant(async tx => {
    const found = await listAdapterIds(tx, filter)
    await ctx.audit(tx, { objectType: 'adapter', objectId: '', objectName: '', after: { count: found.length } })
    return found
  })
  const rows = readChosen(ids, some => ctx.tenant(tx => findAdapters(tx, some)))
  return format === 'json'
    ? new FileAnswer(
        'adapters.json',
        'application/json; charset=utf-8',
        writeDocuments('json', 'adapters', readDocs(rows, ctx)),
      )
    : new FileAnswer('adapters.csv', 'text/csv; charset=utf-8', writeLines(rows))
}

async function* readDocs(rows: AsyncIterable<StoredAdapter>, ctx: RouteContext) {
  for await (const { id, version, platform_id } of rows)
    yield { platform_id, doc: await ctx.tenant(tx => findDoc(tx, id, version)) }
}

async function* writeLines(rows: AsyncIterable<StoredAdapter>): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(headings)
  for await (const row of rows)
    yield writeCsvLine([
      row.name,
      row.platform_id,
      row.kind,
      row.status,
      row.version,
      row.published_version,
      row.strategy_count,
      row.updated_at,
    ])
}
