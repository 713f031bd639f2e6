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

const toJson = (claims: readonly Claim[]): string =>
  JSON.stringify(claims.map(({ recordKey, hash }) => ({ k: recordKey, h: hash })))

/**
 * Gives each record its row of the target, unless another has it; what a record had before becomes free first, so that two may
 * exchange theirs. Records that cannot have a row yet (`areNew`) are not asked for it.
 * @returns by place of the claim the record that has the row
 */
export async function claimTargetKeys(
  tx: Tx,
  of: Of,
  claims: readonly Claim[],
  areNew: boolean,
): Promise<ReadonlyMap<number, string>> {
  const last = new Map(claims.map(({ recordKey }, place) => [recordKey, place]))
  const owners = areNew ? null : await findOwners(tx, of, claims)
  const moving = claims.filter(
    ({ recordKey, isDelete }, place) => last.get(recordKey) === place && (isDelete || owners?.get(place) !== recordKey),
  )
  if (owners && moving.length > 0) await freeRows(tx, of, moving)
  const wanted = moving.filter(({ isDelete }) => !isDelete)
  const given = wanted.length === 0 ? 0 : await giveRows(tx, of, wanted)
  const others = othersOf(claims, owners)
  // Certain already where nothing moved, or where each got what it asked for once and nobody had met another.
  const isCertain = moving.length === 0 || (given === moving.length && last.size === claims.length && others.size === 0)
  return isCertain ? others : othersOf(claims, await findOwners(tx, of, claims))
}

type Owners = ReadonlyMap<number, string>

const othersOf = (claims: readonly Claim[], owners: Owners | null): Owners =>
  new Map([...(owners ?? [])].filter(([place, owner]) => claims[place]?.recordKey !== owner))

/** By place of the claim; absent where the row is nobody's. */
async function findOwners(tx: Tx, { tenantId, strategyId }: Of, claims: readonly Claim[]): Promise<Owners> {
  const rows = await tx.query<{ place: number; record_key: string }>(
    `select w.o::int - 1 as place, t.record_key
       from rows from (${CLAIMS.replace(' as w(k text, h text)', ' as (k text, h text)')}) with ordinality as w(k, h, o)
       join target_key t on t.tenant_id = $1 and t.strategy_id = $2 and t.hash = decode(w.h, 'hex')`,
    [tenantId, strategyId, toJson(claims)],
    { name: 'target_key_owners' },
  )
  return new Map(rows.map(({ place, record_key }) => [place, record_key]))
}

const freeRows = (tx: Tx, { tenantId, strategyId }: Of, claims: readonly Claim[]): Promise<number> =>
  tx.execute(
    `delete from target_key t using ${CLAIMS}
      where t.tenant_id = $1 and t.strategy_id = $2 and t.record_key = w.k`,
    [tenantId, strategyId, toJson(claims)],
    { name: 'target_key_free' },
  )

/** @returns how many of them were nobody's */
const giveRows = (tx: Tx, { tenantId, strategyId, runId }: Of, claims: readonly Claim[]): Promise<number> =>
  tx.execute(
    `insert into target_key (tenant_id, strategy_id, hash, record_key, run_id)
     select $1, $2, decode(h, 'hex'), k, $4 from ${CLAIMS} on conflict do nothing`,
    [tenantId, strategyId, toJson(claims), runId],
    { name: 'target_key_give' },
  )

/** Whether any record of the strategy has a row. */
export async function hasTargetKeys(tx: Tx, { tenantId, strategyId }: Of): Promise<boolean> {
  const rows = await tx.query('select from target_key where tenant_id = $1 and strategy_id = $2 limit 1', [
    tenantId,
    strategyId,
  ])
  return rows.length > 0
}

/** A new set begins: rows of the one before are no longer there. */
export async function dropTargetKeys(tx: Tx, { tenantId, strategyId, runId }: Of): Promise<void> {
  await tx.execute('delete from target_key where tenant_id = $1 and strategy_id = $2 and run_id <> $3', [
    tenantId,
    strategyId,
    runId,
  ])
}
