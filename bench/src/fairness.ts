import { setTimeout as delay } from 'node:timers/promises'
import { type Figure, quantile } from './figure.ts'
import { configOf, openStation, type Station, type Tenant } from './station.ts'

const QUEUED = Number(process.env['BENCH_QUEUED'] ?? 1_000_000)
const STARTS = 120
const EVERY_MS = 300
/** Of A's queued runs, so many can be run; the measurement ends long before. */
const RUNNABLE = 20_000
const ROUNDS = 30

/**
 * How long tenant B's runs take to start while tenant A has a million queued, beside B alone; and what B moves while A
 * writes to a target that takes a minute for each answer.
 */
export async function* measureFairness(): AsyncIterable<Figure> {
  const station = await openStation()
  try {
    const [a, b] = [await station.createTenant(), await station.createTenant()]
    const strategyId = await station.createStrategy(b, 'orders')
    await station.measureStart(b, strategyId, 'orders')
    yield await measureSlowTarget(station, a, b)
    const idle = await measureStarts(station, b, strategyId)
    await flood(station, a)
    // As above, one start that is not counted: it also waits for what a million rows at once leave the server to do.
    await station.measureStart(b, strategyId, 'orders')
    const flooded = await measureStarts(station, b, strategyId)
    const { rows } = await station.client.query(
      `select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state <> 'queued')::int as done
         from run where tenant_id = $1`,
      [a.id],
    )
    const [value, baseline] = [quantile(flooded, 0.99), quantile(idle, 0.99)]
    yield {
      name: 'fairness.delay',
      unit: 'ms',
      value,
      baseline,
      ratio: value / baseline,
      rssMb: null,
      note: `p99 of ${STARTS} starts of tenant B; tenant A has ${rows[0].queued} runs queued and got ${rows[0].done}; baseline: B alone`,
    }
  } finally {
    await station.close()
  }
}

async function measureStarts(station: Station, tenant: Tenant, strategyId: string): Promise<number[]> {
  const starts: number[] = []
  for (let start = 0; start < STARTS; start++) {
    starts.push(await station.measureStart(tenant, strategyId, 'orders'))
    await delay(EVERY_MS)
  }
  return starts
}

/** A run is unique per strategy while it is live, so a million of them are of a million strategies. */
async function flood({ client }: Station, tenant: Tenant): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into strategy (tenant_id, id, code, name, group_name, status, source_connector_id, target_connector_id)
     select $1, gen_random_uuid(), lpad(i::text, 8, '0'), i::text, 'flood', 'stopped', $2, $2 from generate_series(1, $3::int) i`,
    [tenant.id, tenant.connectorId, QUEUED],
  )
  await client.query(
    `insert into strategy_version (tenant_id, strategy_id, version, config)
     select tenant_id, id, 1, $2 from strategy where tenant_id = $1 and group_name = 'flood' and code <= lpad($3, 8, '0')`,
    [tenant.id, JSON.stringify(configOf(tenant, 'busy')), String(RUNNABLE)],
  )
  await client.query(
    `insert into run (tenant_id, id, strategy_id, version, trigger, counts, pool_id, created_at)
     select tenant_id, gen_random_uuid(), id, 1, 'schedule', '{}', tenant_id, now() + code::int * interval '1 microsecond'
       from strategy where tenant_id = $1 and group_name = 'flood'`,
    [tenant.id],
  )
  await client.query(`set session_replication_role = default`)
  await client.query('vacuum analyze run')
  await client.query('select pg_notify($1, $2)', ['sluice_run', ''])
}

async function measureSlowTarget(station: Station, a: Tenant, b: Tenant): Promise<Figure> {
  const strategyId = await station.createStrategy(b, 'orders')
  const measure = async (): Promise<number> => {
    const startedMs = performance.now()
    for (let round = 0; round < ROUNDS; round++) await station.run(b, strategyId)
    return ROUNDS / ((performance.now() - startedMs) / 1000)
  }
  await measure()
  const alone = await measure()
  const slow: string[] = []
  for (let count = 0; count < 4; count++) slow.push(await station.createStrategy(a, `slow ${count}`))
  for (const id of slow)
    await station.database.withTenant(a.id, tx =>
      station.engine.runs.request(tx, { tenantId: a.id, strategyId: id, trigger: 'manual' }),
    )
  await delay(1000)
  const beside = await measure()
  for (const id of slow)
    await station.database.withTenant(a.id, tx =>
      station.engine.runs.requestStopOf(tx, { tenantId: a.id, strategyId: id }),
    )
  await station.client.query(`update run set state = 'stopped' where tenant_id = $1 and state = 'queued'`, [a.id])
  await waitForNone(station, a)
  return {
    name: 'fairness.slow-target',
    unit: 'runs/s',
    value: beside,
    baseline: alone,
    ratio: beside / alone,
    rssMb: null,
    note: 'runs of tenant B while four of A write to a target that takes a minute an answer; baseline: B alone',
  }
}

async function waitForNone({ client }: Station, tenant: Tenant): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as count from run where tenant_id = $1 and state in ('running', 'stopping')`,
      [tenant.id],
    )
    if (rows[0].count === 0) return
    await delay(200)
  }
}
