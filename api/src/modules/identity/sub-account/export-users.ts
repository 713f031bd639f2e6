import { sayWords } from '../../../http/messages.ts'
import { readChosen } from '../../../http/read-chosen.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { findUsers, listUserIds, type SubAccountRow, type UserFilter } from './store.ts'

const headings = [
  { zh: '用户名', en: 'User name' },
  { zh: '昵称', en: 'Nickname' },
  { zh: '手机', en: 'Phone' },
  { zh: '邮箱', en: 'E-mail' },
  { zh: '角色', en: 'Role' },
  { zh: '状态', en: 'State' },
  { zh: '最近登录', en: 'Last sign-in' },
  { zh: '创建时间', en: 'Created at' },
  { zh: '备注', en: 'Remark' },
]

const states = {
  active: { zh: '启用', en: 'Active' },
  disabled: { zh: '停用', en: 'Disabled' },
  locked: { zh: '锁定', en: 'Locked' },
} as const

/** What the list shows, as a file; never anything of a password. */
export function exportUsers(filter: UserFilter, ctx: RouteContext): FileAnswer {
  const toCells = (user: SubAccountRow) => [
    user.username,
    user.nickname,
    user.phone,
    user.email,
    user.role_name,
    sayWords(states[user.status], ctx.language),
    user.last_login_at,
    user.created_at,
    user.remark,
  ]
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    const ids = await ctx.tenant(tx => listUserIds(tx, filter))
    for await (const user of readChosen(ids, some => ctx.tenant(tx => findUsers(tx, some, filter.now))))
      yield writeCsvLine(toCells(user))
  }
  return new FileAnswer('sub-accounts.csv', 'text/csv; charset=utf-8', write())
}
