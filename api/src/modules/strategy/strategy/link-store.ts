import type { Schedule, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { findCycle, type Link, orderUpstreamFirst } from './links.ts'

/**
 * What the strategy waits for and runs after, as its saved version says. One save at a time per tenant: two that are
 * right alone could close a circle together. @throws Failure `conflict.cycle` naming the circle
 */
export async function saveLinks(
  tx: Tx,
  strategy: { readonly id: string; readonly name: string },
  { preconditions = [], after = [] }: Schedule,
): Promise<void> {
  const links = [
    ...preconditions.map(({ strategy_id, kind }) => ({ upstream_id: strategy_id, kind })),
    ...after.map(upstream_id => ({ upstream_id, kind: 'after' })),
  ]
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('strategy_link' || app_tenant()::text, 0))`)
  await tx.execute('delete from strategy_link where tenant_id = app_tenant() and strategy_id = $1', [strategy.id])
  if (links.length === 0) return
  if (links.some(link => link.upstream_id === strategy.id))
    throw refuse('conflict.cycle', { field: 'config.schedule', value: `${strategy.name} → ${strategy.name}` })
  const upstreams = new Set(links.map(link => link.upstream_id))
  const saved = await tx.execute(
    `insert into strategy_link (strategy_id, upstream_id, kind)
     select $1, s.id, l.kind from json_to_recordset($2::json) as l(upstream_id uuid, kind text)
       join strategy s on s.tenant_id = app_tenant() and s.id = l.upstream_id
     on conflict do nothing`,
    [strategy.id, JSON.stringify(links)],
  )
  const wanted = new Set(links.map(link => `${link.upstream_id} ${link.kind}`)).size
  if (saved < wanted) throw refuse('notFound.strategy', { field: 'config.schedule', value: [...upstreams].join(', ') })
  await refuseCycle(tx, strategy.id)
}

/**
 * The strategy that written records are handed on to is there, and they never come back to where they began. To be
 * called when the version is saved, within `saveLinks`' lock. @throws Failure `conflict.callback` naming the circle
 */
export async function requireCallback(tx: Tx, id: string, { target }: StrategyConfig): Promise<void> {
  const next = target.writeBack?.callback?.strategy_id
  if (next === undefined) return
  const links = await tx.query<Link>(
    `select s.id as strategy_id, n.id as upstream_id from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
       join strategy n on n.tenant_id = s.tenant_id and n.id = (v.config #>> '{target,writeBack,callback,strategy_id}')::uuid
      where s.tenant_id = app_tenant()`,
  )
  const field = 'config.target.writeBack.callback.strategy_id'
  if (!links.some(link => link.strategy_id === id)) throw refuse('notFound.strategy', { field, value: next })
  const cycle = findCycle(links, id)
  if (cycle !== null) throw refuse('conflict.callback', { field, value: await nameWay(tx, cycle) })
}

async function refuseCycle(tx: Tx, id: string): Promise<void> {
  const cycle = findCycle(await readLinks(tx), id)
  if (cycle !== null) throw refuse('conflict.cycle', { field: 'config.schedule', value: await nameWay(tx, cycle) })
}

async function nameWay(tx: Tx, cycle: readonly string[]): Promise<string> {
  const rows = await tx.query<{ id: string; name: string }>(
    'select id, name from strategy where tenant_id = app_tenant() and id = any($1::uuid[])',
    [cycle],
  )
  const names = new Map(rows.map(row => [row.id, row.name]))
  return cycle.map(each => names.get(each) ?? each).join(' → ')
}

const readLinks = (tx: Tx): Promise<Link[]> =>
  tx.query<Link>('select distinct strategy_id, upstream_id from strategy_link where tenant_id = app_tenant()')

/** Upstreams before those that wait for them. */
export const orderByLinks = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  orderUpstreamFirst(ids, await readLinks(tx))

/** Strategies that wait for this one, or run after it. */
export const listUsers = (tx: Tx, id: string): Promise<{ id: string; name: string }[]> =>
  tx.query(
    `select distinct s.id, s.name from strategy_link l
       join strategy s on s.tenant_id = l.tenant_id and s.id = l.strategy_id
      where l.tenant_id = app_tenant() and l.upstream_id = $1 order by s.name limit 100`,
    [id],
  )
