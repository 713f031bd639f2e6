import { Counts, PublicFailure, ReadWindow, type Translate, translateTold } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine, Waiting } from '@sluice/engine'
import { Run } from './contract.ts'
import type { RunRow } from './store.ts'

const RunAdapters = Run.shape.adapters
const Failed = PublicFailure.nullable().catch(null)

/** A stored failure as the caller reads it. */
const describeFailure = (failure: unknown, tell: Translate) => {
  const found = Failed.parse(failure)
  return found && translateTold(found, tell)
}

/** Stored runs as the API shows them: public failure only, books complete, and for those that wait the reason. */
export async function describeRuns(engine: Engine, tx: Tx, rows: readonly RunRow[], tell: Translate): Promise<Run[]> {
  const waiting = await engine.runs.explainWaiting(tx, rows)
  return rows.map(row => describeRun(row, tellWaiting(waiting.get(row.id), tell), tell))
}

/** The same reason in the caller's language. */
export const tellWaiting = (waiting: Waiting | undefined, tell: Translate): Run['waiting'] =>
  waiting ? { code: waiting.code, params: { ...waiting.params }, message: tell(waiting.message) } : null

const describeRun = (row: RunRow, waiting: Run['waiting'], tell: Translate): Run => ({
  id: row.id,
  strategy_id: row.strategy_id,
  strategy_name: row.strategy_name,
  version: row.version,
  trigger: row.trigger,
  state: row.state,
  counts: Counts.parse(row.counts),
  imbalance: row.imbalance && tell(row.imbalance),
  failure: describeFailure(row.failure, tell),
  window: ReadWindow.nullable().catch(null).parse(row.window),
  requested_by: row.requested_by,
  created_at: row.created_at,
  started_at: row.started_at,
  finished_at: row.finished_at,
  waiting_reason: waiting?.message ?? null,
  waiting,
  adapters: RunAdapters.parse(row.adapters),
})
