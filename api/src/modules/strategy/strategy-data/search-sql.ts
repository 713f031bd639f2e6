import { RecordState } from '@sluice/contract'

/**
 * Lists of records at ten million rows: each of these statements walks one index in the order it answers in, and ends
 * after a page. Which one is used follows from what is asked (`choose` in store.ts).
 * Parameters: $1 strategy, $2 states, $3 below this id, $4 keys, numbers and keys at the target, $5 text, $6 run, $7 error, $8 from, $9 to,
 * $10 how many; $11 below this time, of the list by time.
 */
const COLUMNS = `r.id, r.key, r.number, r.status, r.attempts, r.version, r.error_code, r.error_message, r.target_key,
  r.retry_at, r.run_id, r.created_at, r.updated_at, r.page_id, r.page_at, r.ordinal`

// The tenant is named although row-level security adds it: its policy is an OR, which no index serves.
const MINE = 'r.tenant_id = app_tenant() and r.strategy_id = $1'

const FILTERS = `($5::text is null or r.key ilike $5 or r.number ilike $5 or r.error_message ilike $5)
  and ($6::uuid is null or r.run_id = $6)
  and ($7::text is null or r.error_code = $7)
  and ($8::timestamptz is null or r.updated_at >= $8)
  and ($9::timestamptz is null or r.updated_at < $9)`

/** Finished records that lie together: blocks are opened in the order of their index until a page is full. */
const IN_BLOCKS = `from record_block b cross join lateral open_block(b) r
   where b.tenant_id = app_tenant() and b.strategy_id = $1 and ${RecordState.finished} = any ($2::smallint[])`

/**
 * One short walk down the index (tenant, status, strategy, id) per state, then the newest of them all: 50 rows take
 * the same time wherever they lie. A single `status = any(…) order by id` walked past every finished record instead.
 */
export const SEARCH_BY_STATE = `
  select found.* from (
    select each.* from unnest($2::smallint[]) as wanted(status)
    cross join lateral (
      select ${COLUMNS} from record_state r
       where ${MINE} and r.status = wanted.status and ($3::bigint is null or r.id < $3) and $4::text[] is null and ${FILTERS}
       order by r.id desc limit $10) each
    union all
    (select ${COLUMNS} ${IN_BLOCKS} and ($3::bigint is null or b.first_id < $3) and ($3::bigint is null or r.id < $3)
       and $4::text[] is null and ${FILTERS}
     order by b.first_id desc, r.id desc limit $10)) found
  order by found.id desc
  limit $10`

const WANTED = `r.status = any ($2::smallint[]) and ($3::bigint is null or r.id < $3) and ${FILTERS}`

/** A probe of the keys per wanted text, and what else has one. `key = any(…) or number = any(…)` read them all. */
const searchByKeys = (others: readonly string[]): string => `
  select found.* from (
    select distinct on (each.id) each.* from (
      select k.* from unnest($4::text[]) as wanted(text) cross join lateral (
        select ${COLUMNS} from find_record_by_key($1, wanted.text) r) k
      union all ${others.join(' union all ')}) each
    order by each.id) found
   where exists (select from (select found.*) r where ${WANTED})
   order by found.id desc
   limit $10`

const byText = (records: string): string => `
  select each.* from unnest($4::text[]) as wanted(text) cross join lateral (
    select ${COLUMNS} from ${records} ${WANTED} order by r.id desc limit $10) each`

/** A probe per text also of the numbers and the keys at the target; it looks at each block that ends behind the text. */
export const SEARCH_BY_KEYS = searchByKeys([
  byText('find_records_by_number($1, wanted.text) r where'),
  byText('find_records_by_target($1, wanted.text) r where'),
])

/**
 * All texts and the bounds of all blocks are sorted together: how many texts stand before a block's first and up to its
 * last says which lie between them. Bounds of blocks may overlap.
 */
const inBlocksBetween = (one: 'number' | 'target', all: 'numbers' | 'target_keys'): string => `
  (select ${COLUMNS}
     from (select array_agg(text order by text collate "C") as texts from (select distinct unnest($4::text[]) as text) t) wanted
    cross join (
      select first_id, min(before) as low, max(before) as high from (
        select first_id, count(*) filter (where first_id is null) over (order by text collate "C", side rows unbounded preceding) as before
          from (select distinct unnest($4::text[]) as text, 1 as side, null::bigint as first_id
            union all
            select mark.text, mark.side, b.first_id from record_block b
             cross join lateral (values (b.first_${one}, 0), (b.last_${one}, 2)) mark(text, side)
             where b.tenant_id = app_tenant() and b.strategy_id = $1 and b.first_${one} is not null) marks) counted
       where first_id is not null group by first_id having min(before) < max(before)) bound
    join record_block b on b.tenant_id = app_tenant() and b.strategy_id = $1 and b.first_id = bound.first_id
    cross join lateral unnest(wanted.texts[bound.low + 1 : bound.high]) text
    cross join lateral unnest(array_positions(b.${all}, text)) place
    cross join lateral open_record(b, place) r
    where ${WANTED}
    order by r.id desc limit $10)`

/** As `SEARCH_BY_KEYS`, for many texts: of 1,000 in 1,000,000 records probes took 1.4 s; in 10,000,000 it takes 0.13 s. */
export const SEARCH_BY_MANY_KEYS = searchByKeys([
  byText(`record_state r where ${MINE} and r.number = wanted.text and`),
  inBlocksBetween('number', 'numbers'),
  byText(`record_state r where ${MINE} and r.target_key = wanted.text and`),
  inBlocksBetween('target', 'target_keys'),
])

/** Few records have an error, so its index is small; the same error in millions of records is walked by id. */
export const SEARCH_BY_ERROR = `
  select ${COLUMNS} from record_state r
   where ${MINE} and r.status = any ($2::smallint[]) and ($3::bigint is null or r.id < $3) and $4::text[] is null and ${FILTERS}
     and r.error_code = $7
   order by r.id desc
   limit $10`

/** By the time of the last change, newest first. \`ordinal >= 0\` holds for every row and is what the index is built under. */
export const SEARCH_BY_TIME = `
  select found.* from (
    (select ${COLUMNS} from record_state r
      where ${MINE} and r.ordinal >= 0 and r.status = any ($2::smallint[]) and $4::text[] is null and ${FILTERS}
        and r.updated_at <= coalesce($11::timestamptz, 'infinity')
        and ($11::timestamptz is null or (r.updated_at, r.id) < ($11, $3::bigint))
      order by r.updated_at desc, r.id desc limit $10)
    union all
    (select ${COLUMNS} ${IN_BLOCKS} and $4::text[] is null and ${FILTERS}
        and b.created_at <= coalesce($11::timestamptz, 'infinity')
        and ($11::timestamptz is null or (b.created_at, r.id) < ($11, $3::bigint))
      order by b.created_at desc, r.id desc limit $10)) found
   order by found.updated_at desc, found.id desc
   limit $10`

/** The time in which a run changed records: it lives in the index by time. A minute more for transactions under way. */
export const RUN_WINDOW = `
  select coalesce(started_at, created_at) - interval '1 minute' as "from",
         coalesce(finished_at + interval '1 minute', 'infinity') as "to"
    from run where tenant_id = app_tenant() and id = $1`
