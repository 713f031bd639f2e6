import type { Tx } from '@sluice/db'
import type { PageSpan } from './page-days.ts'

export interface PageKey {
  readonly id: string
  readonly created_at: string
}

/** What makes a page of a strategy go. */
export interface PageRule {
  readonly tenantId: string
  readonly strategyId: string
  readonly span: PageSpan
  /**
   * aged: read before `before`, and no record still needs it.
   * replaced: read before `before`, and no record points to it any more.
   */
  readonly kind: 'aged' | 'replaced'
  readonly before: string
  /** A record in error needs its page until it was last changed before this; null: always. */
  readonly errorBefore: string | null
  /** Every row that is not deleted needs its page, because another strategy makes groups of them. */
  readonly isGrouped: boolean
}

/**
 * A record needs its page while it waits (0, 4, 6, 11), is queued (5) or unknown (9), and in error (3) for as long
 * as errors are kept. The states are an index condition, so that a finished record is never looked at.
 */
const needed = (errorBefore: string): string => `exists (select from record_state r
  where r.tenant_id = $1 and r.strategy_id = $2 and r.status = any ('{0,3,4,5,6,9,11}'::smallint[]) and r.page_id = p.id
    and (r.status <> 3 or r.retry_at is not null or ${errorBefore}::timestamptz is null or r.updated_at >= ${errorBefore}))`

/** `only`: a further condition on rows of record_state, beginning with `and`. */
const current = (only = ''): string => `exists (select from record_state r
  where r.tenant_id = $1 and r.strategy_id = $2 and r.page_id = p.id and r.page_at >= $3 and r.page_at < $4 ${only})
  or exists (select from record_block b where b.tenant_id = $1 and b.strategy_id = $2 and b.page_id = p.id)`

// Without `status`: a page of which any record is current is no replaced one.
const POINTED_TO = `${current()}
  or exists (select from rejected_row j where j.tenant_id = $1 and j.run_id = p.run_id and j.page_id = p.id)`

interface Condition {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** Settled pages only; restored ones stay as long as was promised. `given`: parameters that stand before its own. */
function expired(rule: PageRule, given: readonly unknown[] = []): Condition {
  const { tenantId, strategyId, span, kind, before, errorBefore, isGrouped } = rule
  const values = [tenantId, strategyId, span.from, span.to, before, ...given]
  const aged = (): string =>
    `${needed(`$${values.length + 1}`)}${isGrouped ? ` or ${current('and not r.is_deleted')}` : ''}`
  const sql = `p.tenant_id = $1 and p.strategy_id = $2 and p.created_at >= $3 and p.created_at < $4
    and p.status = 1 and p.created_at < $5
    and not (${kind === 'aged' ? aged() : POINTED_TO})
    and not exists (select from archive_file a where a.tenant_id = $1 and a.strategy_id = $2
      and a.restored_until > now() and p.id between a.first_page and a.last_page)`
  return { sql, values: kind === 'aged' ? [...values, errorBefore] : values }
}

export function findExpired(tx: Tx, rule: PageRule, limit: number): Promise<PageKey[]> {
  const { sql, values } = expired(rule, [limit])
  return tx.query<PageKey>(`select p.id, p.created_at from page p where ${sql} order by p.id limit $6`, values)
}

export async function countExpired(tx: Tx, rule: PageRule): Promise<{ pages: number; bytes: number; records: number }> {
  const { sql, values } = expired(rule)
  const [row] = await tx.query<{ pages: string; bytes: string; records: string }>(
    `select count(*) as pages, coalesce(sum(${PAGE_BYTES}), 0) as bytes, coalesce(sum(p.record_count), 0) as records
       from page p where ${sql}`,
    values,
  )
  return { pages: Number(row?.pages ?? 0), bytes: Number(row?.bytes ?? 0), records: Number(row?.records ?? 0) }
}

/** Stored bytes of a page with its row and index entries; nothing is decompressed for it. */
export const PAGE_BYTES =
  'pg_column_size(p.body) + coalesce(pg_column_size(p.raw), 0) + coalesce(pg_column_size(p.result), 0) + 160'

/** Looks once more: a record that a person put back meanwhile keeps its page. */
export function deleteExpired(tx: Tx, rule: PageRule, keys: readonly PageKey[]): Promise<number> {
  const { sql, values } = expired(rule, [keys.map(key => key.id), keys.map(key => key.created_at)])
  return tx.execute(
    `delete from page p using unnest($6::bigint[], $7::timestamptz[]) g(id, at)
      where p.id = g.id and p.created_at = g.at and ${sql}`,
    values,
  )
}

/** How many pages each strategy has in a span, those of deleted strategies included. */
export function countPages(
  tx: Tx,
  span: PageSpan,
): Promise<{ readonly tenant_id: string; readonly strategy_id: string; readonly pages: string }[]> {
  return tx.query(
    `select tenant_id, strategy_id, count(*) as pages from ${span.day === null ? 'page_default' : tableOf(span.day)}
      group by 1, 2 order by 1, 2`,
  )
}

// The day comes from a table's name, never from outside.
const tableOf = (day: string): string => `page_${day.replaceAll('-', '')}`
