import type { Tx } from '@sluice/db'

interface ClaimedKey {
  readonly is_new: boolean
  readonly is_same: boolean
  readonly answer: string
}

/**
 * The first call of a key goes on; one that comes meanwhile waits for it here, and then is told what it was answered.
 */
export async function claimKey(
  tx: Tx,
  place: {
    readonly applicationId: string
    readonly strategyId: string
    readonly key: string
    readonly bodyHash: Buffer
  },
): Promise<ClaimedKey> {
  const values = [place.applicationId, place.strategyId, place.key, place.bodyHash]
  const made = await tx.execute(
    `insert into gateway_idempotency (application_id, strategy_id, key, body_hash) values ($1, $2, $3, $4)
     on conflict (tenant_id, application_id, strategy_id, key) do nothing`,
    values,
  )
  if (made > 0) return { is_new: true, is_same: true, answer: '' }
  const rows = await tx.query<Omit<ClaimedKey, 'is_new'>>(
    `select body_hash = $4 as is_same, answer from gateway_idempotency
      where tenant_id = app_tenant() and application_id = $1 and strategy_id = $2 and key = $3`,
    values,
  )
  return { is_new: false, is_same: rows[0]?.is_same ?? false, answer: rows[0]?.answer ?? '' }
}

export const keepAnswer = (
  tx: Tx,
  applicationId: string,
  strategyId: string,
  key: string,
  answer: string,
): Promise<number> =>
  tx.execute(
    `update gateway_idempotency set answer = $4
      where tenant_id = app_tenant() and application_id = $1 and strategy_id = $2 and key = $3`,
    [applicationId, strategyId, key, answer],
  )

export interface IntakeRow {
  /** Of the receipt, and the name of the delivery. */
  readonly id: string
  readonly body: string
  readonly recordKey: string | null
}

const RETAIN_DAYS = 7

/** Records and their receipts, in their order. */
export async function stageRecords(
  tx: Tx,
  place: { readonly applicationId: string; readonly strategyId: string; readonly inbox: string },
  rows: readonly IntakeRow[],
): Promise<void> {
  const ids = rows.map(row => row.id)
  await tx.execute(
    `insert into inbox (inbox_id, delivery_id, body, retain_days)
     select $1, row.id, row.body, $4 from unnest($2::text[], $3::text[]) with ordinality as row (id, body, at) order by row.at`,
    [place.inbox, ids, rows.map(row => row.body), RETAIN_DAYS],
  )
  await tx.execute(
    `insert into gateway_receipt (id, application_id, strategy_id, inbox_id, record_key)
     select row.id, $1, $2, $3, row.key from unnest($4::uuid[], $5::text[]) as row (id, key)`,
    [place.applicationId, place.strategyId, place.inbox, ids, rows.map(row => row.recordKey)],
  )
}

/** Those of the keys that the application sent before, as long as receipts are kept. */
export async function listOwnKeys(
  tx: Tx,
  { applicationId, strategyId }: { readonly applicationId: string; readonly strategyId: string },
  keys: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ record_key: string }>(
    // never null: it is one of those asked for
    `select distinct record_key from gateway_receipt
      where tenant_id = app_tenant() and application_id = $1 and strategy_id = $2 and record_key = any($3::text[])`,
    [applicationId, strategyId, keys],
  )
  return rows.map(row => row.record_key)
}

interface ReceiptRow {
  readonly record_key: string | null
  readonly created_at: string
  /** No run has taken it yet. */
  readonly is_waiting: boolean
}

/** An application's own, of this strategy. */
export async function findReceipt(
  tx: Tx,
  {
    applicationId,
    strategyId,
    id,
  }: { readonly applicationId: string; readonly strategyId: string; readonly id: string },
): Promise<ReceiptRow | undefined> {
  const rows = await tx.query<ReceiptRow>(
    `select r.record_key, r.created_at,
            exists (select from inbox i where i.tenant_id = r.tenant_id and i.inbox_id = r.inbox_id
                       and i.delivery_id = r.id::text and i.taken_at is null) as is_waiting
       from gateway_receipt r
      where r.tenant_id = app_tenant() and r.id = $1 and r.application_id = $2 and r.strategy_id = $3`,
    [id, applicationId, strategyId],
  )
  return rows[0]
}
