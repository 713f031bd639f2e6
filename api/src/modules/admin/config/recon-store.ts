import type { Tx } from '@sluice/db'
import type { ProfileMapping } from '../../reconcile/bill-profile/index.ts'
import type { FlowConfig } from '../../reconcile/flow/index.ts'

export interface BillProfileRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly headings: readonly string[]
  readonly mapping: ProfileMapping
}

export const listBillProfiles = (tx: Tx): Promise<BillProfileRow[]> =>
  tx.query(
    `select p.id, p.name, p.version, v.headings, v.mapping from bill_profile p
       join bill_profile_version v on v.tenant_id = p.tenant_id and v.profile_id = p.id and v.version = p.version
      where p.tenant_id = app_tenant() order by p.name`,
  )

export interface ReconFlowRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly config: FlowConfig
  /** Ids. */
  readonly accounts: readonly string[]
}

/** Those that are looked at; what was put away stays with its matches. */
export const listReconFlows = (tx: Tx): Promise<ReconFlowRow[]> =>
  tx.query(
    `select f.id, f.name, f.version, f.config,
            array(select a.account_id from recon_flow_account a
                   where a.tenant_id = f.tenant_id and a.flow_id = f.id order by a.account_id) as accounts
       from recon_flow f where f.tenant_id = app_tenant() and f.status = 'active' order by f.name, f.id`,
  )
