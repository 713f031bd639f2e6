import { sayWords } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import type { MonitorObjective } from './contract.ts'

const headings = [
  { zh: '集成方案', en: 'Strategy', pt: 'Estratégia' },
  { zh: '周期（天）', en: 'Period (days)', pt: 'Período (dias)' },
  { zh: '成功率目标（%）', en: 'Success goal (%)', pt: 'Objetivo de sucesso (%)' },
  { zh: '成功率（%）', en: 'Success (%)', pt: 'Sucesso (%)' },
  { zh: '错误预算剩余（%）', en: 'Error budget left (%)', pt: 'Orçamento de erros restante (%)' },
  { zh: '1 小时消耗倍数', en: 'Burn rate, 1 h', pt: 'Taxa de queima, 1 h' },
  { zh: '6 小时消耗倍数', en: 'Burn rate, 6 h', pt: 'Taxa de queima, 6 h' },
  { zh: '业务日期字段', en: 'Business date', pt: 'Data de negócio' },
  { zh: '最新业务日期', en: 'Newest business date', pt: 'Data de negócio mais nova' },
  { zh: '新鲜度时限（分钟）', en: 'Freshness limit (minutes)', pt: 'Limite de atualidade (minutos)' },
  { zh: '新鲜时间目标（%）', en: 'Share of time fresh, goal (%)', pt: 'Parte do tempo em dia, objetivo (%)' },
  { zh: '新鲜时间（%）', en: 'Share of time fresh (%)', pt: 'Parte do tempo em dia (%)' },
  { zh: '新鲜度预算剩余（%）', en: 'Freshness budget left (%)', pt: 'Orçamento de atualidade restante (%)' },
]

export async function* writeObjectives(rows: readonly MonitorObjective[], ctx: RouteContext): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
  for (const { name, goal, success, fresh, newest_at } of rows)
    yield writeCsvLine([
      ...[name, goal?.days ?? null, success?.percent ?? null, success?.kept ?? null, success?.left ?? null],
      ...[success?.hour ?? null, success?.hours ?? null, goal?.fresh_field ?? null, newest_at],
      ...[goal?.fresh_minutes ?? null, fresh?.percent ?? null, fresh?.kept ?? null, fresh?.left ?? null],
    ])
}
