import type { Tx } from '@sluice/db'
import { tableOf } from '../flow/index.ts'
import type { Difference } from './contract.ts'

type Side = Difference['side']

export interface Person {
  readonly id: string
  readonly name: string
  readonly username: string
}

const PEOPLE = `
  select u.id, coalesce(nullif(u.nickname, ''), u.username) as name, u.username from app_user u
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
   where u.tenant_id = app_tenant() and u.status = 'active' and r.permissions && array['*', 'reconciliation:update']`

export const listPeople = (tx: Tx): Promise<Person[]> => tx.query<Person>(`${PEOPLE} order by 2, 1 limit 1000`)

/** Somebody who may settle lines now. */
export async function findPerson(tx: Tx, id: string): Promise<Person | undefined> {
  return (await tx.query<Person>(`${PEOPLE} and u.id = $1`, [id]))[0]
}

export interface HeldDifference {
  readonly id: string
  readonly number: string
  readonly status: string
  readonly version: number
  readonly assignee_id: string | null
  readonly assignee: string | null
  readonly due_on: string | null
  readonly assigned_by: string | null
  readonly assigned_at: string | null
}

/** Nobody matches, sets aside or gives away these lines before the transaction ends. */
export async function holdDifferences(tx: Tx, side: Side, ids: readonly string[]): Promise<HeldDifference[]> {
  const table = tableOf(side)
  await tx.execute(
    `select 1 from ${table} where tenant_id = app_tenant() and id = any($1::bigint[]) order by id for update`,
    [ids],
  )
  // Read once they are held: what another transaction did meanwhile is seen.
  return tx.query<HeldDifference>(
    `select l.id, coalesce(l.order_no, l.${side === 'a' ? 'txn_no' : 'doc_no'}, l.id::text) as number, l.status,
            coalesce(h.version, 0) as version, h.assignee_id, coalesce(nullif(u.nickname, ''), u.username) as assignee, h.due_on,
            coalesce(nullif(b.nickname, ''), b.username) as assigned_by, h.assigned_at
       from ${table} l left join recon_handling h on h.tenant_id = l.tenant_id and h.side = $1 and h.line_id = l.id
       left join app_user u on u.tenant_id = h.tenant_id and u.id = h.assignee_id
       left join app_user b on b.tenant_id = h.tenant_id and b.id = h.assigned_by
      where l.tenant_id = app_tenant() and l.id = any($2::bigint[]) order by l.id`,
    [side, ids],
  )
}

export interface Given {
  /** undefined: as it is. */
  readonly assigneeId: string | null | undefined
  readonly dueOn: string | null | undefined
  readonly userId: string
}

export const giveLines = (tx: Tx, side: Side, ids: readonly string[], given: Given): Promise<number> =>
  tx.execute(
    `insert into recon_handling (side, line_id, assignee_id, due_on, assigned_by, assigned_at, version)
     select $1, unnest($2::bigint[]), $3, $5, $7, clock_timestamp(), 1
     on conflict (tenant_id, side, line_id) do update set
       assignee_id = case when $4 then excluded.assignee_id else recon_handling.assignee_id end,
       due_on = case when $6 then excluded.due_on else recon_handling.due_on end,
       assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at, version = recon_handling.version + 1`,
    [
      ...[side, ids, given.assigneeId ?? null, given.assigneeId !== undefined],
      ...[given.dueOn ?? null, given.dueOn !== undefined, given.userId],
    ],
  )

/** Whether there is such a line, or such a match. */
export async function hasSubject(tx: Tx, kind: string, id: string): Promise<boolean> {
  const table = kind === 'g' ? 'match_group' : tableOf(kind === 'a' ? 'a' : 'b')
  const rows = await tx.query<{ id: string }>(`select id from ${table} where tenant_id = app_tenant() and id = $1`, [
    id,
  ])
  return rows.length > 0
}
