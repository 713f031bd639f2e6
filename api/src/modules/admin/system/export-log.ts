import { sayWords } from '../../../http/messages.ts'
import { readOnward } from '../../../http/read-chosen.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { type LogFilter, type LogRow, listChain, listLog, readHead } from './log-store.ts'
import { FORMAT } from './verify-log-file.ts'

const PAGE = 1000

const headings = [
  { zh: '时间', en: 'Time' },
  { zh: '用户', en: 'User' },
  { zh: '角色', en: 'Role' },
  { zh: '动作', en: 'Action' },
  { zh: '动作代码', en: 'Action code' },
  { zh: '对象类型', en: 'Object type' },
  { zh: '对象', en: 'Object' },
  { zh: '对象编号', en: 'Object id' },
  { zh: '结果', en: 'Result' },
  { zh: '原因', en: 'Reason' },
  { zh: 'IP 地址', en: 'IP address' },
  { zh: '客户端', en: 'Client' },
  { zh: '改动前', en: 'Before' },
  { zh: '改动后', en: 'After' },
  { zh: '序号', en: 'Number' },
  { zh: '哈希', en: 'Hash' },
]

type Described = LogRow & { readonly action_name: string; readonly object_type_name: string }

const toText = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))

const toCells = (row: Described) => [
  row.created_at,
  row.username,
  row.role,
  row.action_name,
  row.action,
  row.object_type_name,
  row.object_name,
  row.object_id,
  row.result,
  row.code,
  row.ip,
  row.user_agent,
  toText(row.before),
  toText(row.after),
  row.seq,
  row.hash,
]

/** To read: what the list shows, newest first. */
export function exportRows(
  filter: LogFilter,
  named: readonly string[],
  describe: (row: LogRow) => Described,
  ctx: RouteContext,
): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    const rows = readOnward<LogRow>((after, limit) => ctx.tenant(tx => listLog(tx, filter, named, after, limit)))
    for await (const row of rows) yield writeCsvLine(toCells(describe(row)))
  }
  return new FileAnswer('operation-log.csv', 'text/csv; charset=utf-8', write())
}

/** To verify without the product: every link with the row's text as it was hashed, oldest first. */
export function exportChain(ctx: RouteContext): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield `${JSON.stringify({ format: FORMAT, tenant_id: ctx.principal.tenantId })}\n`
    const head = await ctx.tenant(readHead)
    let after = '0'
    while (head && BigInt(after) < BigInt(head.seq)) {
      const from = after
      const rows = (await ctx.tenant(tx => listChain(tx, from, PAGE))).filter(
        row => BigInt(row.seq) <= BigInt(head.seq),
      )
      if (rows.length === 0) break
      yield rows
        .map(
          ({ seq, log_id, entry_hash, hash, deleted_by, entry }) =>
            `${JSON.stringify({ seq, log_id, entry_hash, hash, deleted_by, entry })}\n`,
        )
        .join('')
      after = rows.at(-1)!.seq // there is one
    }
    yield `${JSON.stringify({ end: { seq: head?.seq ?? '0', hash: head?.hash ?? '' } })}\n`
  }
  return new FileAnswer('operation-log.jsonl', 'application/x-ndjson; charset=utf-8', write())
}
