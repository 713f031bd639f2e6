import type { Engine } from '@sluice/engine'
import { sayWords } from '../../../http/messages.ts'
import { readOnward } from '../../../http/read-chosen.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { sayRecordState } from '../../../http/state-words.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { IdSet, readMoved } from './read-moved.ts'
import { describeRow, toCursor } from './search.ts'
import { isByTime, type RecordFilter, type RecordRow, readMoment, searchRecords } from './store.ts'

const headings = [
  { zh: '编号', en: 'Id' },
  { zh: '主键', en: 'Key' },
  { zh: '编码', en: 'Business number' },
  { zh: '状态', en: 'Status' },
  { zh: '尝试次数', en: 'Attempts' },
  { zh: '版本', en: 'Version' },
  { zh: '错误代码', en: 'Error code' },
  { zh: '错误信息', en: 'Error message' },
  { zh: '目标主键', en: 'Target key' },
  { zh: '创建时间', en: 'Created' },
  { zh: '更新时间', en: 'Updated' },
  { zh: '原始数据', en: 'Original' },
]

export type ExportFormat = 'csv' | 'jsonl'

const MOVED_PAGE = 500

/** The filtered records with their originals, page by page; a slow reader slows the reading. */
export async function* exportRecords(
  engine: Engine,
  filter: Omit<RecordFilter, 'after' | 'limit'>,
  format: ExportFormat,
  ctx: RouteContext,
): AsyncGenerator<string> {
  if (format === 'csv') yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
  for await (const { row, original } of listRecords(engine, filter, ctx))
    yield format === 'csv' ? writeRow(row, original, ctx) : writeJson(row, original, ctx)
}

async function* listRecords(
  engine: Engine,
  filter: Omit<RecordFilter, 'after' | 'limit'>,
  ctx: RouteContext,
): AsyncGenerator<Exported> {
  const byTime = isByTime(filter)
  const list = (last: Exported | null, limit: number): Promise<Exported[]> =>
    readPage(engine, { ...filter, after: last && toCursor(last.row, byTime), limit }, ctx)
  if (!byTime) return yield* readOnward(list)
  const seen = new IdSet()
  const tellMoment = () => ctx.tenant(readMoment)
  const since = await tellMoment()
  for await (const record of readOnward(list)) if (seen.add(record.row.id)) yield record
  const read = (moment: string, after: RecordFilter['after']): Promise<Exported[]> =>
    readPage(engine, { ...filter, since: moment, after, limit: MOVED_PAGE }, ctx)
  for await (const page of readMoved({ since, seen, limit: MOVED_PAGE, tellMoment, read })) yield* page
}

interface Exported {
  readonly row: RecordRow
  readonly original: string | null
}

function readPage(engine: Engine, filter: RecordFilter, ctx: RouteContext): Promise<Exported[]> {
  return ctx.tenant(async tx => {
    const rows = await searchRecords(tx, filter)
    const originals = await engine.records.readOriginals(tx, rows)
    return rows.map(row => ({ row, original: originals.get(row.id) ?? null }))
  })
}

const writeRow = (row: RecordRow, original: string | null, { tell, language }: RouteContext): string =>
  writeCsvLine([
    row.id,
    row.key,
    row.number,
    sayRecordState(row.status, language),
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
