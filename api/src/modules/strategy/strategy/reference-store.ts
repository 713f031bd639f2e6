import type { Tx } from '@sluice/db'

export interface Reference {
  readonly id: string
  readonly kind: 'wait' | 'find' | 'read' | 'callback' | 'report'
  readonly strategy_id: string
  readonly strategy_name: string
  readonly report_name: string | null
  readonly report_id: string | null
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** The strategy whose stored records a source reads, as the platform itself names it. */
const readFrom = (source: string): string =>
  `substring(${source} ->> 'resource' from '^strategy\\.query/(${UUID})$')::uuid`

/**
 * What uses the strategies from outside of them, in what is published and in drafts. Look-ups are read from the text of
 * the mapping, for they stand at any depth and in templates too.
 */
export const listReferences = (tx: Tx, ids: readonly string[], userId: string): Promise<Reference[]> =>
  tx.query<Reference>(
    `with said as (
       select s.id, s.name, v.config -> 'mapping' as mapping, v.config -> 'target' as target,
              v.config -> 'source' as source
         from strategy s
         join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
        where s.tenant_id = app_tenant() and s.id <> all($1::uuid[])
       union all
       select s.id, s.name, g.parts -> 'mapping', g.parts -> 'target', g.parts -> 'source'
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
       select ${readFrom('said.source')}, 'read', said.id, said.name, null, null
         from said
       union
       select (said.target #>> '{writeBack,callback,strategy_id}')::uuid, 'callback', said.id, said.name, null, null
         from said
       union
       select r.strategy_id, 'report', s.id, s.name,
              case when r.is_shared or r.owner_id = $2 then r.name else '' end, r.id
         from aggregate_report r join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
        where r.tenant_id = app_tenant() and r.strategy_id = any($1::uuid[])) u
      where u.id = any($1::uuid[])
      order by array_position(array['wait', 'find', 'read', 'callback', 'report'], u.kind), u.strategy_name, u.report_name limit 500`,
    [ids, userId],
  )

export interface Use {
  readonly kind: 'connector' | 'asset' | 'map' | 'find' | 'read' | 'callback' | 'wait'
  readonly id: string
  readonly name: string
}

/** What the strategy itself uses, in what is published and in its draft. */
export const listUses = (tx: Tx, id: string): Promise<Use[]> =>
  tx.query<Use>(
    `with said as (
       select v.config from strategy s
         join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
        where s.tenant_id = app_tenant() and s.id = $1
       union all
       select parts from strategy_gate where tenant_id = app_tenant() and strategy_id = $1 and parts is not null),
     side as (select config -> 'source' as side from said union all select config -> 'target' from said),
     mapped as (select m[1]::uuid as id from said, regexp_matches((config -> 'mapping')::text, '${UUID}', 'g') m),
     used as (
       select 'find' as kind, id from mapped
       union select 'read', ${readFrom("config -> 'source'")} from said
       union select 'callback', (config #>> '{target,writeBack,callback,strategy_id}')::uuid from said
       union select 'wait', upstream_id from strategy_link where tenant_id = app_tenant() and strategy_id = $1)
     select kind, id, name from (
       select 'connector' as kind, c.id, c.name from connector c
        where c.tenant_id = app_tenant() and c.id in (select (side ->> 'connector_id')::uuid from side)
       union all
       select 'asset', a.id, a.name from api_asset a
        where a.tenant_id = app_tenant()
          and a.id in (select substring(side ->> 'resource' from '^asset:(${UUID})@')::uuid from side)
       union all
       select 'map', m.id, m.name from value_map m
        where m.tenant_id = app_tenant() and m.id in (select id from mapped)
       union all
       select used.kind, s.id, s.name from used
         join strategy s on s.tenant_id = app_tenant() and s.id = used.id) each
      order by array_position(array['connector', 'asset', 'map', 'find', 'read', 'callback', 'wait'], kind), name, id
      limit 500`,
    [id],
  )
