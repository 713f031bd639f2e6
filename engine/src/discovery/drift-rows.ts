import { type FieldSpec, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { raiseNotice, settleNotices } from '../sql/notice-rows.ts'
import { toStorable } from '../stage/storable.ts'
import type { DiscoveryWork } from './discovery-rows.ts'
import { addChange, type Drift, describeDrift, type FieldChange, findDrift, noDifference } from './drift.ts'

type JobPlace = Pick<DiscoveryWork, 'tenant_id' | 'connector_id' | 'env'>

interface Use {
  readonly strategy_id: string
  readonly owner_id: string | null
  readonly version: number
  readonly side: 'source' | 'target'
  readonly object_id: string
  readonly config: unknown
  /** What was known of this version already. */
  readonly drift: Drift | null
}

/** Strategies whose version that runs lives by one of the objects, in the environment that is active. */
const listUses = (tx: Tx, { tenant_id, connector_id, env }: JobPlace, objects: readonly string[]): Promise<Use[]> =>
  tx.query<Use>(
    `select s.id as strategy_id, s.owner_id, s.version, o.side, o.object_id, v.config, d.detail as drift
       from connector c
       join strategy s on s.tenant_id = c.tenant_id and c.id in (s.source_connector_id, s.target_connector_id)
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
      cross join lateral (values ('source', s.source_connector_id, v.config -> 'source' ->> 'resource'),
         ('target', s.target_connector_id, v.config -> 'target' ->> 'resource')) as o (side, connector_id, object_id)
       left join strategy_drift d on d.tenant_id = s.tenant_id and d.strategy_id = s.id and d.side = o.side
        and d.version = s.version and d.connector_id = c.id and d.object_id = o.object_id
      where c.tenant_id = $1 and c.id = $2 and c.env = $3 and o.connector_id = c.id and o.object_id = any($4::text[])
      order by s.id, o.side`,
    [tenant_id, connector_id, env, objects],
  )

/**
 * Objects went, came back, or have other fields: strategies that live by them say so from now on, and their owners are
 * told, once for each change that breaks something. A change that was taken back is said no more.
 */
export async function noteDrift(
  tx: Tx,
  place: JobPlace,
  objects: readonly string[],
  change: { readonly gone: boolean } | (FieldChange & { readonly fields: readonly FieldSpec[] }),
): Promise<void> {
  if (objects.length === 0) return
  for (const use of await listUses(tx, place, objects)) {
    const before = use.drift ?? noDifference
    const isGone = 'gone' in change
    const after = isGone ? { ...before, gone: change.gone } : addChange(before, change)
    const drift = findDrift(after, use.side, StrategyConfig.parse(use.config), isGone ? [] : change.fields)
    if (drift.breaks.length === 0) await forget(tx, place, use)
    else await keep(tx, place, use, drift)
  }
}

async function keep(tx: Tx, { tenant_id: tenantId, connector_id }: JobPlace, use: Use, drift: Drift): Promise<void> {
  const { strategy_id: objectId, owner_id, side, object_id, version } = use
  await tx.execute(
    `insert into strategy_drift (tenant_id, strategy_id, side, version, connector_id, object_id, detail)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, strategy_id, side) do update set version = excluded.version, at = excluded.at,
       connector_id = excluded.connector_id, object_id = excluded.object_id, detail = excluded.detail`,
    [tenantId, objectId, side, version, connector_id, object_id, JSON.stringify(drift)],
  )
  if (!isWorse(drift, use.drift)) return
  const text = toStorable(describeDrift(side, object_id, drift))
  const owner = owner_id === null ? {} : { userId: owner_id }
  await raiseNotice(tx, { tenantId, kind: 'catalogue.changed', objectId, cause: side, text, ...owner })
}

/** Something broke that had not been told. */
const isWorse = (drift: Drift, before: Drift | null): boolean => {
  const listOf = ({ gone, removed, changed }: Drift): string[] => [
    ...(gone ? ['gone'] : []),
    ...removed.map(name => `- ${name}`),
    ...changed.map(({ name, to }) => `${name} ${to}`),
  ]
  const known = new Set(before ? listOf(before) : [])
  return listOf(drift).some(each => !known.has(each))
}

async function forget(tx: Tx, { tenant_id }: JobPlace, { strategy_id, side, drift }: Use): Promise<void> {
  if (drift === null) return
  await tx.execute('delete from strategy_drift where tenant_id = $1 and strategy_id = $2 and side = $3', [
    tenant_id,
    strategy_id,
    side,
  ])
  if ((await readDrifts(tx, strategy_id)).length === 0)
    await settleNotices(tx, tenant_id, strategy_id, ['catalogue.changed'])
}

export interface KnownDrift {
  readonly side: 'source' | 'target'
  readonly object_id: string
  readonly detail: Drift
}

/** What became different under the version of a strategy that runs. */
export const readDrifts = (tx: Tx, strategyId: string): Promise<KnownDrift[]> =>
  tx.query<KnownDrift>(
    `select d.side, d.object_id, d.detail from strategy s
       join strategy_drift d on d.tenant_id = s.tenant_id and d.strategy_id = s.id and d.version = s.version
      where s.tenant_id = app_tenant() and s.id = $1 order by d.side`,
    [strategyId],
  )
