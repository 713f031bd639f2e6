import type { Tx } from '@sluice/db'

export interface LogFilter {
  readonly keyword: string | null
  readonly user: string | null
  readonly action: string | null
  readonly operation: string | null
  readonly objectType: string | null
  readonly result: string | null
  readonly ip: string | null
  readonly from: string | null
  readonly to: string | null
  /** Of a role with a data scope: the user, who sees what they did and what was done to the strategies they see. */
  readonly onlyOf: string | null
}

export interface LogRow {
  readonly id: string
  readonly username: string
  readonly role: string | null
  readonly action: string
  readonly operation: string
  readonly object_type: string
  readonly object_id: string | null
  readonly object_name: string | null
  readonly before: unknown
  readonly after: unknown
  readonly ip: string | null
  readonly user_agent: string | null
  readonly via: string | null
  readonly result: 'ok' | 'refused' | 'failed'
  readonly code: string | null
  readonly seq: string | null
  readonly hash: string | null
  readonly created_at: string
  readonly total: string
}

const COLUMNS = `l.id, l.username, l.role, l.action, l.operation, l.object_type, l.object_id, l.object_name, l.before, l.after,
  l.ip, l.user_agent, l.via, l.result, l.code, c.seq, encode(c.hash, 'hex') as hash, l.created_at`

const WHERE = `l.tenant_id = app_tenant()
  and ($1::text is null or l.username ilike $1 or l.object_name ilike $1 or l.action ilike $1 or l.object_id ilike $1
       or l.action = any($10))
  and ($2::text is null or l.username ilike $2)
  and ($3::text is null or l.action = $3)
  and ($4::text is null or l.operation = $4)
  and ($5::text is null or l.object_type = $5)
  and ($6::text is null or l.result = $6)
  and ($7::text is null or l.ip like $7)
  and ($8::timestamptz is null or l.created_at >= $8)
  and ($9::timestamptz is null or l.created_at < $9)
  and ($11::uuid is null or l.user_id = $11
       or case when l.object_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then
            exists (select from strategy s where s.tenant_id = l.tenant_id and s.id = l.object_id::uuid)
            or exists (select from run r where r.tenant_id = l.tenant_id and r.id = l.object_id::uuid)
          else false end)`

const valuesOf = (filter: LogFilter, named: readonly string[]) => [
  filter.keyword,
  filter.user,
  filter.action,
  filter.operation,
  filter.objectType,
  filter.result,
  filter.ip,
  filter.from,
  filter.to,
  named,
  filter.onlyOf,
]

/** `named`: actions whose readable name holds the keyword. */
export const searchLog = (
  tx: Tx,
  filter: LogFilter,
  named: readonly string[],
  limit: number,
  offset: number,
): Promise<LogRow[]> =>
  tx.query<LogRow>(
    `with found as (select l.*, count(*) over () as total from operation_log l where ${WHERE}
                     order by l.created_at desc, l.id desc limit $12 offset $13)
     select ${COLUMNS}, l.total from found l
       left join operation_chain c on c.tenant_id = l.tenant_id and c.log_id = l.id
      order by l.created_at desc, l.id desc`,
    [...valuesOf(filter, named), limit, offset],
  )

/** Newest first, after a row; for a file, which is read in pages of its own. */
export const listLog = (
  tx: Tx,
  filter: LogFilter,
  named: readonly string[],
  after: { readonly created_at: string; readonly id: string } | null,
  limit: number,
): Promise<LogRow[]> =>
  tx.query<LogRow>(
    `select ${COLUMNS}, '0' as total from operation_log l
       left join operation_chain c on c.tenant_id = l.tenant_id and c.log_id = l.id
      where ${WHERE} and ($12::timestamptz is null or (l.created_at, l.id) < ($12, $13::uuid))
      order by l.created_at desc, l.id desc limit $14`,
    [...valuesOf(filter, named), after?.created_at ?? null, after?.id ?? null, limit],
  )

export interface ChainRow {
  readonly seq: string
  readonly log_id: string
  readonly entry_hash: string
  readonly hash: string
  readonly deleted_by: string | null
  /** The row's text as it was hashed; null once it is deleted, or lost the name of a person who was erased. */
  readonly entry: string | null
}

/** Links of the chain with their rows, in their order. */
export const listChain = (tx: Tx, after: string, limit: number): Promise<ChainRow[]> =>
  tx.query<ChainRow>(
    `select c.seq, c.log_id, encode(c.entry_hash, 'hex') as entry_hash, encode(c.hash, 'hex') as hash, c.deleted_by,
            case when l.id is not null and not l.is_masked then operation_log_text(l) end as entry
       from (select * from operation_chain where tenant_id = app_tenant() and seq > $1 order by seq limit $2) c
       left join operation_log l on l.tenant_id = c.tenant_id and l.id = c.log_id
      order by c.seq`,
    [after, limit],
  )

export interface ChainHead {
  readonly seq: string
  readonly hash: string
}

export async function readHead(tx: Tx): Promise<ChainHead | undefined> {
  const rows = await tx.query<ChainHead>(
    `select seq, encode(hash, 'hex') as hash from operation_chain_head where tenant_id = app_tenant()`,
  )
  return rows[0]
}

export async function readStart(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ hash: string }>(`select encode(operation_chain_start(app_tenant()), 'hex') as hash`)
  return row!.hash // a select without a table has its one row
}

/** A row that no link speaks of: put in past the chain. */
export async function hasUnchained(tx: Tx): Promise<boolean> {
  const rows = await tx.query(
    `select from operation_log l where l.tenant_id = app_tenant()
        and not exists (select from operation_chain c where c.tenant_id = l.tenant_id and c.log_id = l.id) limit 1`,
  )
  return rows.length > 0
}

/** Tombstones that account for another number of rows than they say. */
export async function findFalseTombstone(tx: Tx): Promise<string | null> {
  const rows = await tx.query<{ seq: string }>(
    `select c.seq from operation_chain c
       join operation_log l on l.tenant_id = c.tenant_id and l.id = c.log_id
      where c.tenant_id = app_tenant() and l.action in ('system.deleteLog', 'personData.erase') and l.result = 'ok'
        and (l.after ->> 'deleted')::bigint is distinct from
            (select count(*) from operation_chain d where d.tenant_id = c.tenant_id and d.deleted_by = l.id)
      order by c.seq limit 1`,
  )
  return rows[0]?.seq ?? null
}

/** Tombstones among these ids: a deleted row must name one that is there. */
export async function listTombstones(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select id from operation_log where tenant_id = app_tenant() and id = any($1)
        and action in ('system.deleteLog', 'personData.erase')`,
    [ids],
  )
  return new Set(rows.map(row => row.id))
}

/** @returns how many rows left */
export async function deleteLog(tx: Tx, until: string, tombstone: string): Promise<number> {
  const [row] = await tx.query<{ deleted: string }>('select delete_operation_log($1, $2) as deleted', [
    until,
    tombstone,
  ])
  return Number(row?.deleted ?? 0)
}
