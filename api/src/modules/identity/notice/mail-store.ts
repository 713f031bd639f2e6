import type { NoticeKind } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { ALWAYS, IS_READ, MARKED, type Reader, TODO, TOLD } from './store.ts'

/** Somebody who chose e-mail for something that happened lately, or must hear of it, at an address they have confirmed. */
export interface MailReaderRow {
  readonly tenant_id: string
  readonly tenant_name: string
  readonly time_zone: string
  readonly user_id: string
  readonly email: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
}

export interface MailNoticeRow {
  readonly id: string
  readonly kind: NoticeKind
  readonly object_id: string
  readonly object_name: string
  readonly text: string
  readonly count: number
  readonly last_at: string
  readonly happened_at: string
  readonly tries: number
}

/** Who could not be told for a day is not told by mail any more: the console still tells. */
const FRESH = `interval '24 hours'`
/** What happened later is looked at every time, the rest now and then. Longer than the first pauses of what was not taken. */
const RECENT = `interval '10 minutes'`
/** With the pauses between them these take about seven hours. */
export const MAX_TRIES = 12
/** Longer than a mail takes: who holds a claim that is older has died, and the mail is sent again. */
const CLAIM = `interval '5 minutes'`
/** A message that comes again and again makes a mail this often at most. */
const QUIET = `interval '5 minutes'`
/** In one mail; the rest comes in the next. */
const MAX_BUNDLE = 50

/** What a mail tells of: the beginning of a to-do, which stays the same while it goes on; each time of a message. */
const HAPPENED = `case when n.kind in ${TODO} then n.first_at else n.last_at end`
/** `d` is what is known of the mail of notice `n` to its reader. */
const IS_DUE = `(d.notice_id is null
  or d.next_at <= now() and (d.sent_at is null and d.tries < ${MAX_TRIES} or d.happened_at < ${HAPPENED}))`

/**
 * Of all tenants, in a system transaction. Whether they may see it is asked as themselves, by `claimNotices`. A whole look
 * compares each fresh notice with each of its readers: 3 s for 1,000 notices and 223 readers of one tenant, on two cores
 * with other work; one without is a matter of milliseconds.
 */
export const listMailReaders = (tx: Tx, isWhole: boolean): Promise<MailReaderRow[]> =>
  // never null: only who has an address is asked for
  tx.query<MailReaderRow>(
    `select u.tenant_id, t.name as tenant_name, t.time_zone, u.id as user_id, u.email, u.settings, r.permissions, r.groups
       from app_user u
       join tenant t on t.id = u.tenant_id
       join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
      where u.status = 'active' and t.status = 'active' and u.email <> '' and u.email_confirmed_at is not null
        and (u.tenant_id, u.id) in (
        select p.tenant_id, p.user_id
          from notice n
          join notice_preference p on p.tenant_id = n.tenant_id and p.kind = n.kind and p.email
          left join notice_mail d on d.tenant_id = n.tenant_id and d.notice_id = n.id and d.user_id = p.user_id
         where (n.user_id is null or n.user_id = p.user_id) and n.settled_at is null
           and n.last_at > now() - case when $1 then ${FRESH} else ${RECENT} end and ${IS_DUE}
         union all
        select n.tenant_id, n.user_id
          from notice n
          left join notice_mail d on d.tenant_id = n.tenant_id and d.notice_id = n.id and d.user_id = n.user_id
         where n.kind in ${ALWAYS} and n.user_id is not null and n.settled_at is null
           and n.last_at > now() - case when $1 then ${FRESH} else ${RECENT} end and ${IS_DUE})
      order by u.tenant_id, u.id`,
    [isWhole],
  )

/**
 * What the reader is to get in one mail now, oldest first, taken for this process: nobody else sends it before the claim
 * has run out. Empty until the oldest has waited for `settleMs`, so that what happens together comes together.
 */
export async function claimNotices(tx: Tx, reader: Reader, settleMs: number): Promise<MailNoticeRow[]> {
  // Two processes would share one bundle between them; the second finds it claimed.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('notice_mail/' || $1, 0))`, [reader.userId])
  return tx.query<MailNoticeRow>(
    `with waiting as (
       select n.id, n.kind, n.object_id, n.object_name, n.text, n.count, n.last_at, ${HAPPENED} as happened_at
         ${MARKED}
         left join notice_mail d on d.tenant_id = n.tenant_id and d.notice_id = n.id and d.user_id = $1
        where ${TOLD}
          and not ${IS_READ} and ${HAPPENED} > now() - ${FRESH} and ${IS_DUE}
          and (n.kind in ${ALWAYS} or exists (select from notice_preference p
            where p.tenant_id = app_tenant() and p.user_id = $1 and p.kind = n.kind and p.email))
        order by happened_at, n.id limit ${MAX_BUNDLE}),
     claimed as (
       insert into notice_mail as d (notice_id, user_id, happened_at, next_at)
       select id, $1, happened_at, now() + ${CLAIM} from waiting
        where (select min(happened_at) from waiting) <= now() - make_interval(secs => $3::float8 / 1000)
       on conflict (tenant_id, notice_id, user_id) do update
         set happened_at = excluded.happened_at, next_at = excluded.next_at, sent_at = null,
             tries = case when d.sent_at is not null or d.tries >= ${MAX_TRIES} then 0 else d.tries end
       returning notice_id, tries)
     select w.*, c.tries from waiting w join claimed c on c.notice_id = w.id order by w.happened_at, w.id`,
    [reader.userId, reader.kinds, settleMs],
  )
}

export async function markSent(tx: Tx, userId: string, noticeIds: readonly string[]): Promise<void> {
  await tx.execute(
    `update notice_mail set sent_at = clock_timestamp(), next_at = clock_timestamp() + ${QUIET}
      where tenant_id = app_tenant() and user_id = $1 and notice_id = any($2::uuid[])`,
    [userId, noticeIds],
  )
}

/** Each has its own number of tries, as each may have joined the bundle later. */
export async function markUnsent(
  tx: Tx,
  userId: string,
  tried: readonly { readonly noticeId: string; readonly tries: number; readonly pauseMs: number }[],
): Promise<void> {
  await tx.execute(
    `update notice_mail d set tries = t.tries, next_at = clock_timestamp() + make_interval(secs => t."pauseMs" / 1000)
       from jsonb_to_recordset($2::jsonb) as t("noticeId" uuid, tries int, "pauseMs" float8)
      where d.tenant_id = app_tenant() and d.user_id = $1 and d.notice_id = t."noticeId"`,
    [userId, JSON.stringify(tried)],
  )
}

/** Only a confirmed one: anybody could enter anybody's. */
export async function findMailAddress(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ email: string | null }>(
    `select nullif(email, '') as email from app_user
      where tenant_id = app_tenant() and id = $1 and email_confirmed_at is not null`,
    [userId],
  )
  return row?.email ?? null
}

/** Mails are written in the language the user last chose; who never chose one reads the language of this call. */
export async function keepLanguage(tx: Tx, userId: string, lang: string): Promise<void> {
  await tx.execute(
    `update app_user set settings = settings || jsonb_build_object('lang', $2::text)
      where tenant_id = app_tenant() and id = $1 and not settings ? 'lang'`,
    [userId, lang],
  )
}
