import { sayWords } from '../../../http/messages.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { listPlans, type PlanFilter } from './store.ts'

const headings = [
  { zh: '套餐', en: 'Plan', pt: 'Plano' },
  { zh: '每分钟次数', en: 'Calls a minute', pt: 'Chamadas por minuto' },
  { zh: '突发次数', en: 'Calls at once', pt: 'Chamadas de uma vez' },
  { zh: '每日额度', en: 'Calls a day', pt: 'Chamadas por dia' },
  { zh: '每月额度', en: 'Calls a month', pt: 'Chamadas por mês' },
  { zh: '并发数', en: 'Calls under way', pt: 'Chamadas em andamento' },
  { zh: '优先级', en: 'Priority', pt: 'Prioridade' },
  { zh: '应用数', en: 'Applications', pt: 'Aplicativos' },
  { zh: '备注', en: 'Remark', pt: 'Observação' },
]

/** There are few: all of them in one statement. */
export function exportPlans(filter: PlanFilter, ctx: RouteContext): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    const rows = await ctx.tenant(tx => listPlans(tx, filter, null, 0))
    for (const row of rows)
      yield writeCsvLine([
        row.name,
        row.rate_per_minute,
        row.burst,
        row.quota_per_day,
        row.quota_per_month,
        row.concurrency,
        row.priority,
        row.applications,
        row.remark,
      ])
  }
  return new FileAnswer('gateway-plans.csv', 'text/csv; charset=utf-8', write())
}
