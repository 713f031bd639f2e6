import { sayWords } from '../../../http/messages.ts'
import { readOnward } from '../../../http/read-chosen.ts'
import { dropHidden } from '../../../http/require-seen.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import type { CatalogueObject } from './contract.ts'
import { type ObjectFilter, type ObjectRow, searchObjects } from './store.ts'

const headings = [
  { zh: '资源', en: 'Resource' },
  { zh: '模式', en: 'Schema' },
  { zh: '名称', en: 'Name' },
  { zh: '种类', en: 'Kind' },
  { zh: '注释', en: 'Comment' },
  { zh: '行数估计', en: 'Rows, estimated' },
  { zh: '字段数', en: 'Fields' },
  { zh: '首次发现', en: 'First found' },
  { zh: '不再存在于', en: 'Gone since' },
]

export async function* exportObjects(
  connectorId: string,
  filter: ObjectFilter,
  ctx: RouteContext,
  describe: (row: ObjectRow) => CatalogueObject,
): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
  const rows = readOnward<ObjectRow>((last, limit) =>
    ctx.tenant(tx => searchObjects(tx, connectorId, filter, { after: last?.place ?? null, limit })),
  )
  for await (const row of rows) {
    const [seen] = await ctx.tenant(tx => dropHidden(tx, ctx, [row], each => each.id))
    if (!seen) continue
    const { id, schema, label, kind, comment, estimated_count, field_count, found_at, gone_at } = describe(row)
    yield writeCsvLine([id, schema, label, kind, comment, estimated_count, field_count, found_at, gone_at])
  }
}
