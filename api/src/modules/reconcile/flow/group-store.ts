import type { Tx } from '@sluice/db'
import type { Side } from '@sluice/matcher'
import type { Group } from './shape-contract.ts'

export interface StoredGroup extends Omit<Group, 'decided_by'> {
  readonly flow_id: string
  readonly decided_by: string | null
}

const SELECT = `
  select g.id, g.flow_id, g.run_id, g.rule, g.score, g.state, g.currency, g.a_count, g.b_count, g.a_minor::text as a_minor,
         g.b_minor::text as b_minor, g.difference_minor::text as difference_minor, g.reason,
         coalesce(nullif(u.nickname, ''), u.username) as decided_by, g.decided_at, g.created_at, g.occurred_at,
         (select jsonb_build_object('item', j.item, 'amount_minor', j.amount_minor::text, 'state', j.state, 'reason', j.reason,
                   'maker', coalesce(nullif(m.nickname, ''), m.username, ''),
                   'checker', coalesce(nullif(c.nickname, ''), c.username, ''), 'checked_at', j.checked_at)
            from recon_adjustment j left join app_user m on m.tenant_id = j.tenant_id and m.id = j.maker
            left join app_user c on c.tenant_id = j.tenant_id and c.id = j.checker
           where j.tenant_id = g.tenant_id and j.group_id = g.id) as adjustment
    from match_group g left join app_user u on u.tenant_id = g.tenant_id and u.id = g.decided_by
   where g.tenant_id = app_tenant()`

export interface GroupSearch {
  readonly flowId: string
  readonly state: Group['state'] | null
  readonly before: string | null
  readonly limit: number
}

export const listGroups = (tx: Tx, { flowId, state, before, limit }: GroupSearch): Promise<StoredGroup[]> =>
  tx.query<StoredGroup>(
    `${SELECT} and g.flow_id = $1 and ($2::text is null or g.state = $2) and ($3::bigint is null or g.id < $3)
     order by g.id desc limit $4`,
    [flowId, state, before, limit],
  )

export const listGroupsById = (tx: Tx, ids: readonly string[]): Promise<StoredGroup[]> =>
  tx.query<StoredGroup>(`${SELECT} and g.id = any($1::bigint[])`, [ids])

export async function findGroup(tx: Tx, id: string): Promise<StoredGroup | undefined> {
  const [row] = await tx.query<StoredGroup>(`${SELECT} and g.id = $1`, [id])
  return row
}

/** Nobody else decides on it before the end of the transaction. */
export const holdGroup = (tx: Tx, id: string): Promise<number> =>
  tx.execute('select 1 from match_group where tenant_id = app_tenant() and id = $1 for update', [id])

/** Ids of the lines of a side, the first 100. */
export async function listItems(tx: Tx, groupId: string, side: Side): Promise<string[]> {
  const rows = await tx.query<{ line_id: string }>(
    'select line_id from match_item where tenant_id = app_tenant() and group_id = $1 and side = $2 order by line_id limit 100',
    [groupId, side],
  )
  return rows.map(row => row.line_id)
}

export const decideGroup = (
  tx: Tx,
  { id, state, userId, reason }: { id: string; state: Group['state']; userId: string; reason: string },
): Promise<number> =>
  tx.execute(
    `update match_group set state = $2, decided_by = $3, decided_at = clock_timestamp(),
            reason = case when $4 = '' then reason else $4 end
      where tenant_id = app_tenant() and id = $1`,
    [id, state, userId, reason],
  )

/** The lines of a match are nobody's again. */
export const releaseItems = (tx: Tx, groupId: string): Promise<number> =>
  tx.execute('update match_item set is_active = false where tenant_id = app_tenant() and group_id = $1', [groupId])

export interface ManualGroup {
  readonly flowId: string
  readonly currency: string
  readonly a: Readonly<Record<'count' | 'minor', string>>
  readonly b: Readonly<Record<'count' | 'minor', string>>
  readonly reason: string
  readonly userId: string
  /** What it books waits for a second person. */
  readonly isPending: boolean
  readonly at: string
  readonly days: readonly [first: string, last: string]
}

export async function insertManualGroup(tx: Tx, group: ManualGroup): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into match_group (flow_id, score, currency, a_count, b_count, a_minor, b_minor, reason, decided_by, decided_at,
       state, occurred_at, day_from, day_to)
     values ($1, 100, $2, $3, $4, $5, $6, $7, $8, clock_timestamp(), $9, $10, $11, $12) returning id`,
    [
      ...[group.flowId, group.currency, group.a.count, group.b.count, group.a.minor, group.b.minor],
      ...[group.reason, group.userId, group.isPending ? 'proposed' : 'confirmed', group.at, ...group.days],
    ],
  )
  return row!.id // an insert answers with its row
}

/** @throws unique violation where another match has one of them */
export const insertItems = (
  tx: Tx,
  groupId: string,
  side: Side,
  ids: readonly string[],
  amounts: readonly string[],
): Promise<number> =>
  tx.execute(
    `insert into match_item (group_id, side, line_id, amount_minor) select $1, $2, i.id, i.amount
       from unnest($3::bigint[], $4::bigint[]) i(id, amount)`,
    [groupId, side, ids, amounts],
  )

export const deleteExceptions = (tx: Tx, flowId: string, groupId: string): Promise<number> =>
  tx.execute(
    `delete from recon_exception e using match_item i where e.tenant_id = app_tenant() and e.flow_id = $1
        and i.tenant_id = e.tenant_id and i.group_id = $2 and i.side = e.side and i.line_id = e.line_id`,
    [flowId, groupId],
  )

export interface StoredException {
  readonly side: Side
  readonly line_id: string
  readonly kind: string
  readonly rule: string | null
  readonly candidates: number
  readonly since: string
}

export interface ExceptionSearch {
  readonly flowId: string
  readonly kind: string | null
  readonly side: Side | null
  readonly after: { readonly side: Side; readonly id: string } | null
  readonly limit: number
}

export const listExceptions = (
  tx: Tx,
  { flowId, kind, side, after, limit }: ExceptionSearch,
): Promise<StoredException[]> =>
  tx.query<StoredException>(
    `select side, line_id, kind, rule, candidates, since from recon_exception
      where tenant_id = app_tenant() and flow_id = $1 and ($2::text is null or kind = $2) and ($3::text is null or side = $3)
        and ($4::text is null or (side, line_id) > ($4, $5::bigint))
      order by side, line_id limit $6`,
    [flowId, kind, side, after?.side ?? null, after?.id ?? null, limit],
  )

/**
 * Proposals of rules that a flow has no more: their lines are open again. Nobody decided on them, so they prove nothing of any
 * rule. @returns how many
 */
export async function withdrawProposals(tx: Tx, flowId: string, hashes: readonly string[]): Promise<number> {
  const groups = await tx.query<{ id: string }>(
    `update match_group set state = 'revoked'
      where tenant_id = app_tenant() and flow_id = $1 and state = 'proposed' and run_id is not null and not rule_hash = any($2::text[])
    returning id`,
    [flowId, hashes],
  )
  const ids = groups.map(({ id }) => id)
  for (const side of ['a', 'b'] as const)
    await tx.execute(
      `update ${side === 'a' ? 'bill_line' : 'supply_line'} l set status = 'open', version = l.version + 1, updated_at = now()
         from match_item i where i.tenant_id = app_tenant() and i.group_id = any($1::bigint[]) and i.side = '${side}' and i.is_active
          and l.tenant_id = i.tenant_id and l.id = i.line_id and l.status = 'proposed'`,
      [ids],
    )
  await tx.execute(
    'update match_item set is_active = false where tenant_id = app_tenant() and group_id = any($1::bigint[])',
    [ids],
  )
  return ids.length
}
