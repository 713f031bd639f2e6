import { Failure, type ParamValues, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** @throws Failure `strategy.version` */
export async function readConfig(
  tx: Tx,
  tenantId: string,
  strategyId: string,
  version: number,
): Promise<StrategyConfig> {
  const [row] = await tx.query<{ config: unknown }>(
    'select config from strategy_version where tenant_id = $1 and strategy_id = $2 and version = $3',
    [tenantId, strategyId, version],
  )
  if (!row) throw new Failure({ code: 'strategy.version', message: `Version ${version} of the strategy is missing.` })
  return StrategyConfig.parse(row.config)
}

export interface ConnectorRow {
  readonly id: string
  readonly platform_id: string
  readonly name: string
  readonly env: 'production' | 'test' | 'development'
  readonly status: 'untested' | 'ok' | 'failed'
  readonly params: ParamValues
  readonly version: number
}

export async function findConnector(tx: Tx, connectorId: string): Promise<ConnectorRow | null> {
  const [row] = await tx.query<ConnectorRow>(
    'select id, platform_id, name, env, status, params, version from connector where id = $1',
    [connectorId],
  )
  return row ?? null
}

export async function readWatermark(tx: Tx, tenantId: string, strategyId: string): Promise<string | null> {
  const [row] = await tx.query<{ watermark: string | null }>(
    'select watermark from strategy_cursor where tenant_id = $1 and strategy_id = $2',
    [tenantId, strategyId],
  )
  return row?.watermark ?? null
}

/** Only inside the transaction that ends the run, whose fence has been checked. */
export async function moveWatermark(tx: Tx, tenantId: string, strategyId: string, watermark: string): Promise<void> {
  await tx.execute(
    `insert into strategy_cursor as c (tenant_id, strategy_id, watermark, fence) values ($1, $2, $3, 1)
     on conflict (tenant_id, strategy_id) do update set watermark = excluded.watermark, fence = c.fence + 1, updated_at = now()`,
    [tenantId, strategyId, watermark],
  )
}

export interface DueStrategy {
  readonly tenant_id: string
  readonly id: string
  readonly version: number
  readonly next_run_at: string
}

/** Strategies whose slot has come; locked, so that of several schedulers one gets each. */
export function claimDueStrategies(tx: Tx, now: string, limit: number): Promise<DueStrategy[]> {
  return tx.query<DueStrategy>(
    `select tenant_id, id, version, next_run_at from strategy
     where status = 'running' and next_run_at <= $1::timestamptz order by next_run_at limit $2 for update skip locked`,
    [now, limit],
  )
}

/** Running strategies with nothing live and a retry that is due. One index probe each. */
export function findDueRetries(tx: Tx, now: string, limit: number): Promise<{ tenant_id: string; id: string }[]> {
  return tx.query(
    `select s.tenant_id, s.id from strategy s where s.status = 'running'
       and exists (select 1 from record_state r where r.tenant_id = s.tenant_id and r.strategy_id = s.id
                   and r.retry_at <= $1::timestamptz)
       and not exists (select 1 from run where run.tenant_id = s.tenant_id and run.strategy_id = s.id
                       and run.state in ('queued', 'running', 'stopping'))
     limit $2 for update of s skip locked`,
    [now, limit],
  )
}
