import type { Tx } from '@sluice/db'
import { type OpenRow, ruleColumns, tableOf } from '../flow/index.ts'
import type { Example } from './propose-rules.ts'

/** Matches by hand that rules are made of: the latest. */
const MOST = 500
/** A match of more lines teaches no rule. */
const MOST_LINES = 20

interface GroupRow {
  readonly id: string
  readonly item: string | null
}

interface LineRow extends OpenRow {
  readonly group_id: string
  readonly side: 'a' | 'b'
}

/** What people matched by hand in these flows and nobody took back, the oldest first. */
export async function listExamples(tx: Tx, flowIds: readonly string[]): Promise<Example[]> {
  const groups = await tx.query<GroupRow>(
    `select * from (
       select g.id, (select j.item from recon_adjustment j
               where j.tenant_id = g.tenant_id and j.group_id = g.id and j.state = 'approved') as item
         from match_group g
        where g.tenant_id = app_tenant() and g.flow_id = any($1::uuid[]) and g.state = 'confirmed' and g.run_id is null
          and g.a_count between 1 and ${MOST_LINES} and g.b_count between 1 and ${MOST_LINES}
        order by g.id desc limit ${MOST}) g order by id`,
    [flowIds],
  )
  const lines: LineRow[] = []
  for (const side of ['a', 'b'] as const)
    lines.push(
      ...(await tx.query<LineRow>(
        `select m.group_id, '${side}' as side, ${ruleColumns(side)}
           from match_item m join ${tableOf(side)} l on l.tenant_id = m.tenant_id and l.id = m.line_id
          where m.tenant_id = app_tenant() and m.group_id = any($1::bigint[]) and m.side = '${side}' and m.is_active
          order by m.group_id, l.id`,
        [groups.map(({ id }) => id)],
      )),
    )
  const byGroup = new Map<string, LineRow[]>()
  for (const line of lines) byGroup.set(line.group_id, [...(byGroup.get(line.group_id) ?? []), line])
  return groups.map(({ id, item }) => {
    const own = byGroup.get(id) ?? []
    const of = (side: 'a' | 'b') => own.filter(line => line.side === side).map(toLine)
    return { id, item, a: of('a'), b: of('b') }
  })
}

const toLine = (row: LineRow): Example['a'][number] => ({
  ...{ id: row.id, minor: BigInt(row.amount_minor), ms: row.occurred_ms },
  columns: {
    ...{ order: row.order_no, parent_order: row.parent_order, batch: row.batch },
    ...{ item: row.item, account: row.account, day: row.day },
  },
})

/** Shapes that somebody said no to, for any account of these flows. */
export async function listRejected(tx: Tx, flowIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ shape: string }>(
    `select distinct r.shape from recon_rule_rejection r
       join recon_flow_account fa on fa.tenant_id = r.tenant_id and fa.account_id = r.account_id
      where r.tenant_id = app_tenant() and fa.flow_id = any($1::uuid[])`,
    [flowIds],
  )
  return new Set(rows.map(({ shape }) => shape))
}

/** @returns 0: somebody did already */
export const insertRejection = (
  tx: Tx,
  {
    accountId,
    shape,
    rule,
    reason,
    userId,
  }: Readonly<Record<'accountId' | 'shape' | 'rule' | 'reason' | 'userId', string>>,
): Promise<number> =>
  tx.execute(
    `insert into recon_rule_rejection (account_id, shape, rule, reason, rejected_by) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [accountId, shape, rule, reason, userId],
  )

/** Nobody changes the rules of the account before the transaction ends. */
export const holdModel = (tx: Tx, accountId: string): Promise<number> =>
  tx.execute('select 1 from recon_account where tenant_id = app_tenant() and id = $1 for update', [accountId])
