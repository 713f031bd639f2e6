import type { StepUpDue } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { refuse } from './refuse.ts'
import type { Principal } from './route-handler.ts'

/** How long a proof counts. */
export const STEP_UP_MINUTES = 10

interface ProofRow {
  readonly is_fresh: boolean
  readonly has_totp: boolean
  readonly providers: StepUpDue['providers']
}

/**
 * Asked of the database each time, never remembered: a proof counts in every process at once.
 * @throws Failure `stepUp.needed` with a StepUpDue
 */
export async function requireStepUp(database: Database, principal: Principal, nowMs: number): Promise<void> {
  const since = new Date(nowMs - STEP_UP_MINUTES * 60_000)
  const row = await database.withTenant(principal.tenantId, tx => readProof(tx, principal, since))
  if (row.is_fresh) return
  const due: StepUpDue = {
    method: row.has_totp ? 'totp' : 'password',
    minutes: STEP_UP_MINUTES,
    providers: row.providers,
  }
  throw refuse('stepUp.needed', { value: String(STEP_UP_MINUTES), content: [due] })
}

async function readProof(tx: Tx, { userId, familyId }: Principal, since: Date): Promise<ProofRow> {
  const [row] = await tx.query<ProofRow>(
    `select exists (select from session_proof p where p.tenant_id = app_tenant() and p.family_id = $1 and p.user_id = $2
                      and p.proved_at > $3) as is_fresh,
            exists (select from user_totp o where o.tenant_id = app_tenant() and o.user_id = $2
                      and o.confirmed_at is not null) as has_totp,
            coalesce((select jsonb_agg(distinct jsonb_build_object('id', s.id, 'label', s.label))
                        from user_identity i join sso_provider s on s.tenant_id = i.tenant_id and s.id = i.provider_id
                       where i.tenant_id = app_tenant() and i.user_id = $2 and s.is_enabled), '[]') as providers`,
    [familyId, userId, since],
  )
  return row! // a select without a table has its one row
}

/** The newest proof of a sign-in. */
export async function noteProof(
  tx: Tx,
  proof: { readonly tenantId: string; readonly familyId: string; readonly userId: string; readonly method: string },
  at: Date,
): Promise<void> {
  await tx.execute(
    `insert into session_proof as p (tenant_id, family_id, user_id, method, proved_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, family_id) do update
       set method = excluded.method, proved_at = greatest(p.proved_at, excluded.proved_at)`,
    [proof.tenantId, proof.familyId, proof.userId, proof.method, at],
  )
}
