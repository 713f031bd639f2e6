import { alwaysTold, newId, noticeKindNames, noticeKinds } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { writeMessage } from '../../../http/messages.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type Principal, type RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { Notice, NoticePreference, notice } from './contract.ts'
import type { MailSender } from './mail-sender.ts'
import { findMailAddress, keepLanguage } from './mail-store.ts'
import { listKinds } from './mailer.ts'
import {
  countUnread,
  listNotices,
  listPreferences,
  markNotices,
  type NoticeRow,
  type Reader,
  savePreferences,
} from './store.ts'
import { tagOf, writeTestMail } from './write-mail.ts'

export interface NoticeDeps {
  readonly throttle: Throttle
  /** Absent: the installation has no mail service. */
  readonly mail?: MailSender
  readonly now: () => number
}

/** A mail to oneself is no way to fill somebody's mailbox, whose address anybody may enter as theirs. */
const TESTS = { burst: 3, everyMs: 300_000 }

/** What the bell shows; each user has their own marks on the tenant's notices. */
export function createNoticeRoutes(deps: NoticeDeps): Handlers<typeof notice> {
  const mark = (
    ctx: RouteContext,
    name: 'read_at' | 'cleared_at',
    which: { readonly group?: 'message' | 'todo' | undefined; readonly keys?: readonly string[] | undefined },
    note: (tx: Tx, count: number) => Promise<void> = async () => {},
  ) =>
    ctx.tenant(async tx => {
      const count = await markNotices(tx, readerOf(ctx.principal, which.group), name, which.keys ?? null)
      await note(tx, count)
      return countUnread(tx, readerOf(ctx.principal))
    })
  return {
    async list({ query }, ctx) {
      const reader = readerOf(ctx.principal, query.group)
      const filter = {
        kinds: query.kind === undefined ? noticeKindNames : [query.kind],
        isUnread: query.unread === '1',
        keyword: query.keyword ? toPattern(query.keyword) : null,
      }
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => listNotices(tx, reader, filter, limit, offset)),
      )
      return new Page(
        rows.map(row => describe(row, ctx)),
        total,
      )
    },
    unread: (_input, ctx) => ctx.tenant(tx => countUnread(tx, readerOf(ctx.principal))),
    read: ({ body }, ctx) => mark(ctx, 'read_at', body),
    readAll: ({ body }, ctx) => mark(ctx, 'read_at', body),
    clear: ({ body }, ctx) =>
      mark(ctx, 'cleared_at', body, (tx, count) =>
        ctx.audit(tx, { objectType: 'notice', objectName: ctx.principal.username, before: { count } }),
      ),
    preferences: async (_input, ctx) =>
      fillPreferences(await ctx.tenant(tx => listPreferences(tx, ctx.principal.userId))),
    async savePreferences({ body }, ctx) {
      const { userId, username } = ctx.principal
      const saved = await ctx.tenant(async tx => {
        const before = await listPreferences(tx, userId)
        await savePreferences(tx, userId, body.preferences)
        if (body.preferences.some(({ email }) => email)) await keepLanguage(tx, userId, tagOf(ctx.language))
        await ctx.audit(tx, {
          objectType: 'user',
          objectId: userId,
          objectName: username,
          before: { notices: before },
          after: { notices: body.preferences },
        })
        return listPreferences(tx, userId)
      })
      return fillPreferences(saved)
    },
    async mail(_input, ctx) {
      const address = await ctx.tenant(tx => findMailAddress(tx, ctx.principal.userId))
      return { is_on: deps.mail !== undefined, address }
    },
    testMail: (_input, ctx) => sendTestMail(deps, ctx),
  }
}

async function sendTestMail({ mail, throttle, now }: NoticeDeps, ctx: RouteContext): Promise<{ address: string }> {
  const { userId, username } = ctx.principal
  const address = await ctx.tenant(tx => findMailAddress(tx, userId))
  if (!mail) throw refuse('conflict.noMail')
  if (address === null) throw refuse('conflict.noMailAddress', { field: 'email' })
  await throttle.take(`test-mail/${userId}`, TESTS)
  const outcome = await mail.send({ ...writeTestMail(ctx.language), to: address, id: newId(now()) })
  if (outcome.kind !== 'taken') throw refuse('unavailable.mail', { value: outcome.reason })
  await ctx.tenant(tx => ctx.audit(tx, { objectType: 'user', objectId: userId, objectName: username }))
  return { address }
}

function readerOf(principal: Principal, group?: 'message' | 'todo'): Reader {
  const kinds = listKinds(principal).filter(kind => group === undefined || noticeKinds[kind].group === group)
  return { userId: principal.userId, kinds }
}

/** Every kind that can be chosen has a line, whether the user ever chose or not. */
function fillPreferences(rows: readonly { kind: string; in_app: boolean; email: boolean }[]): NoticePreference[] {
  const chosen = new Map(rows.map(row => [row.kind, row]))
  return noticeKindNames
    .filter(kind => !alwaysTold.includes(kind))
    .map(kind => ({ in_app: true, email: false, ...chosen.get(kind), kind }))
}

function describe(row: NoticeRow, ctx: RouteContext): Notice {
  const { group, level, leadsTo } = noticeKinds[row.kind]
  const code = `notice.${row.kind}`
  return {
    key: row.id,
    title: writeMessage(code, ctx.language, { value: row.object_name }, code),
    description: row.text === '' ? '' : ctx.tell(row.text),
    datetime: row.last_at,
    avatar: null,
    extra: row.count > 1 ? `×${row.count}` : '',
    status: row.settled_at !== null ? 'settled' : group === 'todo' ? 'open' : 'told',
    read: row.is_read,
    kind: row.kind,
    group,
    level,
    count: row.count,
    first_at: row.first_at,
    settled_at: row.settled_at,
    path: leadsTo.replace('{id}', row.object_id),
  }
}
