import type pg from 'pg'
import { type Figure, quantile } from './figure.ts'
import { openStation } from './station.ts'

const STARTS = Number(process.env['BENCH_STARTS'] ?? 200)

/** From a person's request to the first page that is asked of the source, the engine idle; baseline: a bare queue. */
export async function* measureJobs(): AsyncIterable<Figure> {
  const station = await openStation()
  try {
    const tenant = await station.createTenant()
    const strategyId = await station.createStrategy(tenant, 'orders')
    await station.measureStart(tenant, strategyId, 'orders')
    const claim = await openBareQueue(station.client)
    const starts: number[] = []
    const claims: number[] = []
    for (let start = 0; start < STARTS; start++) {
      starts.push(await station.measureStart(tenant, strategyId, 'orders'))
      claims.push(await claim())
    }
    for (const part of [0.5, 0.99]) {
      const [value, baseline] = [quantile(starts, part), quantile(claims, part)]
      yield {
        name: part === 0.5 ? 'jobs.start-latency-p50' : 'jobs.start-latency',
        unit: 'ms',
        value,
        baseline,
        ratio: value / baseline,
        rssMb: null,
        note: `p${part * 100} of ${STARTS}; baseline: insert + NOTIFY → claim by hand-written SQL`,
      }
    }
  } finally {
    await station.close()
  }
}

/** One row in, a message, and the row claimed by who was told: what a queue on PostgreSQL costs at least. */
async function openBareQueue(client: pg.Client): Promise<() => Promise<number>> {
  await client.query(
    'create table bare_job (id bigint generated always as identity primary key, taken boolean not null default false)',
  )
  await client.query('create index bare_job_open on bare_job (id) where not taken')
  await client.query('listen bare_job')
  return async () => {
    const told = new Promise(resolve => client.once('notification', resolve))
    const startedMs = performance.now()
    await client.query(`begin; insert into bare_job default values; select pg_notify('bare_job', ''); commit`)
    await told
    await client.query(
      'update bare_job set taken = true where id = (select id from bare_job where not taken order by id limit 1 for update skip locked) returning id',
    )
    return performance.now() - startedMs
  }
}
