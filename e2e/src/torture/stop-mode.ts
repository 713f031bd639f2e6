import { setTimeout as delay } from 'node:timers/promises'
import type { KillOptions } from './kill-mode.ts'
import type { Station } from './station.ts'
import { ensureConnectors } from './strategy-set.ts'
import { emptyVerdict, isClean, judgeBooks, type Verdict } from './verdict.ts'

export interface StopReport {
  stops: number
  /** From the answer to the stop to the last page that still landed; negative: before it. */
  lastPageMs: Spread
  /** From the answer to the end of the run. */
  drainedMs: Spread
  /** Pages that landed more than a second after the answer. */
  latePages: number
  /** Effects at a target after its run was called stopped. */
  lateEffects: number
  readonly verdict: Verdict
}

interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

interface Stop {
  readonly lastPageMs: number
  readonly drainedMs: number
  readonly latePages: number
  readonly lateEffects: number
}

const LANES = 4
const ROWS = 6000
const SETTLE_MS = 300
const NO_PAGE_MS = 1000

/** Runs in full swing are stopped, four at a time; then everything that still happens is watched. */
export async function runStops(
  station: Station,
  options: Pick<KillOptions, 'progress'> & { readonly stops: number },
): Promise<StopReport> {
  await station.boot()
  Object.assign(station.http.faults, { busy: 0, lost: 0, slowMs: 3 })
  await station.tables.create({ source: 'stop_source', target: 'stop_unused' })
  await station.tables.edit('stop_source', ROWS, 0)
  const done: Stop[] = []
  const strategies: string[] = []
  let begun = 0
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const target = await createTarget(station, lane)
    while (begun < options.stops) {
      begun += 1
      const id = await createStrategy(station, lane, target, begun)
      strategies.push(id)
      done.push(await stopOnce(station, id, target))
      if (done.length % 25 === 0) options.progress(`${done.length} stops`)
    }
  })
  await Promise.all(lanes)
  const verdict = emptyVerdict()
  await judgeBooks(station, strategies, verdict)
  await station.child?.kill()
  const sum = (of: (stop: Stop) => number): number => done.reduce((all, stop) => all + of(stop), 0)
  return {
    stops: done.length,
    lastPageMs: spread(done.map(stop => stop.lastPageMs)),
    drainedMs: spread(done.map(stop => stop.drainedMs)),
    latePages: sum(stop => stop.latePages),
    lateEffects: sum(stop => stop.lateEffects),
    verdict,
  }
}

/** Whether stops were as soon as they are promised to be. */
export const areSoon = ({ drainedMs, latePages, lateEffects, verdict }: StopReport): boolean =>
  isClean(verdict) && latePages === 0 && lateEffects === 0 && drainedMs.p99 <= 10_000 && drainedMs.max <= 30_000

interface StopTarget {
  readonly connector: 'target' | 'far'
  readonly resource: string
  countEffects(): Promise<number>
}

/** Every fourth lane writes to the plain HTTP target, the others to PostgreSQL. */
async function createTarget({ tables, http }: Station, lane: number): Promise<StopTarget> {
  const name = `stop_${lane}`
  if (lane % LANES === LANES - 1) {
    http.startTable(name)
    const count = (): number => [...(http.plain.get(name)?.effects.values() ?? [])].reduce((all, n) => all + n, 0)
    return { connector: 'far', resource: `/plain/${name}`, countEffects: async () => count() }
  }
  await tables.create({ source: `${name}_unused`, target: name })
  return { connector: 'target', resource: `public.${name}`, countEffects: () => tables.countWrites(name) }
}

async function createStrategy(station: Station, lane: number, target: StopTarget, number: number): Promise<string> {
  const connectors = await ensureConnectors(station)
  const { api } = station
  const config = {
    source: { connector_id: connectors['source'], resource: 'public.stop_source', pageSize: 20, key: ['id'] },
    target: { connector_id: connectors[target.connector], resource: target.resource, batchSize: 10 },
    mapping: { copyAll: true, fields: [] },
  }
  const body = { name: `stop ${number} on ${lane}`, config }
  const { id } = (await api.strategy.create({ body: body as never })).content // the schema fills in the rest
  await api.strategy.start({ params: { id } })
  return id
}

async function stopOnce(station: Station, id: string, target: StopTarget): Promise<Stop> {
  const { api, random } = station
  const { run_id: runId } = (await api.strategy.runNow({ params: { id }, body: {} })).content
  const read = await waitFor(station, runId, row => row.read > random.below(10) * 60 || row.ended_ms !== null)
  if (read.ended_ms !== null) throw new Error(`stopping ${runId}: it had ended by itself`)
  if (random.chance(0.5)) await api.strategy.stop({ params: { id } })
  else await api.run.stop({ params: { id: runId } })
  const [clock] = await station.sql<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  const stoppedMs = clock!.ms // a clock always answers
  const { ended_ms } = await waitFor(station, runId, row => row.ended_ms !== null)
  const before = await target.countEffects()
  await delay(SETTLE_MS)
  const lateEffects = (await target.countEffects()) - before
  const [pages] = await station.sql<{ last: number; late: number }>(
    `select max(extract(epoch from created_at))::float8 * 1000 as last,
       count(*) filter (where extract(epoch from created_at) * 1000 > $2)::int as late from page where run_id = $1`,
    [runId, stoppedMs + NO_PAGE_MS],
  )
  return {
    lastPageMs: (pages?.last ?? stoppedMs) - stoppedMs,
    drainedMs: (ended_ms ?? stoppedMs) - stoppedMs,
    latePages: pages?.late ?? 0,
    lateEffects,
  }
}

interface RunRow {
  readonly read: number
  readonly ended_ms: number | null
}

async function waitFor(station: Station, runId: string, isReached: (row: RunRow) => boolean): Promise<RunRow> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await delay(10)) {
    const [row] = await station.sql<RunRow>(
      `select (counts ->> 'read')::int as read, extract(epoch from finished_at)::float8 * 1000 as ended_ms
         from run where id = $1`,
      [runId],
    )
    if (row && isReached(row)) return row
  }
  throw new Error(`waiting for run ${runId}:\n${station.child?.output().slice(-3000)}`)
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
