import type { Tx } from '@sluice/db'
import { PAGE_BYTES } from './expired-pages.ts'

/**
 * What each strategy takes, as the row of today. Pages are measured, their bytes as they lie on the disk; rows of the
 * other tables are counted and take their share of the table with its indexes.
 */
export async function measureUse(tx: Tx): Promise<void> {
  await tx.execute(
    `with pages as (
       select tenant_id, strategy_id, count(*) as pages, sum(${PAGE_BYTES}) as bytes, min(created_at) as oldest,
              max(created_at) as newest
         from page p group by 1, 2),
     records as (select tenant_id, strategy_id, sum(count) as records from record_count group by 1, 2),
     traces as (
       select tenant_id, strategy_id, sum(bytes) as bytes from (${['run_log', 'record_attempt', 'rejected_row', 'run']
         .map(shareOf)
         .join(' union all ')}) each group by 1, 2)
     insert into storage_use (tenant_id, strategy_id, day, records, pages, page_bytes, record_bytes, trace_bytes, oldest,
       newest, measured_at)
     select s.tenant_id, s.id, (now() at time zone 'UTC')::date, coalesce(r.records, 0), coalesce(p.pages, 0),
            coalesce(p.bytes, 0),
            coalesce(r.records, 0) * ((pg_total_relation_size('record_state') + pg_total_relation_size('record_block')) / greatest(1, sum(r.records) over ())),
            coalesce(t.bytes, 0), p.oldest, p.newest, now()
       from strategy s
       left join pages p on p.tenant_id = s.tenant_id and p.strategy_id = s.id
       left join records r on r.tenant_id = s.tenant_id and r.strategy_id = s.id
       left join traces t on t.tenant_id = s.tenant_id and t.strategy_id = s.id
     on conflict (tenant_id, day, strategy_id) do update set records = excluded.records, pages = excluded.pages,
       page_bytes = excluded.page_bytes, record_bytes = excluded.record_bytes, trace_bytes = excluded.trace_bytes,
       oldest = excluded.oldest, newest = excluded.newest, measured_at = excluded.measured_at`,
  )
  await tx.execute(`delete from storage_use where day < (now() at time zone 'UTC')::date - 60`)
}

const shareOf = (table: string): string =>
  `select tenant_id, strategy_id, count(*) * (pg_total_relation_size('${table}') / greatest(1, sum(count(*)) over ())) as bytes
     from ${table} group by 1, 2`

/** Bytes of everything that grows with the data, as the disk has them. */
export async function readStoreBytes(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and (relname like 'page\\_%' or relname in ('record_state', 'record_block', 'record_attempt', 'rejected_row', 'run_log', 'run'))`,
  )
  return Number(row?.bytes ?? 0)
}
