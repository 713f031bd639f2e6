import { sayWords } from '../../../http/messages.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { type DashboardFilter, listDashboards } from './store.ts'

const headings = [
  { zh: '名称', en: 'Name', pt: 'Nome' },
  { zh: '模板', en: 'Template', pt: 'Modelo' },
  { zh: '宽', en: 'Width', pt: 'Largura' },
  { zh: '高', en: 'Height', pt: 'Altura' },
  { zh: '组件数', en: 'Components', pt: 'Componentes' },
  { zh: '刷新间隔（秒）', en: 'Refresh (s)', pt: 'Atualização (s)' },
  { zh: '版本', en: 'Version', pt: 'Versão' },
  { zh: '修改人', en: 'Saved by', pt: 'Salvo por' },
  { zh: '修改时间', en: 'Saved at', pt: 'Salvo em' },
]

/** There are few: all of them in one statement. */
export function exportDashboards(filter: DashboardFilter, ctx: RouteContext): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    for (const row of await ctx.tenant(tx => listDashboards(tx, filter, null, 0)))
      yield writeCsvLine([
        row.name,
        row.template,
        row.width,
        row.height,
        row.component_count,
        row.refresh_seconds,
        row.version,
        row.updated_by,
        row.updated_at,
      ])
  }
  return new FileAnswer('dashboards.csv', 'text/csv; charset=utf-8', write())
}
