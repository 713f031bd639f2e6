import { Failure, type FailureDetail, newId, type ParamValues, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Trouble } from '../account/tell-trouble.ts'
import { TROUBLE } from './account-rows.ts'

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

/** The version that runs, with its number. @throws Failure `strategy.version` */
export async function readPublished(
  tx: Tx,
  tenantId: string,
  strategyId: string,
): Promise<{ readonly version: number; readonly config: StrategyConfig }> {
  const [row] = await tx.query<{ version: number }>('select version from strategy where tenant_id = $1 and id = $2', [
    tenantId,
    strategyId,
  ])
  const version = row?.version ?? 0
  return { version, config: await readConfig(tx, tenantId, strategyId, version) }
}

export interface ConnectorRow {
  readonly id: string
  readonly platform_id: string
  readonly name: string
  readonly env: 'production' | 'test' | 'development'
  readonly status: 'untested' | 'ok' | 'failed'
  readonly params: ParamValues
  readonly version: number
  readonly rate_per_second: number | null
  readonly concurrency: number | null
  /** Its account: milliseconds until a pause, a cut end; null: there is none. */
  readonly paused_ms: number | null
  readonly open_ms: number | null
  readonly trouble: Trouble | null
}

export async function findConnector(tx: Tx, connectorId: string): Promise<ConnectorRow | null> {
  const [row] = await tx.query<ConnectorRow>(
    `select c.id, c.platform_id, c.name, c.env, c.status, c.params, c.version, c.rate_per_second, c.concurrency,
       extract(epoch from a.paused_until - clock_timestamp())::float8 * 1000 as paused_ms,
       extract(epoch from a.open_until - clock_timestamp())::float8 * 1000 as open_ms, ${TROUBLE} as trouble
     from connector c left join connector_account a on a.tenant_id = c.tenant_id and a.connector_id = c.id where c.id = $1`,
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

/** Which run stopped its strategy, and why. */
interface StopOf {
  readonly tenantId: string
  readonly strategyId: string
  readonly runId: string
}

/** Who stands in the operation log where no person did it. */
const AUTOMATIC = 'automatic'

/** No further run begins by itself; a person looks at it first and starts it again. The operation log says so. */
export async function stopStrategy(
  tx: Tx,
  { tenantId, strategyId, runId }: StopOf,
  { code, message }: Pick<FailureDetail, 'code' | 'message'>,
): Promise<void> {
  const of = [tenantId, strategyId]
  const [stopped] = await tx.query<{ name: string }>(
    `update strategy set status = 'stopped', next_run_at = null, remedy_at = null, paused_at = null, updated_at = now()
      where tenant_id = $1 and id = $2 and status = 'running' returning name`,
    of,
  )
  await tx.execute('delete from run_wish where tenant_id = $1 and strategy_id = $2', of)
  if (!stopped) return
  await tx.execute(
    `insert into operation_log (tenant_id, id, username, action, operation, object_type, object_id, object_name, before, after, code)
     values ($1, $2, $3, 'strategy.stop', 'update', 'strategy', $4, $5, $6, $7, $8)`,
    [
      tenantId,
      newId(),
      AUTOMATIC,
      strategyId,
      stopped.name,
      JSON.stringify({ status: 'running' }),
      JSON.stringify({ status: 'stopped', run_id: runId, reason: message }),
      code,
    ],
  )
}

/** As they were stored by `keepRejected`. */
export async function readRejected(tx: Tx, tenantId: string, strategyId: string): Promise<unknown> {
  const [row] = await tx.query<{ rejected: unknown }>(
    'select rejected from strategy_cursor where tenant_id = $1 and strategy_id = $2',
    [tenantId, strategyId],
  )
  return row?.rejected ?? null
}

/** Where refused rows lie that are to be read again; null: nowhere. Only inside the transaction that ends the run. */
export async function keepRejected(
  tx: Tx,
  tenantId: string,
  strategyId: string,
  rejected: object | null,
): Promise<void> {
  await tx.execute(
    `insert into strategy_cursor as c (tenant_id, strategy_id, rejected) values ($1, $2, $3)
     on conflict (tenant_id, strategy_id) do update set rejected = excluded.rejected`,
    [tenantId, strategyId, rejected === null ? null : JSON.stringify(rejected)],
  )
}
