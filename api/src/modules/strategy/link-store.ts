import type { Schedule } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../platform/refuse.ts'
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

async function refuseCycle(tx: Tx, id: string): Promise<void> {
  const cycle = findCycle(await readLinks(tx), id)
  if (cycle === null) return
  const rows = await tx.query<{ id: string; name: string }>(
    'select id, name from strategy where tenant_id = app_tenant() and id = any($1::uuid[])',
    [cycle],
  )
  const names = new Map(rows.map(row => [row.id, row.name]))
  throw refuse('conflict.cycle', {
    field: 'config.schedule',
    value: cycle.map(each => names.get(each) ?? each).join(' → '),
  })
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
