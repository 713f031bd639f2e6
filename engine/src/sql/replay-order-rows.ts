import { type ReplayKind, type RetireKind, type Retirement, retireKinds, toRetirement } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { REPLAY_CHANNEL } from './channels.ts'

/** What people want done with records before they are written again. */
export interface ReplayOrders {
  /** Changes by record id, oldest first, each a list in JSON text; only those made for the content the record has. */
  readonly corrections: ReadonlyMap<string, readonly string[]>
  /** What was sent last, of records that are to be sent as they were. */
  readonly resend: ReadonlyMap<string, string>
}

interface Owner {
  readonly tenantId: string
  readonly strategyId: string
}

// Of one record; nobody corrects one content so often.
const MAX_CORRECTIONS = 100

/** One look for a whole chunk of records; nearly always there is nothing. */
export async function readReplayOrders(
  tx: Tx,
  { tenantId }: Owner,
  records: readonly { readonly id: string; readonly hash: Buffer }[],
): Promise<ReplayOrders> {
  const ids = records.map(record => record.id)
  const hashes = records.map(record => record.hash)
  const changes = await tx.query<{ record_id: string; changes: string }>(
    `select r.id as record_id, c.changes from unnest($2::bigint[], $3::bytea[]) r(id, hash)
      cross join lateral (select id, changes from record_correction
         where tenant_id = $1 and record_id = r.id and hash = r.hash order by id limit ${MAX_CORRECTIONS}) c
      order by c.id`,
    [tenantId, ids, hashes],
  )
  const sent = await tx.query<{ record_id: string; request: string }>(
    `select r.id as record_id, a.request from unnest($2::bigint[]) r(id)
      cross join lateral (select job_id from replay_item
          where tenant_id = $1 and record_id = r.id and state = 'sent' order by updated_at desc limit 1) i
       join replay_job j on j.tenant_id = $1 and j.id = i.job_id and j.kind = 'resend'
      cross join lateral (select request from record_attempt
          where tenant_id = $1 and record_id = r.id and request is not null order by id desc limit 1) a`,
    [tenantId, ids],
  )
  const corrections = new Map<string, string[]>()
  for (const row of changes) corrections.set(row.record_id, [...(corrections.get(row.record_id) ?? []), row.changes])
  return { corrections, resend: new Map(sent.map(row => [row.record_id, row.request])) }
}

/** What people decided last about documents that no row gives any more, since that was found: by record id. */
export async function readRetireOrders(
  tx: Tx,
  { tenantId }: Owner,
  records: readonly { readonly id: string; readonly page_at: string }[],
): Promise<ReadonlyMap<string, Retirement>> {
  const rows = await tx.query<{ record_id: string; decision: RetireKind }>(
    `select r.id as record_id, d.decision from unnest($2::bigint[], $3::timestamptz[]) r(id, at)
      cross join lateral (select decision from record_decision where tenant_id = $1 and record_id = r.id
        and created_at >= r.at and decision = any($4::text[]) order by id desc limit 1) d`,
    [tenantId, records.map(({ id }) => id), records.map(({ page_at }) => page_at), retireKinds],
  )
  return new Map(rows.map(({ record_id, decision }) => [record_id, toRetirement(decision)]))
}

export interface NewReplay extends Owner {
  readonly id: string
  readonly groupId: string | null
  readonly kind: ReplayKind
  readonly changes: string | null
  readonly userId?: string | undefined
}

/** A replay that whoever takes its steps next takes up. */
export async function addReplayJob(tx: Tx, job: NewReplay, selection: object): Promise<void> {
  const { tenantId, id, strategyId, groupId, kind, changes, userId = null } = job
  await tx.execute(
    `insert into replay_job (tenant_id, id, strategy_id, group_id, kind, changes, selection, requested_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, id, strategyId, groupId, kind, changes, JSON.stringify(selection), userId],
  )
  await tx.query('select pg_notify($1, $2)', [REPLAY_CHANNEL, ''])
}

export interface NewCorrection {
  readonly tenantId: string
  readonly strategyId: string
  readonly recordIds: readonly string[]
  /** JSON text of a list of changes. */
  readonly changes: string
  readonly jobId: string
  readonly userId: string | null
}

/** For the content these records have now. */
export const addCorrections = (tx: Tx, correction: NewCorrection): Promise<number> =>
  tx.execute(
    `insert into record_correction (tenant_id, strategy_id, record_id, hash, changes, job_id, created_by)
     select tenant_id, strategy_id, id, hash, $4, $5, $6 from record_state
      where tenant_id = $1 and strategy_id = $2 and id = any($3::bigint[]) order by id`,
    [
      correction.tenantId,
      correction.strategyId,
      correction.recordIds,
      correction.changes,
      correction.jobId,
      correction.userId,
    ],
  )
