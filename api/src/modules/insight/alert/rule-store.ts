import type { ParamValues } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { GrantEnd } from '@sluice/engine'
import type { AlertRule } from './contract.ts'

export type RuleRow = AlertRule
export type RuleWrite = Omit<RuleRow, 'open' | 'version' | 'updated_at' | 'kind'>

const SELECT = `select r.id, r.name, r.kind, r.threshold, r.window_minutes, r.scope, r.scope_values, r.channel_ids, r.repeat_minutes,
       r.escalate_after, r.escalate_channel_ids, r.tells_recovery, r.is_urgent, r.is_enabled, r.version, r.updated_at,
       (select count(*)::int from alert_event e
         where e.tenant_id = r.tenant_id and e.rule_id = r.id and e.resolved_at is null) as open
  from alert_rule r where r.tenant_id = app_tenant()`

export const listRules = (tx: Tx): Promise<RuleRow[]> => tx.query<RuleRow>(`${SELECT} order by r.name, r.id`)

export async function findRule(tx: Tx, id: string): Promise<RuleRow | undefined> {
  return (await tx.query<RuleRow>(`${SELECT} and r.id = $1`, [id]))[0]
}

const valuesOf = (row: RuleWrite): unknown[] => [
  row.id,
  row.name,
  row.threshold,
  row.window_minutes,
  row.scope,
  row.scope_values,
  row.channel_ids,
  row.repeat_minutes,
  row.escalate_after,
  row.escalate_channel_ids,
  row.tells_recovery,
  row.is_urgent,
  row.is_enabled,
]

export async function insertRule(tx: Tx, row: RuleWrite, kind: RuleRow['kind'], userId: string): Promise<void> {
  await tx.execute(
    `insert into alert_rule (id, name, threshold, window_minutes, scope, scope_values, channel_ids, repeat_minutes,
       escalate_after, escalate_channel_ids, tells_recovery, is_urgent, is_enabled, kind, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [...valuesOf(row), kind, userId],
  )
}

/** How many rows it was: none when somebody saved another version meanwhile. */
export const updateRule = (tx: Tx, row: RuleWrite, version: number): Promise<number> =>
  tx.execute(
    `update alert_rule set name = $2, threshold = $3, window_minutes = $4, scope = $5, scope_values = $6, channel_ids = $7,
            repeat_minutes = $8, escalate_after = $9, escalate_channel_ids = $10, tells_recovery = $11, is_urgent = $12,
            is_enabled = $13, version = version + 1, updated_at = now()
      where tenant_id = app_tenant() and id = $1 and version = $14`,
    [...valuesOf(row), version],
  )

export const deleteRule = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from alert_rule where tenant_id = app_tenant() and id = $1', [id])

/** How many of them there are, and may be seen. */
export const countStrategies = async (tx: Tx, ids: readonly string[]): Promise<number> =>
  (await tx.query('select from strategy where tenant_id = app_tenant() and id = any($1::uuid[])', [ids])).length

export interface CredentialRow {
  readonly id: string
  readonly name: string
  readonly params: ParamValues
  readonly grant: GrantEnd | null
}

/** Connectors, of the named ones or all (null), that have something which may end. */
export const listCredentials = (tx: Tx, ids: readonly string[] | null): Promise<CredentialRow[]> =>
  tx.query<CredentialRow>(
    `select c.id, c.name, c.params, case when g.connector_id is not null
              then jsonb_build_object('ends_at', g.ends_at, 'warn_at', g.warn_at, 'failure', g.failure) end as grant
       from connector c
       left join connector_grant g on g.tenant_id = c.tenant_id and g.connector_id = c.id and g.env = c.env
      where c.tenant_id = app_tenant() and ($1::uuid[] is null or c.id = any($1::uuid[]))
        and (g.connector_id is not null or coalesce(c.params ->> 'expires_at', '') <> ''
          or c.params::text like '%-----BEGIN CERTIFICATE-----%')`,
    [ids],
  )

export interface Subscription {
  readonly strategy_id: string
  readonly user_id: string
}

export const listSubscriptions = (tx: Tx): Promise<Subscription[]> =>
  tx.query<Subscription>('select strategy_id, user_id from alert_subscription where tenant_id = app_tenant()')
