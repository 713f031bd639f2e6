import { sayWords } from '../../../http/messages.ts'
import { FileAnswer, type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { shareReadings, sightOf } from '../digraph/index.ts'
import { analyse, toRow } from './analyse.ts'
import { type Book, has, readBook } from './book.ts'
import type { AnalysisRow, analysis } from './contract.ts'

export interface AnalysisDeps {
  readonly now: () => number
}

/** So many look at once; the figures of weeks do not move faster. */
const AGE_MS = 20_000
const READ_MS = 15_000

export function createAnalysisRoutes({ now }: AnalysisDeps): Handlers<typeof analysis> {
  const shared = shareReadings<Book>(now)
  const at = () => new Date(now()).toISOString()
  const read = (ctx: RouteContext): Promise<Book> => {
    const hasConnectors = isAllowed(ctx.principal, 'connector:query')
    return shared.get(sightOf(ctx.principal, hasConnectors), AGE_MS, () =>
      ctx.tenant(tx => readBook(tx, at(), hasConnectors), { statementTimeoutMs: READ_MS, readOnly: true }),
    )
  }
  return {
    get: async ({ query }, ctx) => ({ ...analyse(await read(ctx), query.span), at: at() }),
    async list({ query }, ctx) {
      const rows = select(await read(ctx), query)
      const { page, pageSize } = query
      return new Page(rows.slice((page - 1) * pageSize, page * pageSize), rows.length)
    },
    async export({ query }, ctx) {
      const rows = select(await read(ctx), query)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'analysis', after: { ...query } }))
      return new FileAnswer(`analysis-${query.span}.csv`, 'text/csv; charset=utf-8', write(rows, ctx))
    },
  }
}

type Query = Parameters<Handlers<typeof analysis>['export']>[0]['query']

function select(book: Book, { span, only, keyword, target, platform, sort }: Query): AnalysisRow[] {
  const word = keyword?.toLowerCase()
  const rows = book.lines[span]
    .filter(
      line =>
        (only === undefined || has(line, only)) &&
        (word === undefined || line.name.toLowerCase().includes(word)) &&
        (target === undefined || line.target_id === target) &&
        (platform === undefined || line.platform_id === platform),
    )
    .map(toRow)
  const isDown = sort.startsWith('-')
  const key = (isDown ? sort.slice(1) : sort) as keyof AnalysisRow // the contract's own sorts
  // Names come in their order: rows that are alike keep it.
  return rows.toSorted((a, b) => compare(a[key], b[key]) * (isDown ? -1 : 1))
}

const compare = (a: string | number | null, b: string | number | null): number =>
  typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a ?? -1) - Number(b ?? -1)

const headings = [
  { zh: '集成方案', en: 'Strategy', pt: 'Estratégia' },
  { zh: '源连接器', en: 'Source', pt: 'Origem' },
  { zh: '目标连接器', en: 'Target', pt: 'Destino' },
  { zh: '读取', en: 'Read', pt: 'Lidos' },
  { zh: '写入', en: 'Written', pt: 'Gravados' },
  { zh: '拒收', en: 'Rejected', pt: 'Recusados' },
  { zh: '出错', en: 'In error', pt: 'Com erro' },
  { zh: '成功率（%）', en: 'Success (%)', pt: 'Sucesso (%)' },
  { zh: '之前写入', en: 'Written before', pt: 'Gravados antes' },
  { zh: '运行', en: 'Runs', pt: 'Execuções' },
  { zh: '失败运行', en: 'Failed runs', pt: 'Execuções com falha' },
  { zh: '平均用时（毫秒）', en: 'Average run (ms)', pt: 'Execução média (ms)' },
]

async function* write(rows: readonly AnalysisRow[], ctx: RouteContext): AsyncGenerator<string> {
  yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
  for (const row of rows)
    yield writeCsvLine([
      ...[row.name, row.source, row.target, row.read, row.written, row.rejected, row.errors, row.success],
      ...[row.before, row.runs, row.failed_runs, row.average_ms],
    ])
}
