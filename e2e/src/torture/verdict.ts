import { setTimeout as delay } from 'node:timers/promises'
import type { Station } from './station.ts'
import { idsOf, requestRuns, type StrategySet, setTable, sourceTable, targetTable } from './strategy-set.ts'

/** What a check found wrong, and what it saw. All of `lost` to `unsettled` must be 0. */
export interface Verdict {
  lost: number
  duplicated: number
  stale: number
  restaged: number
  unbalanced: number
  unsettled: number
  /** Sights of a set that was neither the old nor the new one. */
  torn: number
  /** Records whose answer was lost at the plain target; they wait for a person. */
  unknown: number
  /** Set aside as killers because they were alone in hand at a third death; put back and written since. */
  quarantined: number
  records: number
  readonly examples: string[]
}

export const emptyVerdict = (): Verdict => ({
  lost: 0,
  duplicated: 0,
  stale: 0,
  restaged: 0,
  unbalanced: 0,
  unsettled: 0,
  torn: 0,
  unknown: 0,
  quarantined: 0,
  records: 0,
  examples: [],
})

/** What a verdict is where nothing is wrong; what it saw as it saw it. */
export const clean = ({ unknown, records, quarantined }: Verdict): Verdict => ({
  ...emptyVerdict(),
  unknown,
  records,
  quarantined,
})

export const isClean = (verdict: Verdict): boolean =>
  verdict.lost +
    verdict.duplicated +
    verdict.stale +
    verdict.restaged +
    verdict.unbalanced +
    verdict.unsettled +
    verdict.torn ===
  0

export function addVerdict(sum: Verdict, part: Verdict): void {
  for (const name of [
    'lost',
    'duplicated',
    'stale',
    'restaged',
    'unbalanced',
    'unsettled',
    'torn',
    'unknown',
    'quarantined',
    'records',
  ] as const)
    sum[name] += part[name]
  sum.examples.push(...part.examples.slice(0, Math.max(0, EXAMPLES - sum.examples.length)))
}

const EXAMPLES = 20
const REST_MS = 90_000

/**
 * Lets everything come to rest without faults, then compares what the sources hold with what the targets took. A
 * process must be running.
 */
export async function judge(station: Station, set: StrategySet): Promise<Verdict> {
  const faults = { ...station.http.faults }
  Object.assign(station.http.faults, { busy: 0, lost: 0, slowMs: 0 })
  const verdict = emptyVerdict()
  try {
    // Twice: the first run may be the one that was live already, begun before the last edit.
    const isCalm = (await rest(station, set)) && (await rest(station, set))
    verdict.quarantined = await reprocessQuarantined(station, set)
    if (!isCalm) note(verdict, 'unsettled', await explainUnrest(station, set))
    await judgeUpsert(station, set, verdict)
    judgeKeyed(station, set, verdict)
    await judgePlain(station, set, verdict)
    await judgeRefresh(station, set, verdict)
    await judgeBooks(station, idsOf(set), verdict)
  } finally {
    Object.assign(station.http.faults, faults)
  }
  return verdict
}

/**
 * A record that was alone in hand at a third death is set aside, rightly: nobody can tell it from one that kills. Here
 * they are innocent, and a person puts them back.
 */
async function reprocessQuarantined(station: Station, set: StrategySet): Promise<number> {
  let sum = 0
  for (const strategy of idsOf(set)) {
    const rows = await station.sql<{ id: string }>(
      `select id from record_state where strategy_id = $1 and error_code = 'record.poison'`,
      [strategy],
    )
    if (rows.length === 0) continue
    sum += rows.length
    await station.api.strategyData.reprocess({ params: { strategy }, body: { ids: rows.map(({ id }) => id) } })
  }
  if (sum > 0) await rest(station, set)
  return sum
}

type Fault = 'lost' | 'duplicated' | 'stale' | 'restaged' | 'unbalanced' | 'unsettled' | 'torn'

function note(verdict: Verdict, fault: Fault, example: string, count = 1): void {
  verdict[fault] += count
  if (verdict.examples.length < EXAMPLES) verdict.examples.push(`${fault}: ${example}`)
}

/** Runs until nothing waits. false: something is still waiting or running after a long time. */
async function rest(station: Station, set: StrategySet): Promise<boolean> {
  const deadline = Date.now() + REST_MS
  if (!(await waitForRuns(station, set, deadline))) return false
  while (Date.now() < deadline) {
    await requestRuns(station, set)
    if (!(await waitForRuns(station, set, deadline))) return false
    const [open] = await station.sql<{ n: string }>(
      'select count(*) as n from record_state where strategy_id = any($1) and status in (0, 4, 5, 6, 11)',
      [idsOf(set)],
    )
    if (open?.n === '0') return true
  }
  return false
}

async function waitForRuns(station: Station, set: StrategySet, deadline: number): Promise<boolean> {
  while (Date.now() < deadline) {
    const [open] = await station.sql<{ n: string }>(
      `select count(*) as n from run where strategy_id = any($1) and state in ('queued', 'running', 'stopping')`,
      [idsOf(set)],
    )
    if (open?.n === '0') return true
    await delay(25)
  }
  return false
}

async function explainUnrest(station: Station, set: StrategySet): Promise<string> {
  const runs = await station.sql(
    `select id, state, trigger, counts, cursor, read_complete, updated_at from run
     where strategy_id = any($1) and state in ('queued', 'running', 'stopping')`,
    [idsOf(set)],
  )
  const records = await station.sql(
    `select strategy_id, status, count(*), min(retry_at), min(error_code) from record_state
     where strategy_id = any($1) and status in (0, 4, 5, 6, 11) group by 1, 2`,
    [idsOf(set)],
  )
  return JSON.stringify({ set, runs, records, output: station.child?.output().slice(-3000) })
}

async function judgeUpsert(station: Station, set: StrategySet, verdict: Verdict): Promise<void> {
  const { tables } = station
  const source = await tables.read(sourceTable(set, 'upsert'))
  const target = await tables.read(targetTable(set))
  verdict.records += source.size
  for (const [id, row] of source)
    if (target.get(id) !== row) note(verdict, 'lost', `upsert ${id} is ${target.get(id)}, should be ${row}`)
  for (const id of target.keys()) if (!source.has(id)) note(verdict, 'duplicated', `upsert ${id} was never there`)
  const inversions = await tables.countInversions(targetTable(set))
  if (inversions > 0) note(verdict, 'stale', `${inversions} older revisions over newer ones`, inversions)
  const versions = await tables.countVersions(sourceTable(set, 'upsert'))
  const [staged] = await station.sql<{ n: string }>(
    `select coalesce(sum((counts ->> 'fresh')::bigint), 0) as n from run where strategy_id = $1`,
    [set.upsert],
  )
  // Failures of the target would stage a due record again; here none can fail but by a cut cable.
  const extra = Number(staged?.n) - versions
  if (extra > 0 && !station.isCableCut) note(verdict, 'restaged', `${staged?.n} staged of ${versions} versions`, extra)
}

async function judgeRefresh({ tables }: Station, set: StrategySet, verdict: Verdict): Promise<void> {
  const source = await tables.read(sourceTable(set, 'upsert'))
  const target = await tables.read(setTable(set))
  for (const [id, row] of source)
    if (target.get(id) !== row) note(verdict, 'lost', `refresh ${id} is ${target.get(id)}, should be ${row}`)
  for (const sight of set.watch.torn.splice(0)) note(verdict, 'torn', sight)
}

function judgeKeyed(station: Station, set: StrategySet, verdict: Verdict): void {
  const ledger = station.http.keyed.get(set.name)
  const rows = station.http.tables.get(set.name)
  if (!ledger || !rows) throw new Error(`judging ${set.name}: it has no ledger`)
  verdict.records += rows.size
  for (const [id, { revision }] of rows) {
    const newest = ledger.newest.get(String(id)) ?? 0
    if (newest !== revision) note(verdict, 'lost', `keyed ${id} is at ${newest}, should be at ${revision}`)
  }
  for (const [name, times] of ledger.effects)
    if (times > 1) note(verdict, 'duplicated', `keyed ${name} under ${times} keys`)
  for (const inversion of ledger.inversions) note(verdict, 'stale', `keyed ${inversion}`)
}

/** A record either took effect once and is finished, or nobody knows and it waits as unknown. Never twice. */
async function judgePlain(station: Station, set: StrategySet, verdict: Verdict): Promise<void> {
  const ledger = station.http.plain.get(set.name)
  if (!ledger) throw new Error(`judging ${set.name}: it has no ledger`)
  const source = await station.tables.read(sourceTable(set, 'plain'))
  const states = new Map(
    (
      await station.sql<{ key: string; status: number }>(
        'select key, status from stored_record where strategy_id = $1',
        [set.plain],
      )
    ).map(row => [row.key, row.status]),
  )
  verdict.records += source.size
  for (const [id, row] of source) {
    const revision = Number(row.split('/')[0])
    const status = states.get(id)
    if (status === 9) verdict.unknown += 1
    else if (status !== 2) note(verdict, 'lost', `plain ${id} is in state ${status}`)
    else if (ledger.newest.get(id) !== revision)
      note(verdict, 'lost', `plain ${id} is finished at ${ledger.newest.get(id)}, should be at ${revision}`)
  }
  for (const [name, times] of ledger.effects)
    if (times > 1) note(verdict, 'duplicated', `plain ${name} took effect ${times} times`)
  for (const inversion of ledger.inversions) note(verdict, 'stale', `plain ${inversion}`)
}

/** Both equations hold in every run of these strategies. */
export async function judgeBooks(station: Station, strategies: readonly string[], verdict: Verdict): Promise<void> {
  const runs = await station.sql<{ id: string; imbalance: string | null; counts: Record<string, number> }>(
    'select id, imbalance, counts from run where strategy_id = any($1)',
    [strategies],
  )
  for (const { id, imbalance, counts } of runs) {
    const of = (...books: readonly string[]): number => books.reduce((sum, book) => sum + (counts[book] ?? 0), 0)
    const isEven =
      of('read') === of('fresh', 'duplicate', 'filtered', 'rejected') &&
      of('staged') === of('written', 'skipped', 'failed', 'dead', 'unknown', 'pending')
    if (imbalance !== null || !isEven) note(verdict, 'unbalanced', `run ${id}: ${imbalance ?? JSON.stringify(counts)}`)
  }
}
