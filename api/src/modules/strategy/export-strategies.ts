import type { Engine } from '@sluice/engine'
import { toPattern } from '../../platform/paging.ts'
import { FileAnswer, type RouteContext } from '../../platform/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../platform/write-csv.ts'
import { describeStrategy } from './describe-strategy.ts'
import { searchStrategies } from './store.ts'

export interface ExportFilter {
  readonly keyword?: string | undefined
  readonly status?: string | undefined
  readonly group?: string | undefined
}

const PAGE = 500
const MAX_ROWS = 10_000

const headings = {
  zh: [
    '编码',
    '名称',
    '分组',
    '状态',
    '源连接器',
    '源数据',
    '目标连接器',
    '目标数据',
    '计划',
    '总数',
    '等待',
    '错误',
    '结果未知',
    '下次执行',
    '上次执行',
    '备注',
  ],
  en: [
    'Code',
    'Name',
    'Group',
    'Status',
    'Source',
    'Source data',
    'Target',
    'Target data',
    'Schedule',
    'Records',
    'Waiting',
    'Errors',
    'Unknown',
    'Next run',
    'Last run',
    'Remark',
  ],
} as const

/** The filtered list as CSV, page by page. */
export async function exportStrategies(engine: Engine, filter: ExportFilter, ctx: RouteContext): Promise<FileAnswer> {
  await ctx.tenant(tx => ctx.audit(tx, { objectType: 'strategy', after: filter }))
  return new FileAnswer('strategies.csv', 'text/csv; charset=utf-8', writeLines(engine, filter, ctx))
}

async function* writeLines(engine: Engine, filter: ExportFilter, ctx: RouteContext): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(headings[ctx.language])
  for (let offset = 0; offset < MAX_ROWS; offset += PAGE) {
    const rows = await ctx.tenant(tx =>
      searchStrategies(tx, {
        pattern: filter.keyword ? toPattern(filter.keyword) : null,
        status: filter.status ?? null,
        group: filter.group ?? null,
        connectorId: null,
        hasErrors: null,
        sort: 'created_at',
        limit: PAGE,
        offset,
      }),
    )
    for (const row of rows) {
      const one = describeStrategy(engine, row, ctx)
      yield writeCsvLine([
        one.code,
        one.name,
        one.group,
        one.status,
        one.source.connector_name,
        one.source.resource,
        one.target.connector_name,
        one.target.resource,
        one.schedule.cron,
        one.total,
        one.waiting,
        one.errors,
        one.unknown,
        one.next_run_at,
        one.last_run_at,
        one.remark,
      ])
    }
    if (rows.length < PAGE) return
  }
}
