import type { FieldSpec } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { toStorable } from '../stage/storable.ts'
import type { ClaimedRun } from './run-rows.ts'

export interface KnownField extends Pick<FieldSpec, 'name' | 'type' | 'nativeType'> {
  /** Where fields are told by records alone: how many of them showed it; 0: some had it and some had not. */
  readonly rows?: number
}
type Of = Pick<ClaimedRun, 'tenantId' | 'strategyId' | 'version'>

/** The fields that the version was first run with; null: it never was. */
export async function readFields(tx: Tx, of: Of): Promise<readonly KnownField[] | null> {
  const [row] = await tx.query<{ fields: readonly KnownField[] | null }>(
    'select fields from strategy_fields where tenant_id = $1 and strategy_id = $2 and version = $3',
    [of.tenantId, of.strategyId, of.version],
  )
  return row?.fields ?? null
}

export async function keepFields(tx: Tx, of: Of, fields: readonly KnownField[]): Promise<void> {
  const known = JSON.stringify(
    fields.map(({ name, type, nativeType, rows }) => ({ name: toStorable(name), type, nativeType, rows })),
  )
  await tx.execute(
    `insert into strategy_fields (tenant_id, strategy_id, version, fields, shapes) values ($1, $2, $3, $4, '{}')
     on conflict (tenant_id, strategy_id, version) do update set fields = excluded.fields, at = clock_timestamp()`,
    [of.tenantId, of.strategyId, of.version, known],
  )
}

/** As JSON names it; mixed: of several kinds, from before anybody looked. */
export type Shape = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'mixed'
export type KnownShapes = Readonly<Record<string, Shape>>

/** null: the version ran before shapes were kept. */
export async function readShapes(tx: Tx, of: Of): Promise<KnownShapes | null> {
  const [row] = await tx.query<{ shapes: KnownShapes | null }>(
    'select shapes from strategy_fields where tenant_id = $1 and strategy_id = $2 and version = $3',
    [of.tenantId, of.strategyId, of.version],
  )
  return row ? row.shapes : {}
}

export async function keepShapes(tx: Tx, of: Of, shapes: KnownShapes): Promise<void> {
  const known = JSON.stringify(
    Object.fromEntries(Object.entries(shapes).map(([place, shape]) => [toStorable(place), shape])),
  )
  await tx.execute(
    `insert into strategy_fields (tenant_id, strategy_id, version, shapes) values ($1, $2, $3, $4)
     on conflict (tenant_id, strategy_id, version) do update set shapes = excluded.shapes`,
    [of.tenantId, of.strategyId, of.version, known],
  )
}
