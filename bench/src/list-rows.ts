import { type Api, adminPassword } from '@sluice/e2e'
import pg from 'pg'

export interface Filled {
  readonly strategyId: string
  readonly tenantId: string
  /** Some of the runs, of 1,000 records each. */
  readonly runIds: readonly string[]
  /** A run with 200,000 lines of log and as many rejected rows. */
  readonly largeRunId: string
  readonly firstMs: number
  readonly days: number
}

const DAYS = 90
const CHUNK = 1_000_000

/** A strategy whose two ends are never reached. */
export async function createStrategy(api: Api): Promise<string> {
  const params = { host: '127.0.0.1', port: 1, database: 'none', username: 'none', password: adminPassword }
  const { id } = (await api.connector.create({ body: { platform_id: 'postgresql', name: 'none', params } })).content
  const side = { connector_id: id, resource: 'public.orders' }
  const config = { source: { ...side, key: ['id'] }, target: side, mapping: { copyAll: true, fields: [] } }
  return (await api.strategy.create({ body: { name: 'orders', config } })).content.id
}

/**
 * Records as runs would have left them over ninety days: 1,000 to a run, every second page with numbers. Four of five pages
 * are finished as a whole and lie in blocks. Of the others, which are rows, one record in 40 is in error and one in 4 was
 * changed again at a later time. Written by statements over sets, in the order they would have come.
 */
export async function fillLists(url: string, strategyId: string, records: number): Promise<Filled> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off; set timezone = 'UTC'")
    const { rows } = await client.query<{ tenant_id: string }>('select tenant_id from strategy where id = $1', [
      strategyId,
    ])
    const tenantId = rows[0]?.tenant_id ?? ''
    const firstMs = Date.now() - DAYS * 86_400_000
    const place = { tenantId, strategyId, records, first: new Date(firstMs).toISOString() }
    await fillRuns(client, place)
    for (let from = 1; from <= records; from += CHUNK) await fillRecords(client, place, from)
    await fillTraces(client, place)
    await client.query('vacuum analyze')
    const runs = await client.query<{ id: string }>('select id from run order by md5(id::text) limit 500')
    const large = await client.query<{ id: string }>('select id from run order by created_at limit 1')
    return {
      strategyId,
      tenantId,
      runIds: runs.rows.map(row => row.id),
      largeRunId: large.rows[0]?.id ?? '',
      firstMs,
      days: DAYS,
    }
  } finally {
    await client.end()
  }
}

interface Place {
  readonly tenantId: string
  readonly strategyId: string
  readonly records: number
  readonly first: string
}

/** Run n of its 1,000 records; md5 makes ids that can be computed from n, the two digits make them UUIDs. */
const RUN_ID = (n: string): string =>
  `overlay(overlay(md5('run' || ${n}) placing '7' from 13) placing '8' from 17)::uuid`

/** When record n came. */
const cameAt = (n: string, first: string, records: string): string =>
  `${first}::timestamptz + interval '${DAYS} days' * ((${n})::float8 / ${records})`

async function fillRuns(client: pg.Client, { tenantId, strategyId, records, first }: Place): Promise<void> {
  const counts = { read: 1000, fresh: 1000, duplicate: 0, rejected: 0, staged: 1000, written: 1000 }
  await client.query(
    `insert into run (tenant_id, id, strategy_id, version, trigger, state, counts, read_complete, created_at, started_at, finished_at)
     select $1, ${RUN_ID('n')}, $2, 1, 'schedule', case when n % 500 = 0 then 'failed' else 'succeeded' end, $3, true,
            ${cameAt('n * 1000.0', '$4', '$5::float8')}, ${cameAt('n * 1000.0', '$4', '$5::float8')},
            ${cameAt('(n + 1) * 1000.0', '$4', '$5::float8')}
       from generate_series(0, ceil($5::float8 / 1000)::int - 1) n`,
    [tenantId, strategyId, JSON.stringify(counts), first, records],
  )
}

/** A number of `record_id` stands for so many records. */
const ID_STEP = 16_384
const isRows = (page: number): boolean => page % 5 === 0
const digits = (n: number): string => String(n).padStart(9, '0')

/** Key of the nth record. */
export const keyOf = (n: number): string => `K${digits(n)}`

/** Number of the nth record that has one. */
export const numberOf = (n: number): string => `N${digits(Math.floor(n / 1000) * 2000 + (n % 1000))}`

/** Id of the nth record: a block takes as many as it has, a row the first of a step. */
export function idOf(n: number): number {
  const page = Math.floor(n / 1000)
  return isRows(page) ? n * ID_STEP + 1 : page * 1000 * ID_STEP + 1 + (n % 1000)
}

async function fillRecords(
  client: pg.Client,
  { tenantId, strategyId, records, first }: Place,
  from: number,
): Promise<void> {
  const values = [tenantId, strategyId, from, Math.min(records, from + CHUNK - 1), first, records]
  const came = cameAt('(n / 1000) * 1000.0 + 500', '$5', '$6::float8')
  const numbered = `select n, n / 1000 as page, n % 1000 as ordinal, 'K' || lpad(n::text, 9, '0') as key,
      case when n / 1000 % 2 = 0 then 'N' || lpad(n::text, 9, '0') end as number, 'T' || lpad(n::text, 9, '0') as target,
      ${came} as came
    from generate_series($3::int, $4::int) n`
  await client.query(
    `insert into record_state (tenant_id, strategy_id, key, id, page_id, page_at, ordinal, status, attempts, version, hash,
       number, error_code, error_message, target_key, run_id, created_at, updated_at)
     select $1, $2, key, n::bigint * ${ID_STEP} + 1, page, came, ordinal, case when n % 40 = 0 then 3 else 2 end, 1, 1,
            decode(md5(n::text), 'hex'), number,
            case when n % 100000 = 0 then 'target.rare' when n % 40 = 0 then 'target.refused' end,
            case when n % 40 = 0 then 'The target refused this record.' end, target, ${RUN_ID('page')}, came,
            case when n % 4 = 1 then came + interval '5 days' else came end
       from (${numbered}) r where page % 5 = 0 order by n`,
    values,
  )
  await client.query(
    `insert into record_block (tenant_id, strategy_id, run_id, first_id, record_count, key_length, first_key, last_key,
       number_length, first_number, last_number, target_length, first_target, last_target, page_id, page_at, first_ordinal,
       version, keys, numbers, target_keys, hashes, created_at)
     select $1, $2, ${RUN_ID('page')}, page::bigint * ${1000 * ID_STEP} + 1 + min(ordinal), count(*), 10, min(key), max(key),
            length(min(number)), min(number), max(number), 10, min(target), max(target), page, min(came), min(ordinal), 1,
            array_agg(key order by n), case when min(number) is not null then array_agg(number order by n) end,
            array_agg(target order by n), string_agg(decode(md5(n::text), 'hex'), '' order by n), min(came)
       from (${numbered}) r where page % 5 <> 0 group by page order by page`,
    values,
  )
}

async function fillTraces(client: pg.Client, { tenantId, strategyId, records, first }: Place): Promise<void> {
  const values = [tenantId, strategyId]
  await client.query(
    `insert into record_count (tenant_id, strategy_id, status, count)
     select $1, $2, status, sum(count) from (
       select status, count(*) from record_state group by status
       union all select 2, sum(record_count) from record_block having count(*) > 0) s group by status`,
    values,
  )
  await client.query(
    `insert into record_attempt (tenant_id, strategy_id, record_id, run_id, attempt, status, version, failure)
     select $1, $2, id, run_id, 1, 3, 1, '{"code":"target.refused","message":"No.","retry":"never"}' from record_state where status = 3`,
    values,
  )
  await client.query(
    `insert into run_log (tenant_id, strategy_id, run_id, level, text, created_at)
     select $1, $2, r.id, case when l = 3 then 'error' else 'notice' end, 'Finished: 1000 read.', r.created_at
       from run r, generate_series(1, 8) l order by r.created_at`,
    values,
  )
  for (const table of ['run_log', 'rejected_row'])
    await client.query(
      table === 'run_log'
        ? `insert into run_log (tenant_id, strategy_id, run_id, level, text, created_at)
           select $1, $2, ${RUN_ID('0')}, case when n % 1000 = 0 then 'error' else 'record' end, 'Line ' || n, $3 from generate_series(1, 200000) n`
        : `insert into rejected_row (tenant_id, strategy_id, run_id, page_id, ordinal, failure, created_at)
           select $1, $2, ${RUN_ID('0')}, n / 1000, n % 1000, '{"code":"record.key","message":"No key.","retry":"never"}', $3
             from generate_series(1, 200000) n`,
      [...values, first],
    )
  await client.query(`select setval('record_id', $1)`, [(records + 1000) * ID_STEP + 1])
}
