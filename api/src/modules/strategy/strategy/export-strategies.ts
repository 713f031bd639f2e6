import type { Engine } from '@sluice/engine'
import { sayWords } from '../../../http/messages.ts'
import { readChosen } from '../../../http/read-chosen.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { sayStrategyState } from '../../../http/state-words.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { writeDocuments } from '../../../http/write-documents.ts'
import { describeStrategy } from './describe-strategy.ts'
import { type FilterBody, readFilter } from './read-filter.ts'
import { findStrategies, listStrategyIds, type StrategyListRow } from './store.ts'
import { toDocument } from './strategy-document.ts'

interface ExportBody extends FilterBody {
  readonly format: 'csv' | 'json' | 'yaml'
}

const headings = [
  { zh: '编码', en: 'Code' },
  { zh: '名称', en: 'Name' },
  { zh: '分组', en: 'Group' },
  { zh: '标签', en: 'Tags' },
  { zh: '负责人', en: 'Owner' },
  { zh: '状态', en: 'Status' },
  { zh: '源连接器', en: 'Source' },
  { zh: '源数据', en: 'Source data' },
  { zh: '目标连接器', en: 'Target' },
  { zh: '目标数据', en: 'Target data' },
  { zh: '计划', en: 'Schedule' },
  { zh: '总数', en: 'Records' },
  { zh: '等待', en: 'Records waiting' },
  { zh: '错误数据', en: 'Error data' },
  { zh: '其中待重试', en: 'Error data to retry' },
  { zh: '其中结果未知', en: 'Error data of unknown outcome' },
  { zh: '下次执行', en: 'Next run' },
  { zh: '上次执行', en: 'Last run' },
  { zh: '备注', en: 'Remark' },
]

/** The filtered list page by page: as CSV, or as documents that `readDocuments` understands. */
export async function exportStrategies(
  engine: Engine,
  { format, ...filter }: ExportBody,
  ctx: RouteContext,
): Promise<FileAnswer> {
  await ctx.tenant(tx => ctx.audit(tx, { objectType: 'strategy', after: { ...filter, format } }))
  if (format === 'csv')
    return new FileAnswer('strategies.csv', 'text/csv; charset=utf-8', writeLines(engine, filter, ctx))
  const type = `application/${format}; charset=utf-8`
  return new FileAnswer(`strategies.${format}`, type, writeDocuments(format, 'strategies', readDocuments(filter, ctx)))
}

async function* readDocuments(filter: FilterBody, ctx: RouteContext) {
  for await (const row of readAll(filter, ctx)) yield toDocument(row)
}

async function* readAll(filter: FilterBody, ctx: RouteContext): AsyncGenerator<StrategyListRow> {
  const ids = await ctx.tenant(tx => listStrategyIds(tx, { ...readFilter(filter, ctx), sort: 'created_at' }))
  yield* readChosen(ids, some => ctx.tenant(tx => findStrategies(tx, some)))
}

async function* writeLines(engine: Engine, filter: FilterBody, ctx: RouteContext): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
  for await (const row of readAll(filter, ctx)) {
    const one = describeStrategy(engine, row, ctx)
    yield writeCsvLine([
      one.code,
      one.name,
      one.group,
      one.tags.join(','),
      one.owner?.name ?? null,
      sayStrategyState(one.status, ctx.language),
      one.source.connector_name,
      one.source.resource,
      one.target.connector_name,
      one.target.resource,
      one.schedule.cron,
      one.total,
      one.waiting,
      one.errors + one.rejected,
      one.retrying,
      one.unknown,
      one.next_run_at,
      one.last_run_at,
      one.remark,
    ])
  }
}
