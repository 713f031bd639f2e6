import type { Tx } from '@sluice/db'
import type { InstallationDetail } from './contract.ts'

/** Of applications of the gateway with these names, whether anybody can call them. */
export const listOwnGateways = (tx: Tx, names: readonly string[]): Promise<InstallationDetail['gateways']> =>
  tx.query(
    `select a.id, a.name, a.is_enabled,
            exists (select 1 from gateway_secret k where k.tenant_id = a.tenant_id and k.application_id = a.id
                       and (k.ends_at is null or k.ends_at > now())) as has_secret
       from gateway_application a where a.tenant_id = app_tenant() and a.name = any($1::text[]) order by a.name`,
    [names],
  )

export const listOwnFlows = (tx: Tx, names: readonly string[]): Promise<InstallationDetail['recon_flows']> =>
  tx.query(
    `select f.id, f.name, (select count(*)::int from recon_flow_account c
                            where c.tenant_id = f.tenant_id and c.flow_id = f.id) as accounts
       from recon_flow f where f.tenant_id = app_tenant() and f.status = 'active' and f.name = any($1::text[])
      order by f.name`,
    [names],
  )

export const listOwnProfiles = (tx: Tx, names: readonly string[]): Promise<InstallationDetail['bill_profiles']> =>
  tx.query(
    'select id, name from bill_profile where tenant_id = app_tenant() and name = any($1::text[]) order by name',
    [names],
  )
