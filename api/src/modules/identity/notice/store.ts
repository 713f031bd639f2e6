import { alwaysTold, type NoticeKind, noticeKindNames, noticeKinds } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** Who looks: the kinds of their role; kinds they do not want are left out by the statements. */
export interface Reader {
  readonly userId: string
  readonly kinds: readonly NoticeKind[]
}

export interface NoticeFilter {
  readonly kinds: readonly NoticeKind[]
  readonly isUnread: boolean
  /** Pattern for `like`. */
  readonly keyword: string | null
}

export interface NoticeRow {
  readonly id: string
  readonly kind: NoticeKind
  readonly object_id: string
  readonly object_name: string
  readonly text: string
  readonly count: number
  readonly first_at: string
  readonly last_at: string
  readonly settled_at: string | null
  readonly is_read: boolean
  readonly total: string
}

const kindsAbout = (about: 'strategy' | 'connector') =>
  noticeKindNames.filter(kind => noticeKinds[kind].about === about)
const quote = (kinds: readonly string[]): string => `(${kinds.map(kind => `'${kind}'`).join(', ')})` // names of our own

/** Kinds that nobody switches off. */
export const ALWAYS = quote(alwaysTold)

// A to-do that was seen stays seen while it goes on; a message that comes again is news.
export const TODO = quote(noticeKindNames.filter(kind => noticeKinds[kind].group === 'todo'))
export const IS_READ = `(n.settled_at is not null or coalesce(m.read_at >= case when n.kind in ${TODO} then n.first_at else n.last_at end, false))`

/**
 * $1 user, $2 kinds. What is about a strategy or connector is told to who may see that, and goes with it: the row-level
 * policies of those tables decide.
 */
export const TOLD = `n.tenant_id = app_tenant() and (n.user_id is null or n.user_id = $1) and n.kind = any($2::text[])
   and (m.cleared_at is null or m.cleared_at < n.last_at)
   and case when n.kind in ${quote(kindsAbout('strategy'))}
              then exists (select from strategy s where s.tenant_id = app_tenant() and s.id = n.object_id::uuid)
            when n.kind in ${quote(kindsAbout('connector'))}
              then exists (select from connector c where c.tenant_id = app_tenant() and c.id = n.object_id::uuid)
            else true end`

export const MARKED = `from notice n
  left join notice_mark m on m.tenant_id = n.tenant_id and m.notice_id = n.id and m.user_id = $1`

/** The same, without the kinds that the user does not want in the console. */
const SEEN = `${MARKED}
 where ${TOLD}
   and not exists (select from notice_preference p
     where p.tenant_id = app_tenant() and p.user_id = $1 and p.kind = n.kind and not p.in_app and n.kind not in ${ALWAYS})`

export const listNotices = (
  tx: Tx,
  reader: Reader,
  filter: NoticeFilter,
  limit: number,
  offset: number,
): Promise<NoticeRow[]> =>
  tx.query<NoticeRow>(
    `select n.id, n.kind, n.object_id, n.object_name, n.text, n.count, n.first_at, n.last_at, n.settled_at,
            ${IS_READ} as is_read, count(*) over () as total ${SEEN}
        and n.kind = any($3::text[]) and (not $4::boolean or not ${IS_READ})
        and ($5::text is null or n.object_name ilike $5 or n.text ilike $5)
      order by n.last_at desc, n.id desc limit $6 offset $7`,
    [reader.userId, reader.kinds, filter.kinds, filter.isUnread, filter.keyword, limit, offset],
  )

export async function countUnread(tx: Tx, reader: Reader): Promise<{ message: number; todo: number }> {
  const [row] = await tx.query<{ message: number; todo: number }>(
    `select count(*) filter (where n.kind not in ${TODO})::int as message,
            count(*) filter (where n.kind in ${TODO})::int as todo ${SEEN} and not ${IS_READ}`,
    [reader.userId, reader.kinds],
    { name: 'notice_unread' },
  )
  return row! // an aggregate has its one row
}

/** `keys` null: all of the kinds. Only what the reader can see is marked. */
export function markNotices(
  tx: Tx,
  reader: Reader,
  mark: 'read_at' | 'cleared_at',
  keys: readonly string[] | null,
): Promise<number> {
  return tx.execute(
    `insert into notice_mark (notice_id, user_id, ${mark})
     select n.id, $1, clock_timestamp() ${SEEN} and ($3::uuid[] is null or n.id = any($3::uuid[]))
     on conflict (tenant_id, notice_id, user_id) do update set ${mark} = excluded.${mark}`,
    [reader.userId, reader.kinds, keys],
  )
}

export interface PreferenceRow {
  readonly kind: string
  readonly in_app: boolean
  readonly email: boolean
}

export const listPreferences = (tx: Tx, userId: string): Promise<PreferenceRow[]> =>
  tx.query<PreferenceRow>(
    'select kind, in_app, email from notice_preference where tenant_id = app_tenant() and user_id = $1',
    [userId],
  )

export async function savePreferences(tx: Tx, userId: string, rows: readonly PreferenceRow[]): Promise<void> {
  await tx.execute(
    `insert into notice_preference (user_id, kind, in_app, email)
     select $1, p.kind, p.in_app, p.email
       from jsonb_to_recordset($2::jsonb) as p(kind text, in_app boolean, email boolean)
     on conflict (tenant_id, user_id, kind) do update set in_app = excluded.in_app, email = excluded.email`,
    [userId, JSON.stringify(rows)],
  )
}
