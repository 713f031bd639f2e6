import type { Tx } from '@sluice/db'
import type { Side } from '@sluice/matcher'
import { tableOf } from './line-rows.ts'
import type { Comment } from './shape-contract.ts'

export interface Handling {
  readonly carriedUntil: string | null
  readonly reason: string
  readonly userId: string
}

/** What a person decided on lines, in the place of what was decided before. */
export const keepHandling = (
  tx: Tx,
  side: Side,
  ids: readonly string[],
  { carriedUntil, reason, userId }: Handling,
): Promise<number> =>
  tx.execute(
    `insert into recon_handling (side, line_id, carried_until, reason, decided_by, decided_at)
     select $1, unnest($2::bigint[]), $3, $4, $5, clock_timestamp()
     on conflict (tenant_id, side, line_id) do update set carried_until = excluded.carried_until, reason = excluded.reason,
       decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
    [side, ids, carriedUntil, reason, userId],
  )

/** Whose lines they are, as `by` says it; null: nobody's. */
export const keepAssignee = (
  tx: Tx,
  side: Side,
  ids: readonly string[],
  { userId, by }: { readonly userId: string | null; readonly by: string },
): Promise<number> =>
  tx.execute(
    `insert into recon_handling (side, line_id, assignee_id, assigned_by, assigned_at, version)
     select $1, unnest($2::bigint[]), $3, $4, clock_timestamp(), 1
     on conflict (tenant_id, side, line_id) do update set assignee_id = excluded.assignee_id, assigned_by = excluded.assigned_by,
       assigned_at = excluded.assigned_at, version = recon_handling.version + 1`,
    [side, ids, userId, by],
  )

/** The first of these lines that is another person's: whose, since when. */
export async function findHolder(
  tx: Tx,
  side: Side,
  ids: readonly string[],
  userId: string,
): Promise<{ readonly id: string; readonly name: string; readonly at: string | null } | undefined> {
  const [row] = await tx.query<{ id: string; name: string; at: string | null }>(
    `select h.line_id as id, coalesce(nullif(u.nickname, ''), u.username) as name, h.assigned_at as at
       from recon_handling h join app_user u on u.tenant_id = h.tenant_id and u.id = h.assignee_id
      where h.tenant_id = app_tenant() and h.side = $1 and h.line_id = any($2::bigint[]) and h.assignee_id <> $3
      order by h.line_id limit 1`,
    [side, ids, userId],
  )
  return row
}

/** Lines from one state into another, with the reason that the lists of their side show. @returns how many were in it */
export const setLineStates = (
  tx: Tx,
  side: Side,
  ids: readonly string[],
  { from, to, reason }: { readonly from: string; readonly to: string; readonly reason: string | null },
): Promise<number> =>
  tx.execute(
    `update ${tableOf(side)} set status = $3, reason = $4, version = version + 1, updated_at = now()
      where tenant_id = app_tenant() and id = any($1::bigint[]) and status = $2`,
    [ids, from, to, reason],
  )

export const dropExceptions = (tx: Tx, flowId: string, side: Side, ids: readonly string[]): Promise<number> =>
  tx.execute(
    'delete from recon_exception where tenant_id = app_tenant() and flow_id = $1 and side = $2 and line_id = any($3::bigint[])',
    [flowId, side, ids],
  )

export interface Taken {
  readonly number: string
  readonly state: string
  /** null: a run. */
  readonly by: string | null
  readonly at: string
}

/** Who took the first of these lines, and when: by a match, or by setting it aside. */
export async function findTaken(tx: Tx, side: Side, ids: readonly string[]): Promise<Taken | undefined> {
  const [row] = await tx.query<Taken>(
    `select coalesce(l.order_no, l.${side === 'a' ? 'txn_no' : 'doc_no'}, l.id::text) as number, l.status as state,
            coalesce(nullif(u.nickname, ''), u.username) as by, coalesce(g.decided_at, g.created_at, h.decided_at, l.updated_at) as at
       from ${tableOf(side)} l
       left join match_item i on i.tenant_id = l.tenant_id and i.side = $1 and i.line_id = l.id and i.is_active
       left join match_group g on g.tenant_id = i.tenant_id and g.id = i.group_id
       left join recon_handling h on h.tenant_id = l.tenant_id and h.side = $1 and h.line_id = l.id
       left join app_user u on u.tenant_id = l.tenant_id
        and u.id = case when g.id is null then h.decided_by else g.decided_by end
      where l.tenant_id = app_tenant() and l.id = any($2::bigint[]) and l.status <> 'open' order by l.id limit 1`,
    [side, ids],
  )
  return row
}

type Subject = Readonly<Record<'kind' | 'id', string>>

const SELECT = `
  select c.id, c.text, coalesce(nullif(u.nickname, ''), u.username, '') as username, c.created_at
    from recon_comment c left join app_user u on u.tenant_id = c.tenant_id and u.id = c.created_by
   where c.tenant_id = app_tenant()`

export const listComments = (tx: Tx, { kind, id }: Subject): Promise<Comment[]> =>
  tx.query<Comment>(`${SELECT} and c.kind = $1 and c.subject_id = $2 order by c.id limit 500`, [kind, id])

export async function insertComment(tx: Tx, { kind, id }: Subject, text: string, userId: string): Promise<Comment> {
  const [made] = await tx.query<{ id: string }>(
    'insert into recon_comment (kind, subject_id, text, created_by) values ($1, $2, $3, $4) returning id',
    [kind, id, text, userId],
  )
  const [row] = await tx.query<Comment>(`${SELECT} and c.id = $1`, [made!.id]) // an insert answers with its row
  return row! // of this transaction
}

/** How many comments each of these has. */
export async function countComments(tx: Tx, subjects: readonly Subject[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ key: string; count: number }>(
    `select c.kind || c.subject_id as key, count(*)::int as count from recon_comment c
       join unnest($1::text[], $2::bigint[]) s(kind, id) on s.kind = c.kind and s.id = c.subject_id
      where c.tenant_id = app_tenant() group by 1`,
    [subjects.map(({ kind }) => kind), subjects.map(({ id }) => id)],
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}
