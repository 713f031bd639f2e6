import type { Tx } from '@sluice/db'
import type { Holder } from './run-rows.ts'

/** A record on its way to a row of the target. */
export interface Claim {
  readonly recordKey: string
  /** Hex. */
  readonly hash: string
  readonly isDelete: boolean
}

type Of = Pick<Holder, 'tenantId' | 'strategyId' | 'runId'>

const CLAIMS = 'json_to_recordset($3::json) as w(k text, h text)'

/**
 * Gives each record its row of the target, unless another has it; what a record had before becomes free first, so that two may
 * exchange theirs. @returns by place of the claim the record that has the row
 */
export async function claimTargetKeys(
  tx: Tx,
  { tenantId, strategyId, runId }: Of,
  claims: readonly Claim[],
): Promise<ReadonlyMap<number, string>> {
  const last = new Map(claims.map(claim => [claim.recordKey, claim]))
  const kept = [...last.values()]
  const json = (rows: readonly Claim[]): string =>
    JSON.stringify(rows.map(({ recordKey, hash, isDelete }) => ({ k: recordKey, h: isDelete ? '' : hash })))
  await tx.execute(
    `delete from target_key t using ${CLAIMS}
      where t.tenant_id = $1 and t.strategy_id = $2 and t.record_key = w.k and t.hash <> decode(w.h, 'hex')`,
    [tenantId, strategyId, json(kept)],
    { name: 'target_key_free' },
  )
  await tx.execute(
    `insert into target_key (tenant_id, strategy_id, hash, record_key, run_id)
     select $1, $2, decode(h, 'hex'), k, $4 from ${CLAIMS} on conflict do nothing`,
    [tenantId, strategyId, json(kept.filter(({ isDelete }) => !isDelete)), runId],
    { name: 'target_key_give' },
  )
  const rows = await tx.query<{ place: number; record_key: string }>(
    `select w.o::int - 1 as place, t.record_key
       from rows from (${CLAIMS.replace(' as w(k text, h text)', ' as (k text, h text)')}) with ordinality as w(k, h, o)
       join target_key t on t.tenant_id = $1 and t.strategy_id = $2 and t.hash = decode(w.h, 'hex') and t.record_key <> w.k`,
    [tenantId, strategyId, JSON.stringify(claims.map(({ recordKey, hash }) => ({ k: recordKey, h: hash })))],
    { name: 'target_key_others' },
  )
  return new Map(rows.map(({ place, record_key }) => [place, record_key]))
}

/** A new set begins: rows of the one before are no longer there. */
export async function dropTargetKeys(tx: Tx, { tenantId, strategyId, runId }: Of): Promise<void> {
  await tx.execute('delete from target_key where tenant_id = $1 and strategy_id = $2 and run_id <> $3', [
    tenantId,
    strategyId,
    runId,
  ])
}
