import type { Tx } from '@sluice/db'
import type { EndRow } from './store.ts'

const LEASE_S = 60
const COLUMNS = `id, of_tenant, code, name, state, wait_days, asked_by, asked_at, due_at, withdrawn_by, withdrawn_at,
  started_at, removed`

/** The first whose waiting period has ended. From here on it cannot be taken back. In a system transaction, as all here. */
export const claimEnd = async (tx: Tx, holder: string): Promise<EndRow | undefined> =>
  (
    await tx.query<EndRow>(
      `update tenant_end set state = 'removing', holder = $1, started_at = coalesce(started_at, clock_timestamp()),
              lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
        where id = (select id from tenant_end
          where state in ('waiting', 'removing') and due_at <= clock_timestamp() and lease_until < clock_timestamp()
          order by due_at limit 1 for update skip locked)
       returning ${COLUMNS}`,
      [holder],
    )
  )[0]

/** Nobody signs in, nothing is planned, and what runs ends after its page. */
export async function quieten(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(`update tenant set status = 'disabled' where id = $1`, [tenantId])
  await tx.execute(
    `update strategy set status = 'stopped', next_run_at = null where tenant_id = $1 and status = 'running'`,
    [tenantId],
  )
  await tx.execute(`update run set state = 'stopping' where tenant_id = $1 and state = 'running'`, [tenantId])
  await tx.execute(
    `update run set state = 'stopped', finished_at = clock_timestamp() where tenant_id = $1 and state = 'queued'`,
    [tenantId],
  )
}

/** Whether a run is still at its page; one whose process was not heard for half a minute counts no more. */
export const isAtWork = async (tx: Tx, tenantId: string): Promise<boolean> =>
  (
    await tx.query(
      `select from run where tenant_id = $1 and state in ('running', 'stopping')
          and updated_at > clock_timestamp() - interval '30 seconds' limit 1`,
      [tenantId],
    )
  ).length > 0

/** Handed back, to be looked at again so much later. */
export const releaseEnd = (tx: Tx, of: { readonly id: string; readonly holder: string }, seconds: number) =>
  tx.execute(
    `update tenant_end set lease_until = clock_timestamp() + make_interval(secs => $3), holder = null
      where id = $1 and holder = $2`,
    [of.id, of.holder, seconds],
  )

/** Adds to what was removed, and goes on holding. @returns false: another process has it */
export const noteRemoved = async (
  tx: Tx,
  of: { readonly id: string; readonly holder: string },
  what: string,
  count: number,
): Promise<boolean> =>
  (await tx.execute(
    `update tenant_end set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}),
            removed = jsonb_set(removed, array[$3], to_jsonb(coalesce((removed ->> $3)::bigint, 0) + $4::bigint))
      where id = $1 and holder = $2 and state = 'removing'`,
    [of.id, of.holder, what, count],
  )) === 1

export const removeRows = async (tx: Tx, part: string, tenantId: string, most: number): Promise<number> => {
  const [row] = await tx.query<{ removed: string }>('select remove_tenant_rows($1::regclass, $2, $3) as removed', [
    part,
    tenantId,
    most,
  ])
  return Number(row!.removed) // a function answers
}

/** Codes that were sent to phones of its people lie outside the tenant; they end within ten minutes anyway. */
export const removeCodes = (tx: Tx, tenantId: string): Promise<number> =>
  tx.execute('delete from sms_code where user_id in (select id from app_user where tenant_id = $1)', [tenantId])

export const countLeft = async (tx: Tx, part: string, tenantId: string): Promise<number> => {
  const column = part === 'tenant' ? 'id' : 'tenant_id'
  // `part` is the database's own name of one of its tables.
  const [row] = await tx.query<{ count: string }>(`select count(*) as count from only ${part} where ${column} = $1`, [
    tenantId,
  ])
  return Number(row!.count)
}

/** Where the chain of the operation log ended: an export of the log is compared with it. */
export const findLogHead = async (tx: Tx, tenantId: string): Promise<{ seq: string; hash: Buffer } | undefined> =>
  (
    await tx.query<{ seq: string; hash: Buffer }>('select seq, hash from operation_chain_head where tenant_id = $1', [
      tenantId,
    ])
  )[0]

export const findRemoved = async (tx: Tx, id: string): Promise<EndRow['removed']> =>
  (await tx.query<{ removed: EndRow['removed'] }>('select removed from tenant_end where id = $1', [id]))[0]!.removed

/** The proof before this one: each names the last, so that none can be left out later. */
export async function findLastProof(tx: Tx): Promise<Buffer | null> {
  // never null: what is done has its proof
  const [last] = await tx.query<{ proof_sha256: Buffer }>(
    `select proof_sha256 from tenant_end where state = 'done' order by finished_at desc, id desc limit 1`,
  )
  return last?.proof_sha256 ?? null
}

export const finishEnd = (
  tx: Tx,
  of: { readonly id: string; readonly holder: string },
  proof: { readonly text: string; readonly sha256: Buffer; readonly at: string },
) =>
  tx.execute(
    `update tenant_end set state = 'done', proof = $3, proof_sha256 = $4, finished_at = $5, holder = null
      where id = $1 and holder = $2 and state = 'removing'`,
    [of.id, of.holder, proof.text, proof.sha256, proof.at],
  )
