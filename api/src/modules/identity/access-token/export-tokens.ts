import { sayWords } from '../../../http/messages.ts'
import { readChosen } from '../../../http/read-chosen.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { findTokens, listTokenIds, type TenantTokenRow, type TokenFilter } from './store.ts'

const headings = [
  { zh: '令牌所有者', en: 'Token owner' },
  { zh: '昵称', en: 'Nickname' },
  { zh: '名称', en: 'Name' },
  { zh: '开头', en: 'Begins with' },
  { zh: '权限范围', en: 'Scope' },
  { zh: '状态', en: 'State' },
  { zh: '创建时间', en: 'Created at' },
  { zh: '最近使用', en: 'Last used' },
  { zh: '最近使用地址', en: 'Last used from' },
  { zh: '到期时间', en: 'Expires at' },
]

const states = {
  live: { zh: '有效', en: 'Live' },
  expired: { zh: '已到期', en: 'Expired' },
  revoked: { zh: '已吊销', en: 'Revoked' },
} as const

/** What the list shows, as a file. */
export function exportTokens(filter: TokenFilter, ctx: RouteContext): FileAnswer {
  const toCells = (row: TenantTokenRow) => [
    ...[row.username, row.nickname, row.name, row.prefix, row.permissions.join(' ')],
    sayWords(states[row.state], ctx.language),
    ...[row.created_at, row.last_used_at, row.last_ip, row.expires_at],
  ]
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    const ids = await ctx.tenant(tx => listTokenIds(tx, filter))
    for await (const row of readChosen(ids, some => ctx.tenant(tx => findTokens(tx, some, filter.now))))
      yield writeCsvLine(toCells(row))
  }
  return new FileAnswer('access-tokens.csv', 'text/csv; charset=utf-8', write())
}
