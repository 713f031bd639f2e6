import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Figure, median } from './figure.ts'
import { makeOrder, openStation, RECORDS } from './station.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const PAGE = 1000

/**
 * A record's life without any far system: staged durably, then its final state and answer. Baseline: the same by SQL
 * written by hand on the same server, a jsonb row per record inserted by page and updated by page.
 */
export async function* measureLifecycle(): AsyncIterable<Figure> {
  const station = await openStation()
  try {
    const tenant = await station.createTenant()
    await station.client.query(
      `create table hand_record (id bigint generated always as identity, strategy_id uuid not null, key text not null,
         data jsonb not null, status smallint not null default 0, answer text, updated_at timestamptz not null default now(),
         primary key (strategy_id, key));
       create index on hand_record (strategy_id, status, id)`,
    )
    const rates: number[] = []
    const baselines: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      baselines.push(await measureByHand(station.client))
      const strategyId = await station.createStrategy(tenant, `many ${round}`)
      const startedMs = performance.now()
      await station.run(tenant, strategyId)
      rates.push(RECORDS / ((performance.now() - startedMs) / 1000))
    }
    const [value, baseline] = [median(rates), median(baselines)]
    const note = `${RECORDS} records; baseline: jsonb rows by json_to_recordset, then an update, by page`
    yield { name: 'stage.lifecycle', unit: 'records/s', value, baseline, ratio: value / baseline, rssMb: null, note }
  } finally {
    await station.close()
  }
}

async function measureByHand(client: pg.Client): Promise<number> {
  const strategyId = randomUUID()
  const startedMs = performance.now()
  for (let first = 0; first < RECORDS; first += PAGE) {
    const rows = Array.from({ length: PAGE }, (_, at) => ({ key: String(first + at), data: makeOrder(first + at) }))
    await client.query(
      `insert into hand_record (strategy_id, key, data) select $1, key, data from json_to_recordset($2::json) as r(key text, data jsonb)
       on conflict (strategy_id, key) do update set data = excluded.data, status = 0, updated_at = now()`,
      [strategyId, JSON.stringify(rows)],
    )
    await client.query(
      `update hand_record h set status = 2, answer = 'ok', updated_at = now() from json_to_recordset($2::json) as r(key text)
       where h.strategy_id = $1 and h.key = r.key`,
      [strategyId, JSON.stringify(rows.map(({ key }) => ({ key })))],
    )
  }
  return RECORDS / ((performance.now() - startedMs) / 1000)
}
