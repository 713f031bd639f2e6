import type { Tx } from '@sluice/db'
import { toPattern } from '../../../http/paging.ts'
import type { CatalogueObject, catalogueSorts } from './contract.ts'

/** The active environment of a connector. */
const FROM = `from connector c join catalogue_object o
    on o.tenant_id = c.tenant_id and o.connector_id = c.id and o.env = c.env
  where c.tenant_id = app_tenant() and c.id = $1`

export async function sumUp(
  tx: Tx,
  connectorId: string,
): Promise<{ objects: number; gone: number; schemas: { schema: string; count: number }[] }> {
  const rows = await tx.query<{ schema: string; count: number; gone: number }>(
    `select o.schema, (count(*) filter (where o.gone_at is null))::int as count,
       (count(*) filter (where o.gone_at is not null))::int as gone ${FROM} group by o.schema order by o.schema`,
    [connectorId],
  )
  return {
    objects: rows.reduce((sum, row) => sum + row.count, 0),
    gone: rows.reduce((sum, row) => sum + row.gone, 0),
    schemas: rows.filter(row => row.count > 0 && row.schema !== '').map(({ schema, count }) => ({ schema, count })),
  }
}

export interface ObjectFilter {
  readonly keyword?: string | undefined
  readonly object?: string | undefined
  readonly schema?: string | undefined
  readonly kind?: string | undefined
  readonly role?: string | undefined
  readonly presence: 'here' | 'gone' | 'all'
  readonly sort: (typeof catalogueSorts)[number]
}

/** The whole name first, then its beginning, then its middle; in a database the name stands behind its schema. */
const FIT = `case when lower(o.label) = $8 or lower(o.id) = $8 or lower(o.id) like '%.' || $9 then '0'
  when lower(o.label) like $9 || '%' or lower(o.id) like '%.' || $9 || '%' then '1' else '2' end`

// As texts that sort as they are meant, so that a place in any order is a text and an id.
const sorts: Readonly<Record<ObjectFilter['sort'], { readonly key: string; readonly isDescending: boolean }>> = {
  fit: { key: FIT, isDescending: false },
  id: { key: `''`, isDescending: false },
  '-estimated_count': { key: `lpad((coalesce(o.estimated_count, -1) + 1)::text, 20, '0')`, isDescending: true },
  '-found_at': { key: `to_char(o.found_at at time zone 'utc', 'YYYYMMDDHH24MISSUS')`, isDescending: true },
}

const WHERE = `${FROM} and o.search like all ($2::text[]) and ($3::text is null or o.id = $3)
  and ($4::text is null or o.schema = $4) and ($5::text is null or o.kind = $5)
  and ($6::text is null or o.direction in ('both', $6))
  and case $7 when 'here' then o.gone_at is null when 'gone' then o.gone_at is not null else true end`

function valuesOf(connectorId: string, { keyword = '', object, schema, kind, role, presence }: ObjectFilter) {
  const text = keyword.trim().toLowerCase()
  const words = text.split(/\s+/).filter(word => word !== '')
  return {
    where: [connectorId, words.map(toPattern), object ?? null, schema ?? null, kind ?? null, role ?? null, presence],
    fit: [text, toPattern(text).slice(1, -1)],
  }
}

export interface ObjectRow extends Omit<CatalogueObject, 'estimated_count'> {
  readonly estimated_count: string | null
  /** Its place in the order. */
  readonly place: string
}

export function searchObjects(
  tx: Tx,
  connectorId: string,
  filter: ObjectFilter,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<ObjectRow[]> {
  const { key, isDescending } = sorts[filter.sort]
  const [direction, beyond] = isDescending ? ['desc', '<'] : ['', '>']
  const cut = after?.indexOf('/') ?? 0
  const { where, fit } = valuesOf(connectorId, filter)
  return tx.query<ObjectRow>(
    `select * from (
       select o.id, o.schema, o.label, o.kind, o.direction, o.comment, o.estimated_count, json_array_length(o.fields) as field_count,
         o.found_at, o.gone_at, (${key}) collate "C" as key, (${key}) || '/' || o.id as place ${WHERE}) found
      where ($10::text is null or (key, id) ${beyond} ($10 collate "C", $11)) and ($8::text || $9::text) is not null
      order by key ${direction}, id ${direction} limit $12`,
    [
      ...where,
      ...fit,
      after === null ? null : after.slice(0, cut),
      after === null ? null : after.slice(cut + 1),
      limit,
    ],
  )
}

export async function countObjects(tx: Tx, connectorId: string, filter: ObjectFilter): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count ${WHERE}`,
    valuesOf(connectorId, filter).where,
  )
  return row?.count ?? 0
}

export interface ChangeRow {
  readonly id: string
  readonly at: string
  readonly object_id: string
  readonly kind: 'added' | 'removed' | 'returned' | 'changed' | 'fields'
  readonly detail: unknown
  readonly strategies: { readonly id: string; readonly name: string }[]
}

export const listChanges = (tx: Tx, connectorId: string, before: string | null, limit: number): Promise<ChangeRow[]> =>
  tx.query<ChangeRow>(
    `select e.id, e.at, e.object_id, e.kind, e.detail, coalesce(u.strategies, '[]') as strategies
       from connector c join catalogue_change e on e.tenant_id = c.tenant_id and e.connector_id = c.id and e.env = c.env
       left join lateral (
         select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name) as strategies
           from strategy s join strategy_version v
             on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
          where s.tenant_id = c.tenant_id
            and (s.source_connector_id = c.id and v.config -> 'source' ->> 'resource' = e.object_id
              or s.target_connector_id = c.id and v.config -> 'target' ->> 'resource' = e.object_id)) u on true
      where c.tenant_id = app_tenant() and c.id = $1 and ($2::bigint is null or e.id < $2)
      order by e.id desc limit $3`,
    [connectorId, before, limit],
  )
