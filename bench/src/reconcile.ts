import { createMatchWorker } from '@sluice/api/background'
import { newId } from '@sluice/contract'
import { migrate, openDatabase } from '@sluice/db'
import pg from 'pg'
import type { Figure } from './figure.ts'
import { CASCADE } from './reconcile-cascade.ts'

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const LINES = Number(process.env['BENCH_LINES'] ?? 1_000_000)

const same = (id: string, kind: string, keys: readonly string[], more: object = {}) => ({ id, kind, keys, ...more })
const RULES = [
  same('exact', 'exact', ['order', 'item']),
  same('sum-of-item', 'aggregate', ['order', 'item']),
  same('sum-of-order', 'aggregate', ['order']),
  same('rounding', 'tolerance', ['order', 'item'], {
    ...{ tolerance_minor: '5', tolerance_basis_points: 0, item: 'rounding', limit_minor: '1000000000' },
  }),
  same('amount-and-day', 'window', ['account'], { before_hours: 1, after_hours: 1 }),
]

/**
 * As many lines a side by five rules, from the press to the commit of matches, items, states and exceptions; baseline: the same
 * rules as statements written by hand, on a copy of the same tables.
 */
export async function* measureReconcile(): AsyncIterable<Figure> {
  const names = { ours: `sluice_bench_${process.pid}`, hand: `sluice_bench_${process.pid}_hand` }
  const admin = await connect('postgres')
  await admin.query(`create database ${names.ours}`)
  try {
    const url = Object.assign(new URL(server), { pathname: `/${names.ours}` }).href
    await migrate(url)
    const runId = await fill(names.ours)
    await admin.query(`create database ${names.hand} template ${names.ours}`)
    const baseline = await matchByHand(names.hand)
    const { seconds, groups } = await matchByUs(url, names.ours, runId)
    if (groups !== baseline.groups) throw new Error(`reconciling: ${groups} matches, by hand ${baseline.groups}`)
    yield {
      name: 'reconcile.commit',
      unit: 's',
      value: seconds,
      baseline: baseline.seconds,
      ratio: seconds / baseline.seconds,
      rssMb: Math.round(process.resourceUsage().maxRSS / 1024),
      note: `${LINES} lines a side, five rules, ${groups} matches kept; baseline: statements by hand`,
    }
  } finally {
    for (const name of Object.values(names)) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(server), { pathname: `/${database}` }).href })
  await client.connect()
  return client
}

/**
 * Of a thousand orders: 900 are equal, 30 differ by some cents, 25 came in two parts, 20 lost their number, 25 were never paid.
 * The rules have earned to confirm. @returns the run that waits
 */
async function fill(database: string): Promise<string> {
  const client = await connect(database)
  const [tenant, account, item, flow, run] = Array.from({ length: 5 }, () => newId())
  await client.query(`insert into tenant (id, code, name) values ($1, 'bench', 'Bench')`, [tenant])
  await client.query(`select set_config('app.tenant_id', $1, false), set_config('app.system', 'on', false)`, [tenant])
  await client.query(
    `insert into recon_account (tenant_id, id, code, name, platform, currency) values ($1, $2, 'a', 'A', 'alipay', 'CNY')`,
    [tenant, account],
  )
  await client.query(`insert into accounting_item (tenant_id, id, code, name) values ($1, $2, 'goods', 'Goods')`, [
    tenant,
    item,
  ])
  await client.query(
    `insert into bill_line (tenant_id, account_id, fingerprint, order_no, item_id, amount_minor, currency, occurred_at, bill_date)
     select $1, $2, int8send(o * 2 + part), case when o % 1000 >= 955 then null else '2026' || (100000000 + o) end, $3,
            case when o % 1000 between 930 and 954 then (case part when 0 then 40 else amount - 40 end)
                 when o % 1000 between 900 and 929 then amount + 1 + o % 5 else amount end,
            'CNY', timestamptz '2026-03-01Z' + o * interval '1 second', '2026-03-01'
       from (select o, 1000 + (o::bigint * 7919) % 1000003 as amount from generate_series(1, $4::int) o) orders,
            generate_series(0, 1) part
      where o % 1000 < 975 and (part = 0 or o % 1000 between 930 and 954)`,
    [tenant, account, item, LINES],
  )
  await client.query(
    `insert into supply_line (tenant_id, account_id, doc_no, order_no, item_id, amount_minor, currency, occurred_at, business_date)
     select $1, $2, o::text, '2026' || (100000000 + o), $3, 1000 + (o::bigint * 7919) % 1000003, 'CNY',
            timestamptz '2026-03-01Z' + o * interval '1 second' + interval '500 ms', '2026-03-01'
       from generate_series(1, $4::int) o`,
    [tenant, account, item, LINES],
  )
  const config = { rules: RULES, in_transit_days: 0 }
  await client.query(`insert into recon_flow (tenant_id, id, name, config) values ($1, $2, 'bench', $3)`, [
    tenant,
    flow,
    config,
  ])
  await client.query('insert into recon_flow_account (tenant_id, flow_id, account_id) values ($1, $2, $3)', [
    tenant,
    flow,
    account,
  ])
  const list = RULES.map(rule => ({ rule, hash: rule.id, right: 5000, wrong: 0 }))
  await client.query(`insert into recon_run (tenant_id, id, flow_id, mode, rules) values ($1, $2, $3, 'commit', $4)`, [
    tenant,
    run,
    flow,
    { list, in_transit_days: 0, as_of: '2026-06-01T00:00:00Z' },
  ])
  await client.query('vacuum analyze')
  await client.end()
  return run!
}

async function matchByHand(database: string): Promise<{ seconds: number; groups: number }> {
  const client = await connect(database)
  await client.query(`select set_config('app.system', 'on', false)`)
  const startedMs = performance.now()
  await client.query('begin')
  for (const statement of CASCADE) await client.query(statement)
  await client.query('commit')
  const seconds = (performance.now() - startedMs) / 1000
  const groups = await countGroups(client)
  await client.end()
  return { seconds, groups }
}

async function matchByUs(url: string, name: string, runId: string): Promise<{ seconds: number; groups: number }> {
  const database = await openDatabase({ url, poolSize: 4 })
  const worker = createMatchWorker({ database, log: { error: console.error }, now: Date.now })
  const startedMs = performance.now()
  await worker.turn()
  const seconds = (performance.now() - startedMs) / 1000
  await database.close()
  const client = await connect(name)
  const { rows } = await client.query('select state, failure from recon_run where id = $1', [runId])
  if (rows[0].state !== 'done') throw new Error(`reconciling: the run is ${JSON.stringify(rows[0])}`)
  const groups = await countGroups(client)
  await client.end()
  return { seconds, groups }
}

async function countGroups(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int as count from match_group')
  return rows[0].count
}
