import type { Tx } from '@sluice/db'

export interface SecretRow {
  readonly id: string
  readonly sealed: string
  /** base64 of the SHA-256 */
  readonly hash: string
  readonly ends_at: string | null
}

export interface ScopeRow {
  readonly strategy_id: string
  readonly operations: readonly string[]
  readonly fields: readonly string[]
}

/** One application as it is set now. */
export interface ApplicationRow {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
  readonly app_key: string
  readonly is_enabled: boolean
  readonly expires_at: string | null
  readonly ip_allow: readonly string[]
  readonly rate_per_minute: number
  readonly quota_per_day: string | null
  readonly token_epoch: number
  readonly secrets: readonly SecretRow[]
  readonly scopes: readonly ScopeRow[]
}

// The tenant as a whole stands still while it is disabled.
const SELECT = `
  select a.tenant_id, a.id, a.name, a.app_key, a.is_enabled, a.expires_at, a.ip_allow, a.rate_per_minute, a.quota_per_day, a.token_epoch,
         coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'sealed', s.sealed, 'hash', encode(s.hash, 'base64'),
                     'ends_at', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by s.created_at desc)
            from gateway_secret s where s.tenant_id = a.tenant_id and s.application_id = a.id), '[]') as secrets,
         coalesce((select jsonb_agg(jsonb_build_object('strategy_id', c.strategy_id, 'operations', c.operations, 'fields', c.fields))
            from gateway_scope c where c.tenant_id = a.tenant_id and c.application_id = a.id), '[]') as scopes
    from gateway_application a join tenant t on t.id = a.tenant_id
   where t.status = 'active'`

export const listApplications = (tx: Tx): Promise<ApplicationRow[]> => tx.query<ApplicationRow>(SELECT)

export const listApplicationsOf = (tx: Tx, tenantId: string): Promise<ApplicationRow[]> =>
  tx.query<ApplicationRow>(`${SELECT} and a.tenant_id = $1`, [tenantId])
