import type { Tx } from '@sluice/db'
import type { History } from '@sluice/matcher'
import type { Flow, FlowConfig } from './contract.ts'

export interface StoredFlow {
  readonly id: string
  readonly name: string
  readonly config: FlowConfig
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly accounts: Flow['accounts']
  readonly last_run: Flow['last_run']
}

const SELECT = `
  select f.id, f.name, f.config, f.version, f.created_at, f.updated_at,
         coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'currency', a.currency) order by a.id)
            from recon_flow_account fa join recon_account a on a.tenant_id = fa.tenant_id and a.id = fa.account_id
           where fa.tenant_id = f.tenant_id and fa.flow_id = f.id), '[]') as accounts,
         (select jsonb_build_object('id', r.id, 'mode', r.mode, 'state', r.state, 'finished_at', r.finished_at)
            from recon_run r where r.tenant_id = f.tenant_id and r.flow_id = f.id
           order by r.created_at desc, r.id desc limit 1) as last_run
    from recon_flow f where f.tenant_id = app_tenant()`

export const listFlows = (tx: Tx): Promise<StoredFlow[]> =>
  tx.query<StoredFlow>(`${SELECT} and f.status = 'active' order by lower(f.name), f.id limit 500`)

export async function findFlow(tx: Tx, id: string): Promise<StoredFlow | undefined> {
  const [row] = await tx.query<StoredFlow>(`${SELECT} and f.id = $1`, [id])
  return row
}

export interface FlowForm {
  readonly id: string
  readonly name: string
  readonly config: FlowConfig
  readonly accountIds: readonly string[]
  readonly userId: string
}

/** @throws unique violation where the tenant has one of this name */
export async function insertFlow(tx: Tx, { id, name, config, accountIds, userId }: FlowForm): Promise<void> {
  await tx.execute('insert into recon_flow (id, name, config, created_by, updated_by) values ($1, $2, $3, $4, $4)', [
    ...[id, name, JSON.stringify(config), userId],
  ])
  await keepAccounts(tx, id, accountIds)
}

/** @returns 0: somebody else changed it since. @throws unique violation where the tenant has one of this name */
export async function updateFlow(tx: Tx, form: FlowForm, version: number): Promise<number> {
  const changed = await tx.execute(
    `update recon_flow set name = $2, config = $3, version = version + 1, updated_by = $4, updated_at = now()
      where tenant_id = app_tenant() and id = $1 and version = $5`,
    [form.id, form.name, JSON.stringify(form.config), form.userId, version],
  )
  if (changed > 0) await keepAccounts(tx, form.id, form.accountIds)
  return changed
}

async function keepAccounts(tx: Tx, id: string, accountIds: readonly string[]): Promise<void> {
  await tx.execute('delete from recon_flow_account where tenant_id = app_tenant() and flow_id = $1', [id])
  await tx.execute('insert into recon_flow_account (flow_id, account_id) select $1, unnest($2::uuid[])', [
    id,
    accountIds,
  ])
}

/** How many of these accounts there are. */
export async function countAccounts(tx: Tx, ids: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from recon_account where tenant_id = app_tenant() and id = any($1::uuid[])',
    [ids],
  )
  return row?.count ?? 0
}

/** So many decisions of people are looked at: a rule that drifts is seen within them. */
const LATEST = 5000

/** What people said of a rule's matches, the latest of them. A match that nobody looked at proves nothing. */
export async function readHistory(tx: Tx, flowId: string, ruleHash: string): Promise<History> {
  const [row] = await tx.query<{ right: number; wrong: number }>(
    `select count(*) filter (where state = 'confirmed')::int as right, count(*) filter (where state = 'revoked')::int as wrong
       from (select state from match_group where tenant_id = app_tenant() and flow_id = $1 and rule_hash = $2
               and decided_at is not null order by decided_at desc limit $3) g`,
    [flowId, ruleHash, LATEST],
  )
  return { right: row?.right ?? 0, wrong: row?.wrong ?? 0 }
}

/** Whoever has the flow open hears of it by its version. */
export const setRules = (tx: Tx, id: string, config: FlowConfig, userId: string): Promise<number> =>
  tx.execute(
    `update recon_flow set config = $2, version = version + 1, updated_by = $3, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, JSON.stringify(config), userId],
  )

export async function hasLiveRun(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from recon_run where tenant_id = app_tenant() and flow_id = $1 and state in ('queued', 'running') limit 1`,
    [id],
  )
  return rows.length > 0
}

/** @returns 0: it has matched something, or tried to */
export const deleteUnused = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `delete from recon_flow f where f.tenant_id = app_tenant() and f.id = $1
        and not exists (select 1 from recon_run r where r.tenant_id = f.tenant_id and r.flow_id = f.id)
        and not exists (select 1 from match_group g where g.tenant_id = f.tenant_id and g.flow_id = f.id)`,
    [id],
  )

export const archiveFlow = (tx: Tx, id: string, userId: string): Promise<number> =>
  tx.execute(
    `update recon_flow set status = 'archived', version = version + 1, updated_by = $2, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, userId],
  )
