import type { Schedule, StrategyConfig } from '@sluice/contract'
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

export interface Reference {
  readonly id: string
  readonly kind: 'wait' | 'find' | 'callback' | 'report'
  readonly strategy_id: string
  readonly strategy_name: string
  readonly report_name: string | null
  readonly report_id: string | null
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * What uses the strategies from outside of them, in what is published and in drafts. Look-ups are read from the text of
 * the mapping, for they stand at any depth and in templates too.
 */
export const listReferences = (tx: Tx, ids: readonly string[], userId: string): Promise<Reference[]> =>
  tx.query<Reference>(
    `with said as (
       select s.id, s.name, v.config -> 'mapping' as mapping, v.config -> 'target' as target
         from strategy s
         join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
        where s.tenant_id = app_tenant() and s.id <> all($1::uuid[])
       union all
       select s.id, s.name, g.parts -> 'mapping', g.parts -> 'target'
         from strategy s join strategy_gate g on g.tenant_id = s.tenant_id and g.strategy_id = s.id
        where s.tenant_id = app_tenant() and s.id <> all($1::uuid[]) and g.parts is not null)
     select u.id, u.kind, u.strategy_id, u.strategy_name, u.report_name, u.report_id from (
       select l.upstream_id as id, 'wait' as kind, s.id as strategy_id, s.name as strategy_name,
              null as report_name, null::uuid as report_id
         from strategy_link l join strategy s on s.tenant_id = l.tenant_id and s.id = l.strategy_id
        where l.tenant_id = app_tenant() and s.id <> all($1::uuid[])
       union
       select m[1]::uuid, 'find', said.id, said.name, null, null
         from said, regexp_matches(said.mapping::text, '${UUID}', 'g') m
       union
       select (said.target #>> '{writeBack,callback,strategy_id}')::uuid, 'callback', said.id, said.name, null, null
         from said
       union
       select r.strategy_id, 'report', s.id, s.name,
              case when r.is_shared or r.owner_id = $2 then r.name else '' end, r.id
         from aggregate_report r join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
        where r.tenant_id = app_tenant() and r.strategy_id = any($1::uuid[])) u
      where u.id = any($1::uuid[])
      order by array_position(array['wait', 'find', 'callback', 'report'], u.kind), u.strategy_name, u.report_name limit 500`,
    [ids, userId],
  )

/** Strategies that wait for this one, or run after it. */
export const listUsers = (tx: Tx, id: string): Promise<{ id: string; name: string }[]> =>
  tx.query(
    `select distinct s.id, s.name from strategy_link l
       join strategy s on s.tenant_id = l.tenant_id and s.id = l.strategy_id
      where l.tenant_id = app_tenant() and l.upstream_id = $1 order by s.name limit 100`,
    [id],
  )
