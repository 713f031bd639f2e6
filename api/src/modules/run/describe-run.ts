import { Counts, ReadWindow } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { PublicFailure, type Run } from './contract.ts'
import type { RunRow } from './store.ts'

/** A stored run as the API shows it: public failure only, books complete. */
export const describeRun = (engine: Engine, row: RunRow): Run => ({
  id: row.id,
  strategy_id: row.strategy_id,
  strategy_name: row.strategy_name,
  version: row.version,
  trigger: row.trigger,
  state: row.state,
  counts: Counts.parse(row.counts),
  imbalance: row.imbalance,
  failure: PublicFailure.nullable().catch(null).parse(row.failure),
  window: ReadWindow.nullable().catch(null).parse(row.window),
  requested_by: row.requested_by,
  created_at: row.created_at,
  started_at: row.started_at,
  finished_at: row.finished_at,
  waiting_reason: engine.runs.waitingReason(row),
})
