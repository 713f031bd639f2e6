import { PublicFailure, RecordState, type Translate, translateTold } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { PassportEvent } from './contract.ts'
import {
  type AttemptRow,
  type DecisionRow,
  EVENTS,
  type LifeRow,
  listAttempts,
  listDecisions,
  listPages,
  listRuns,
  listVersions,
  type SavedVersion,
} from './store.ts'

/** What is known about a set of records, and the events of their life, oldest first. */
export interface Life {
  readonly events: readonly PassportEvent[]
  readonly versions: ReadonlyMap<string, SavedVersion>
  readonly isCut: boolean
}

export const versionKey = (strategyId: string, version: number): string => `${strategyId} ${version}`

/** One statement per kind of trace for all records together; each walks an index by the records' ids. */
export async function tellLife(tx: Tx, rows: readonly LifeRow[], tell: Translate): Promise<Life> {
  const ids = rows.map(({ id }) => id)
  const attempts = await listAttempts(tx, ids)
  const decisions = await listDecisions(tx, ids)
  const runIds = new Set([...rows, ...attempts].map(({ run_id }) => run_id))
  const runs = new Map((await listRuns(tx, [...runIds])).map(run => [run.id, run]))
  const strategyOf = new Map(rows.map(row => [row.id, row.strategy_id]))
  const wanted = new Map<string, { strategyId: string; version: number }>()
  for (const { strategyId, version } of [
    ...rows.map(row => ({ strategyId: row.strategy_id, version: row.version })),
    ...attempts.map(row => ({ strategyId: strategyOf.get(row.record_id) ?? '', version: row.version })),
  ])
    wanted.set(versionKey(strategyId, version), { strategyId, version })
  const versions = new Map(
    (await listVersions(tx, [...wanted.values()])).map(each => [versionKey(each.strategy_id, each.version), each]),
  )
  const pages = new Map(
    (
      await listPages(
        tx,
        rows.map(({ page_id, page_at }) => ({ id: page_id, at: page_at })),
      )
    ).map(page => [page.id, page]),
  )
  const known: Known = {
    run: id => runs.get(id) ?? null,
    version: (strategyId, version) => describeVersion(versions.get(versionKey(strategyId, version)), version),
    request: pageId => pages.get(pageId)?.request ?? null,
    tell,
  }
  const attemptsOf = Map.groupBy(attempts, ({ record_id }) => record_id)
  const decisionsOf = Map.groupBy(decisions, ({ record_id }) => record_id)
  const events = rows.flatMap(row =>
    tellRecord(row, attemptsOf.get(row.id) ?? [], decisionsOf.get(row.id) ?? [], known),
  )
  const isCut = [...attemptsOf.values(), ...decisionsOf.values()].some(list => list.length >= EVENTS)
  return { events: events.sort(byTime), versions, isCut }
}

interface Known {
  run(id: string): PassportEvent['run']
  version(strategyId: string, version: number): PassportEvent['version']
  request(pageId: string): string | null
  readonly tell: Translate
}

const order: Readonly<Record<PassportEvent['kind'], number>> = { read: 0, attempt: 1, settled: 2, decision: 3, due: 4 }

/** Without its Z an instant sorts as text, to the microsecond: "…40" before "…40.5". */
const toOrder = (at: string): string => at.replace('Z', '')

const byTime = (a: PassportEvent, b: PassportEvent): number => {
  const [first, second] = [toOrder(a.at), toOrder(b.at)]
  return first < second ? -1 : first > second ? 1 : order[a.kind] - order[b.kind]
}

const describeVersion = (saved: SavedVersion | undefined, number: number): PassportEvent['version'] => ({
  number,
  saved_at: saved?.created_at ?? null,
  saved_by: saved?.user_name ?? null,
})

const nothing = {
  run: null,
  status: null,
  from_status: null,
  version: null,
  attempt: null,
  failure: null,
  page: null,
  user: null,
  decision: null,
  target_key: null,
} satisfies Partial<PassportEvent>

function tellRecord(
  row: LifeRow,
  attempts: readonly AttemptRow[],
  decisions: readonly DecisionRow[],
  known: Known,
): PassportEvent[] {
  const of = { ...nothing, record_id: row.id, strategy_id: row.strategy_id }
  const page = { id: row.page_id, ordinal: row.ordinal, request: known.request(row.page_id) }
  const events: PassportEvent[] = [{ ...of, kind: 'read', at: row.page_at, page, run: firstRun(row, attempts, known) }]
  for (const attempt of attempts)
    events.push({
      ...of,
      kind: 'attempt',
      at: attempt.created_at,
      run: known.run(attempt.run_id),
      status: attempt.status,
      version: known.version(row.strategy_id, attempt.version),
      attempt: attempt.attempt,
      failure: attempt.failure && translateTold(PublicFailure.parse(attempt.failure), known.tell),
      target_key: attempt.status === RecordState.finished ? row.target_key : null,
    })
  for (const { created_at, user_name, decision, from_status, to_status } of decisions)
    events.push({ ...of, kind: 'decision', at: created_at, user: user_name, decision, from_status, status: to_status })
  if (!events.some(event => event.status === row.status && isAbout(event.at, row.updated_at)))
    events.push({
      ...of,
      kind: 'settled',
      at: row.updated_at,
      status: row.status,
      run: known.run(row.run_id),
      version: known.version(row.strategy_id, row.version),
      target_key: row.target_key,
    })
  if (row.retry_at !== null) events.push({ ...of, kind: 'due', at: row.retry_at })
  return events
}

/** Only a record that was never tried again surely came with the run it names. */
const firstRun = (row: LifeRow, attempts: readonly AttemptRow[], known: Known): PassportEvent['run'] => {
  const first = attempts.at(-1)
  return known.run(first && toOrder(first.created_at) >= toOrder(row.page_at) ? first.run_id : row.run_id)
}

/** A try and the state it left are of one transaction, but their clocks are read at different statements. */
const isAbout = (at: string, other: string): boolean => Math.abs(Date.parse(at) - Date.parse(other)) < 2000
