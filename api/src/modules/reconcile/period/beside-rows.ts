import type { Tx } from '@sluice/db'
import type { Side } from './line-rows.ts'

/** Of each line that has any: its handling, its comments and its evidence as JSON. The bytes of evidence stay where they are. */
export async function readBesides(tx: Tx, side: Side, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; besides: string }>(
    `with handling as (
       select line_id as id, to_jsonb(h) as said from recon_handling h
        where tenant_id = app_tenant() and side = $1 and line_id = any($2::bigint[])),
     comments as (
       select subject_id as id, jsonb_agg(to_jsonb(c) order by c.id) as said from recon_comment c
        where tenant_id = app_tenant() and kind = $1 and subject_id = any($2::bigint[]) group by 1),
     evidence as (
       select subject_id as id, jsonb_agg(to_jsonb(e) order by e.created_at, e.id) as said from recon_evidence e
        where tenant_id = app_tenant() and kind = $1 and subject_id = any($2::bigint[]) group by 1)
     select id, jsonb_build_object('handling', h.said, 'comments', coalesce(c.said, '[]'), 'evidence', coalesce(e.said, '[]'))::text as besides
       from handling h full join comments c using (id) full join evidence e using (id)`,
    [side, ids],
  )
  return new Map(rows.map(({ id, besides }) => [id, besides]))
}

/** Archives of before have no such column. */
export const isSaid = (besides: unknown): besides is string => typeof besides === 'string' && besides !== ''

/** What is not here any more; what is stays as it is, for it may be newer. */
export async function putBackBesides(tx: Tx, besides: readonly string[]): Promise<void> {
  if (besides.length === 0) return
  const given = `[${besides.join(',')}]`
  await tx.execute(
    `insert into recon_handling select r.* from jsonb_array_elements($1::jsonb) b
       cross join lateral jsonb_populate_record(null::recon_handling, b -> 'handling') r where jsonb_typeof(b -> 'handling') = 'object'
     on conflict do nothing`,
    [given],
  )
  for (const [table, name] of [
    ['recon_comment', 'comments'],
    ['recon_evidence', 'evidence'],
  ] as const)
    await tx.execute(
      `insert into ${table} select r.* from jsonb_array_elements($1::jsonb) b
         cross join lateral jsonb_populate_recordset(null::${table}, b -> '${name}') r on conflict do nothing`,
      [given],
    )
}
