import { type Api, startProduct } from '@sluice/e2e'
import pg from 'pg'
import type { Figure } from './figure.ts'
import { createStrategy, type Filled, fillLists, idOf, keyOf, numberOf } from './list-rows.ts'

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
/** 10,000,000 is what the product promises; filling that many takes some minutes and 5 GB. */
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 1_000_000)
const CALLS = 60

/** Every list with each of its filters, asked over HTTP of a product that holds RECORDS records of one strategy. */
export async function* measureLists(only: string): AsyncIterable<Figure> {
  const database = `sluice_bench_lists_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  const product = await startProduct({ env: { DATABASE_URL: url.href } })
  try {
    const api = await product.signIn()
    const filled = await fillLists(url.href, await createStrategy(api), RECORDS)
    for (const [name, ask] of Object.entries(listQuestions(api, filled))) {
      if (!`lists.${name}`.startsWith(only)) continue
      yield await measure(name, ask)
    }
  } catch (error) {
    console.error(product.output())
    throw error
  } finally {
    await product.dispose()
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  }
}

type Ask = (round: number) => Promise<unknown>

async function measure(name: string, ask: Ask): Promise<Figure> {
  await ask(0)
  const times: number[] = []
  for (let round = 1; round <= CALLS; round += 1) {
    const startedMs = performance.now()
    await ask(round)
    times.push(performance.now() - startedMs)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    name: `lists.p95-ms ${name}`,
    unit: 'ms',
    value: at(0.95),
    baseline: null,
    ratio: null,
    rssMb: null,
    note: `median ${at(0.5).toFixed(1)}, ${RECORDS.toLocaleString('en')} records`,
  }
}

function listQuestions(api: Api, filled: Filled): Record<string, Ask> {
  const { strategyId, runIds, days, largeRunId } = filled
  const search = (body: object) => api.strategyData.search({ params: { strategy: strategyId }, body })
  // Spread over everything there is, the same in each run of the bench.
  const pick = (round: number, of: number): number => (round * 7919 + 13) % of
  const dayAt = (offset: number): string => new Date(filled.firstMs + offset * 86_400_000).toISOString()
  const deep = async (body: object): Promise<void> => {
    const { next } = (await search(body)).content
    if (next !== null) await search({ ...body, cursor: next })
  }
  return {
    'records newest': () => deep({}),
    'records finished': () => deep({ status: [2] }),
    'records in error': () => deep({ status: [3] }),
    'records error, old page': round => search({ status: [3], cursor: String(idOf(1 + pick(round, RECORDS))) }),
    'records any state, old page': round => search({ cursor: String(idOf(1 + pick(round, RECORDS))) }),
    'records one key': round => search({ keys: [keyOf(1 + pick(round, RECORDS))] }),
    'records one number': round => search({ keys: [numberOf(1 + pick(round, RECORDS / 2))] }),
    'records 1000 keys and numbers pasted': round =>
      search({
        keys: Array.from({ length: 1000 }, (_, n) =>
          (n % 2 ? keyOf : numberOf)(1 + pick(round * 1000 + n, RECORDS / 2)),
        ),
      }),
    'records one day': round => deep({ from: dayAt(pick(round, days)), to: dayAt(pick(round, days) + 1) }),
    'records one old hour': round =>
      search({ from: dayAt(pick(round, days) + 0.5), to: dayAt(pick(round, days) + 0.5 + 1 / 24) }),
    'records error in thirty days': round =>
      deep({ status: [3], from: dayAt(pick(round, days - 30)), to: dayAt(pick(round, days - 30) + 30) }),
    'records error code': () => deep({ error_code: 'target.refused' }),
    'records rare error code': () => search({ error_code: 'target.rare' }),
    'records error code that none has': () => search({ error_code: 'target.none' }),
    'records of a run': round => search({ run_id: runIds[pick(round, runIds.length)] }),
    'records of a run in error': round => search({ run_id: runIds[pick(round, runIds.length)], status: [3] }),
    'records a text that new ones hold': () => search({ keyword: '99' }),
    'runs newest': () => api.run.list({ query: {} }),
    'runs of a strategy': () => api.run.list({ query: { strategy_id: strategyId } }),
    'runs in a state that is rare': () => api.run.list({ query: { strategy_id: strategyId, state: 'failed' } }),
    'runs page 400': () => api.run.list({ query: { page: 400 } }),
    'runs in an old day': round =>
      api.run.list({ query: { from: dayAt(pick(round, days)), to: dayAt(pick(round, days) + 1) } }),
    'log of a run': round => api.run.logs({ params: { id: runIds[pick(round, runIds.length)] ?? '' }, query: {} }),
    'log of a large run': () => api.run.logs({ params: { id: largeRunId }, query: { level: 'error' } }),
    'rejected of a large run': () => api.run.rejected({ params: { id: largeRunId }, query: { page: 300 } }),
    'record with its attempts': round =>
      api.strategyData.get({ params: { strategy: strategyId, id: String(idOf(1 + pick(round, RECORDS))) } }),
    'search one number': round => api.search.find({ query: { q: numberOf(1 + pick(round, RECORDS / 2)) } }),
    'passport of a record': round =>
      api.recordPassport.get({ params: { strategy: strategyId, id: String(idOf(1 + pick(round, RECORDS))) } }),
    'count of a day': round =>
      api.strategyData.count({
        params: { strategy: strategyId },
        body: { from: dayAt(pick(round, days)), to: dayAt(pick(round, days) + 1) },
      }),
    'figures of today': () => api.strategyDay.list({ body: { ids: [strategyId], from: dayAt(days - 1) } }),
    'log of a strategy': () => api.strategyLog.search({ params: { id: strategyId }, body: {} }),
    'counters of a strategy': () => api.strategy.counters({ params: { id: strategyId } }),
  }
}
