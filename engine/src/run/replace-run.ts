import type { Replacement } from '@sluice/connector-kit'
import { type Counts, countMissing, Failure, isAllowed, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { closeQuietly } from '../connection/open-connection.ts'
import { openReplacementOf } from '../connection/open-sides.ts'
import { unfoldRun } from '../sql/block-rows.ts'
import { moveCounts } from '../sql/record-rows.ts'
import { checkpoint, type Holder } from '../sql/run-rows.ts'
import { openWithPatience } from './open-with-patience.ts'
import { readBackSwapped } from './read-back.ts'
import { readRun } from './read-run.ts'
import type { Session } from './session.ts'

/**
 * The whole source into a place beside the target, then one exchange. Readers see the old set until everything was
 * read, counted and written; whatever breaks before leaves the old set as it was. Never resumed: what a dead process
 * had written is not known to be whole, so the run fails and the next one begins anew.
 */
export async function replaceAll(session: Session): Promise<void> {
  const { claim, deps, config } = session
  if (claim.isResumed) throw interrupted()
  const opened = await openWithPatience(session, 'target', () =>
    openReplacementOf(deps, claim.tenantId, config.target, claim.runId, session.notes.of('target')),
  )
  session.target = opened.replacement
  try {
    await readRun(session)
    const isWhole = !session.control.read.signal.aborted && session.broken === null && session.imbalance === null
    if (isWhole) await exchange(session, opened.replacement)
    else await opened.replacement.discard().catch(() => undefined)
  } catch (error) {
    await opened.replacement.discard().catch(() => undefined)
    await closeQuietly(opened)
    throw error
  }
  await opened.close()
}

const interrupted = (): Failure =>
  new Failure({
    code: 'run.replaceInterrupted',
    message: 'The process ended while the new set was being made. The target holds one whole set.',
    advice: 'Start the strategy again.',
  })

async function exchange(session: Session, replacement: Replacement): Promise<void> {
  const { claim } = session
  const { counts, written } = await session.tenant(async tx => ({
    counts: (await checkpoint(tx, claim, { delta: {} })).counts,
    written: await countWritten(tx, claim),
  }))
  refuseIncomplete(session, counts, written)
  await session.fault('refresh.swapping')
  await replacement.swap(written)
  session.isReplaced = true
  await readBackSwapped(session)
  await session.fault('refresh.swapped')
}

/** Different keys: one that came twice is one row. */
async function countWritten(tx: Tx, { tenantId, strategyId, runId }: Holder): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select (select count(*) from record_state where tenant_id = $1 and strategy_id = $2 and status = $3 and run_id = $4)
       + (select coalesce(sum(record_count), 0) from record_block where tenant_id = $1 and strategy_id = $2 and run_id = $4)
       as count`,
    [tenantId, strategyId, RecordState.finished, runId],
  )
  return Number(row?.count ?? 0)
}

/** @throws Failure `replace.errors` | `replace.empty` and the old set stays */
function refuseIncomplete({ config }: Session, counts: Counts, written: number): void {
  const { maxErrors, allowEmpty } = config.target.replace ?? { maxErrors: 0, allowEmpty: false }
  if (countMissing(counts) > 0 && !isAllowed(counts, config.target))
    throw new Failure({
      code: 'replace.errors',
      message: `${countMissing(counts)} records were rejected or could not be written, at most ${maxErrors} of all may be missing. The target keeps its old rows.`,
      field: 'target.replace.maxErrors',
      advice: 'Mend these records, or allow a set without them.',
    })
  if (written === 0 && !allowEmpty)
    throw new Failure({
      code: 'replace.empty',
      message: 'The source answered with no records. The target keeps its old rows.',
      field: 'target.replace.allowEmpty',
      advice: 'Look at the source; allow an empty set where that is meant.',
    })
}

/**
 * The set this run wrote is not what the target holds, so its records wait for the next one. Inside the transaction
 * that ends the run.
 */
export async function takeBack(tx: Tx, { claim }: Session, counts: Counts): Promise<void> {
  await unfoldRun(tx, claim)
  const moved = await tx.execute(
    `update record_state set status = $4, error_code = 'replace.kept', updated_at = now()
     where tenant_id = $1 and strategy_id = $2 and run_id = $3 and status = $5`,
    [claim.tenantId, claim.strategyId, claim.runId, RecordState.waiting, RecordState.finished],
  )
  await moveCounts(
    tx,
    claim,
    new Map([
      [RecordState.finished, -moved],
      [RecordState.waiting, moved],
    ]),
  )
  if (counts.written > 0) await checkpoint(tx, claim, { delta: { written: -counts.written, failed: counts.written } })
}
