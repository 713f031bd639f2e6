import { sayWords } from '../../../http/messages.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { type ApplicationFilter, listApplications } from './store.ts'

const headings = [
  { zh: '应用', en: 'Application', pt: 'Aplicativo' },
  { zh: '应用密钥 app_key', en: 'Application key', pt: 'Chave do aplicativo' },
  { zh: '启用', en: 'Can call', pt: 'Pode chamar' },
  { zh: '到期时间', en: 'Ends', pt: 'Termina' },
  { zh: '授权方案', en: 'Published strategies', pt: 'Estratégias publicadas' },
  { zh: 'IP 白名单', en: 'Allowed addresses', pt: 'Endereços permitidos' },
  { zh: '套餐', en: 'Plan', pt: 'Plano' },
  { zh: '每分钟次数', en: 'Calls a minute', pt: 'Chamadas por minuto' },
  { zh: '每日额度', en: 'Calls a day', pt: 'Chamadas por dia' },
  { zh: '每月额度', en: 'Calls a month', pt: 'Chamadas por mês' },
  { zh: '今日调用', en: 'Calls today', pt: 'Chamadas hoje' },
  { zh: '最近调用', en: 'Last call', pt: 'Última chamada' },
  { zh: '应用负责人', en: 'Owner of the application', pt: 'Responsável pelo aplicativo' },
]

/** There are few: all of them in one statement. */
export function exportApplications(filter: ApplicationFilter, ctx: RouteContext): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    const rows = await ctx.tenant(tx => listApplications(tx, filter, null, 0))
    for (const row of rows)
      yield writeCsvLine([
        row.name,
        row.app_key,
        row.is_enabled ? 1 : 0,
        row.expires_at,
        row.scopes.map(scope => scope.strategy_name).join('; '),
        row.ip_allow.join('; '),
        row.plan_name,
        row.limits.rate_per_minute,
        row.limits.quota_per_day,
        row.limits.quota_per_month,
        row.calls_today,
        row.last_used_at,
        row.owner,
      ])
  }
  return new FileAnswer('gateway-applications.csv', 'text/csv; charset=utf-8', write())
}
