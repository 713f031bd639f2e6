import { sayWords } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { sayStrategyState } from '../../../http/state-words.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import type { StrategyHealthRow } from './contract.ts'

const headings = [
  { zh: '编码', en: 'Code' },
  { zh: '名称', en: 'Name' },
  { zh: '分组', en: 'Group' },
  { zh: '状态', en: 'Status' },
  { zh: '健康度', en: 'Health' },
  { zh: '原因', en: 'Reason' },
  { zh: '建议', en: 'Advice' },
  { zh: '上次调度', en: 'Last dispatch' },
  { zh: '上次成功拉取', en: 'Last successful pull' },
  { zh: '窗口内新增', en: 'New in the window' },
  { zh: '上周同时段新增', en: 'New a week before' },
  { zh: '积压', en: 'Backlog' },
  { zh: '错误', en: 'Errors' },
  { zh: '错误率 %', en: 'Error rate %' },
  { zh: '平均耗时 ms', en: 'Mean duration ms' },
  { zh: '最老等待（分钟）', en: 'Oldest wait (minutes)' },
  { zh: '源连接器', en: 'Source' },
  { zh: '目标连接器', en: 'Target' },
] as const

const levelWords = {
  abnormal: { zh: '异常', en: 'Abnormal' },
  stalled: { zh: '停滞', en: 'Stalled' },
  watch: { zh: '关注', en: 'Watch' },
  healthy: { zh: '健康', en: 'Healthy' },
  none: { zh: '未启动', en: 'Not started' },
} as const

export function* exportHealth(rows: readonly StrategyHealthRow[], { language }: RouteContext): Generator<string> {
  yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, language)))
  for (const row of rows)
    yield writeCsvLine([
      row.code,
      row.name,
      row.group,
      sayStrategyState(row.status, language),
      sayWords(levelWords[row.level], language),
      row.reasons.map(({ text }) => text).join(' '),
      row.reasons[0]?.advice ?? null,
      row.dispatched_at,
      row.pulled_at,
      row.fresh,
      row.fresh_before,
      row.backlog,
      row.errors,
      row.error_percent,
      row.mean_ms,
      row.wait_minutes,
      row.source && `${row.source.name} (${row.source.state})`,
      row.target && `${row.target.name} (${row.target.state})`,
    ])
}
