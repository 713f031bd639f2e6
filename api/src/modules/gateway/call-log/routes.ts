import { sayWords } from '../../../http/messages.ts'
import { toPattern } from '../../../http/paging.ts'
import { readOnward } from '../../../http/read-chosen.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { type BodyDeps, replayCall, tellBodies } from './bodies.ts'
import type { callLog } from './contract.ts'
import {
  type CallFilter,
  type CallRow,
  countCalls,
  findBody,
  findCall,
  listCalls,
  listCallsAfter,
  listRecordsOf,
  listTop,
  readStats,
} from './store.ts'

type Query = Parameters<Handlers<typeof callLog>['export']>[0]['query']

/** Behind them nobody reads on; a filter brings the others. */
const MOST = 10_000

export const createCallLogRoutes = (deps: BodyDeps): Handlers<typeof callLog> => ({
  async list({ query: { page, pageSize, ...asked } }, ctx) {
    const filter = readFilter(asked)
    return ctx.tenant(async tx => {
      const total = await countCalls(tx, filter, MOST)
      const offset = (page - 1) * pageSize
      return new Page(offset >= MOST ? [] : await listCalls(tx, filter, pageSize, offset), total)
    })
  },
  async get({ params }, ctx) {
    const found = await ctx.tenant(async tx => {
      const row = await findCall(tx, params.id)
      if (!row) throw refuse('notFound.gatewayCall')
      const records = row.strategy_id === null ? [] : await listRecordsOf(tx, row.id)
      return { row, records, body: await findBody(tx, row.id) }
    })
    return { ...found.row, records: found.records, ...(await tellBodies(deps, found.row, found.body, ctx)) }
  },
  replay: ({ params }, ctx) => replayCall(deps, params.id, ctx),
  stats: ({ query }, ctx) =>
    ctx.tenant(async tx => {
      const applicationId = query.application_id ?? null
      return { ...(await readStats(tx, applicationId)), top: await listTop(tx, applicationId) }
    }),
  async export({ query }, ctx) {
    const filter = readFilter(query)
    await ctx.tenant(async tx => {
      // What the store cannot compare is refused now: a file that has begun says nothing any more.
      await countCalls(tx, filter, 1)
      await ctx.audit(tx, { objectType: 'gatewayCall', after: { ...query } })
    })
    return exportCalls(filter, ctx)
  },
})

const readFilter = (query: Query): CallFilter => ({
  applicationId: query.application_id ?? null,
  strategyId: query.strategy_id ?? null,
  assetId: query.asset_id ?? null,
  operation: query.operation ?? null,
  result: query.result ?? null,
  status: query.status ?? null,
  ip: query.ip ? toPattern(query.ip).slice(1) : null,
  slowerMs: query.slower_ms ?? null,
  trace: query.trace ?? null,
  from: query.from ?? null,
  to: query.to ?? null,
})

const headings = [
  { zh: '时间', en: 'Time', pt: 'Hora' },
  { zh: '追踪编号', en: 'Trace id', pt: 'Id de rastreamento' },
  { zh: '应用', en: 'Application', pt: 'Aplicativo' },
  { zh: '集成方案', en: 'Strategy', pt: 'Estratégia' },
  { zh: 'API 资产', en: 'API asset', pt: 'Ativo de API' },
  { zh: '接口版本', en: 'Version of the API', pt: 'Versão da API' },
  { zh: '网关接口', en: 'Operation called', pt: 'Operação chamada' },
  { zh: '方法', en: 'Method', pt: 'Método' },
  { zh: 'IP 地址', en: 'IP address', pt: 'Endereço IP' },
  { zh: 'HTTP 状态', en: 'HTTP status', pt: 'Status HTTP' },
  { zh: '业务码', en: 'Answer code', pt: 'Código da resposta' },
  { zh: '行数', en: 'Rows', pt: 'Linhas' },
  { zh: '耗时（毫秒）', en: 'Took (ms)', pt: 'Duração (ms)' },
  { zh: '次数', en: 'Times', pt: 'Vezes' },
  { zh: '原因', en: 'Reason', pt: 'Motivo' },
  { zh: '试运行', en: 'Dry run', pt: 'Ensaio' },
]

const toCells = (row: CallRow) => [
  row.created_at,
  row.id,
  row.application_name,
  row.strategy_name,
  row.asset_name,
  row.api_version,
  row.operation,
  row.method,
  row.ip,
  row.status,
  row.code,
  row.rows,
  row.duration_ms,
  row.times,
  row.failure,
  row.is_dry_run ? 1 : 0,
]

function exportCalls(filter: CallFilter, ctx: RouteContext): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    const read = (after: CallRow | null, limit: number) => ctx.tenant(tx => listCallsAfter(tx, filter, after, limit))
    for await (const row of readOnward(read)) yield writeCsvLine(toCells(row))
  }
  return new FileAnswer('gateway-log.csv', 'text/csv; charset=utf-8', write())
}
