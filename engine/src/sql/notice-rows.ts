import { type FailureDetail, type NoticeKind, newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface NewNotice {
  readonly tenantId: string
  readonly kind: NoticeKind
  /** The strategy, connector or other thing it is about; with `cause` it says what is the same notice again. */
  readonly objectId?: string
  /** Default: the name of the strategy or connector with this id. */
  readonly objectName?: string
  readonly cause?: string
  /** One English sentence for everybody; translated when it is read. */
  readonly text: string
  readonly params?: Readonly<Record<string, string | number | null>>
  /** Default: everybody who may see the kind. */
  readonly userId?: string
  /** Happening again is no news as long as it has not been settled. Default false: it counts, and is unread again. */
  readonly isOnce?: boolean
  /** Only what is told changes, where it is told already: neither counted nor unread again. Default false. */
  readonly isSame?: boolean
}

/**
 * Tells the people of a tenant. The same kind, object and cause again is the same notice with a higher count; after it
 * was settled it begins anew.
 */
export async function raiseNotice(tx: Tx, notice: NewNotice): Promise<void> {
  await tx.execute(
    `insert into notice as n (tenant_id, id, kind, user_id, object_id, object_name, cause, text, params)
     values ($1, $2, $3, $4, $5, coalesce($6, ${NAME}, ''), $7, $8, $9)
     on conflict (tenant_id, kind, object_id, cause, user_id) do update set settled_at = null,
       count = case when n.settled_at is not null then 1 when $11::boolean then n.count else n.count + 1 end,
       first_at = case when n.settled_at is null then n.first_at else clock_timestamp() end,
       last_at = case when n.settled_at is null and $11::boolean then n.last_at else clock_timestamp() end, object_name = excluded.object_name, text = excluded.text, params = excluded.params
       where not $10::boolean or n.settled_at is not null`,
    [
      notice.tenantId,
      newId(),
      notice.kind,
      notice.userId ?? null,
      notice.objectId ?? '',
      notice.objectName ?? null,
      notice.cause ?? '',
      notice.text,
      JSON.stringify(notice.params ?? {}),
      notice.isOnce ?? false,
      notice.isSame ?? false,
    ],
  )
}

const ID = `case when $5::text ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then $5::text::uuid end`
const NAME = `(select s.name from strategy s where s.tenant_id = $1 and s.id = ${ID}),
  (select c.name from connector c where c.tenant_id = $1 and c.id = ${ID})`

/**
 * What the notices of these kinds were about is over. Cheap where there is none, which is nearly always.
 * @param text what they say from now on; absent: what they said
 */
export async function settleNotices(
  tx: Tx,
  tenantId: string,
  objectId: string,
  kinds: readonly NoticeKind[],
  text?: string,
): Promise<void> {
  await tx.execute(
    `update notice set settled_at = clock_timestamp(), text = coalesce($4, text)
      where tenant_id = $1 and kind = any($3::text[]) and object_id = $2 and settled_at is null`,
    [tenantId, objectId, kinds, text ?? null],
    { name: 'settle_notices' },
  )
}

interface RunVerdict {
  readonly state: string
  readonly failure: FailureDetail | null
  readonly imbalance: string | null
  readonly partial?: { readonly code: string; readonly text: string }
}

/** A run that failed or left records behind is told, with its cause; one that came through settles what was told before. */
export async function noticeRunEnd(
  tx: Tx,
  { tenantId, strategyId, runId }: { readonly tenantId: string; readonly strategyId: string; readonly runId: string },
  { state, failure, imbalance, partial }: RunVerdict,
): Promise<void> {
  const of = { tenantId, objectId: strategyId, params: { run_id: runId } }
  if (imbalance !== null) return raiseNotice(tx, { ...of, kind: 'run.imbalance', text: failure?.message ?? imbalance })
  if (failure !== null)
    return raiseNotice(tx, { ...of, kind: 'run.failed', cause: failure.code, text: failure.message })
  if (state === 'succeeded')
    return settleNotices(tx, tenantId, strategyId, ['run.failed', 'run.imbalance', 'run.partial'])
  if (state !== 'partial') return
  await settleNotices(tx, tenantId, strategyId, ['run.failed', 'run.imbalance'])
  if (partial) await raiseNotice(tx, { ...of, kind: 'run.partial', cause: partial.code, text: partial.text })
}

export const noticeLostHolder = (tx: Tx, tenantId: string, strategyId: string): Promise<void> =>
  raiseNotice(tx, {
    tenantId,
    kind: 'process.lost',
    objectId: strategyId,
    text: 'The process that ran it was not heard any more; another one goes on where it left off.',
  })

export interface SetAside {
  /** The strategy or connector whose job it was; absent: the tenant's own. */
  readonly objectId?: string
  readonly kind?: 'job.setAside' | 'discovery.setAside' | 'tenantExport.setAside'
  /** Who asked for it; null: everybody who may see the kind is told. */
  readonly userId: string | null
  readonly failure: FailureDetail
}

/** A job that ended its process again and again is told whoever asked for it. In a transaction of its tenant. */
export const tellSetAside = (tx: Tx, { objectId, kind = 'job.setAside', userId, failure }: SetAside): Promise<void> =>
  raiseNotice(tx, {
    tenantId: tx.tenantId!, // of a tenant
    kind,
    ...(objectId === undefined ? {} : { objectId }),
    ...(userId === null ? {} : { userId }),
    cause: failure.code,
    text: failure.message,
  })

/** From this share of a quota on people are told. */
const NEAR = 0.8

/** After a run: once when most of the month's records are used, and once when all are. */
export async function noticeRecordQuota(tx: Tx, tenantId: string): Promise<void> {
  // never null: it is compared with the quota
  const [use] = await tx.query<{ month: string; records: string; quota: string; is_full: boolean }>(
    `select u.month, u.records, q.records_per_month as quota, u.records >= q.records_per_month as is_full
       from tenant_quota q join tenant t on t.id = q.tenant_id
       join tenant_usage u on u.tenant_id = q.tenant_id
        and u.month = date_trunc('month', now() at time zone t.time_zone)::date
      where q.tenant_id = $1 and u.records >= q.records_per_month * ${NEAR}`,
    [tenantId],
    { name: 'notice_record_quota' },
  )
  if (!use) return
  await raiseNotice(tx, {
    tenantId,
    kind: 'quota.records',
    cause: `${use.month} ${use.is_full ? 'full' : 'near'}`,
    text: use.is_full
      ? `All ${use.quota} records of this month are used; runs wait for the next month.`
      : `${use.records} of ${use.quota} records of this month are used.`,
    isOnce: true,
  })
}

/** What was told of a month that is over, or of a quota that has room again. */
export async function settleRecordQuotas(tx: Tx): Promise<void> {
  await tx.execute(
    `update notice n set settled_at = clock_timestamp() from tenant t
      where n.kind = 'quota.records' and n.settled_at is null and t.id = n.tenant_id and not exists (
        select from tenant_quota q
          join tenant_usage u on u.tenant_id = q.tenant_id
           and u.month = date_trunc('month', now() at time zone t.time_zone)::date
         where q.tenant_id = n.tenant_id and (
           n.cause = u.month || ' near' and u.records >= q.records_per_month * ${NEAR}
           or n.cause = u.month || ' full' and u.records >= q.records_per_month))`,
  )
}

interface StorageUse {
  readonly tenant_id: string
  readonly stored: string
  readonly quota: string
  readonly is_full: boolean
}

/** Of all tenants, as they were measured last. A tenant that has room again is told the next time it has not. */
export async function noticeStorageQuota(tx: Tx): Promise<void> {
  await tx.execute(
    `update notice n set settled_at = clock_timestamp() from tenant_quota q, tenant_load l
      where n.kind = 'quota.storage' and n.settled_at is null and q.tenant_id = n.tenant_id and l.tenant_id = n.tenant_id
        and (q.storage_bytes is null or l.stored_bytes < q.storage_bytes * ${NEAR}
          or n.cause = 'full' and l.stored_bytes < q.storage_bytes)`,
  )
  const uses = await tx.query<StorageUse>(
    `select l.tenant_id, pg_size_pretty(l.stored_bytes) as stored, pg_size_pretty(q.storage_bytes) as quota,
            l.stored_bytes >= q.storage_bytes as is_full
       from tenant_quota q join tenant_load l on l.tenant_id = q.tenant_id
      where l.measured_at > 'epoch' and l.stored_bytes >= q.storage_bytes * ${NEAR}`,
  )
  for (const { tenant_id: tenantId, stored, quota, is_full: isFull } of uses)
    await raiseNotice(tx, {
      tenantId,
      kind: 'quota.storage',
      cause: isFull ? 'full' : 'near',
      text: isFull
        ? `The storage of ${quota} is full; runs wait until there is room again.`
        : `${stored} of ${quota} of storage are used.`,
      isOnce: true,
    })
}

const KEEP_DAYS = 90
const TOKEN_DAYS = 7

/** Notices that nobody was told of again for a long time go; owners of tokens that end soon are told until they do. */
export async function tidyNotices(tx: Tx): Promise<void> {
  await tx.execute(`delete from notice where last_at < now() - make_interval(days => ${KEEP_DAYS})`)
  await tx.execute(
    `update notice n set settled_at = clock_timestamp()
      where n.kind = 'token.expiring' and n.settled_at is null and not exists (select from access_token a
        where a.tenant_id = n.tenant_id and a.id::text = n.object_id and a.revoked_at is null and a.expires_at > now())`,
  )
  // Another version was saved with the change in sight.
  await tx.execute(
    `update notice n set settled_at = clock_timestamp()
      where n.kind = 'catalogue.changed' and n.settled_at is null and not exists (select from strategy s
        join strategy_drift d on d.tenant_id = s.tenant_id and d.strategy_id = s.id and d.version = s.version
        where s.tenant_id = n.tenant_id and s.id::text = n.object_id)`,
  )
  const ending = await tx.query<{ tenant_id: string; id: string; user_id: string; name: string }>(
    `select tenant_id, id, user_id, name from access_token
      where revoked_at is null and expires_at between now() and now() + make_interval(days => ${TOKEN_DAYS})`,
  )
  for (const { tenant_id: tenantId, id, user_id: userId, name } of ending)
    await raiseNotice(tx, {
      tenantId,
      kind: 'token.expiring',
      userId,
      objectId: id,
      objectName: name,
      text: 'The access token ends within a week; make a new one for its scripts.',
      isOnce: true,
    })
}
