import type { Tx } from '@sluice/db'
import type { Person } from './person-places.ts'

export interface PersonRow extends Person {
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
}

export const findPerson = async (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  (
    await tx.query<PersonRow>(
      `select u.id, u.username, u.phone, u.email, r.permissions, r.groups
         from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
        where u.tenant_id = app_tenant() and u.id = $1`,
      [id],
    )
  )[0]

interface RetentionRule {
  readonly finished_days: number | null
  readonly error_days: number | null
  readonly log_days: number | null
  readonly run_days: number | null
  readonly replaced_days: number | null
}

/** The tenant's own; those of single strategies lie beside it. */
export const findOwnRule = async (tx: Tx): Promise<RetentionRule | undefined> =>
  (
    await tx.query<RetentionRule>(
      `select finished_days, error_days, log_days, run_days, replaced_days from retention
        where tenant_id = app_tenant() and scope_id = app_tenant()`,
    )
  )[0]
