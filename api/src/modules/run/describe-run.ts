import { Counts, ReadWindow, type Translate, translateTold } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { PublicFailure, type Run } from './contract.ts'
import type { RunRow } from './store.ts'

const Failed = PublicFailure.nullable().catch(null)

/** A stored failure as the caller reads it. */
const describeFailure = (failure: unknown, tell: Translate) => {
  const found = Failed.parse(failure)
  return found && translateTold(found, tell)
}

/** A stored run as the API shows it: public failure only, books complete. */
export const describeRun = (engine: Engine, row: RunRow, tell: Translate): Run => ({
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
  waiting_reason: tellIfAny(engine.runs.waitingReason(row), tell),
})

const tellIfAny = (sentence: string | null, tell: Translate): string | null => sentence && tell(sentence)
