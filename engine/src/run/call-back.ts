import { createHash } from 'node:crypto'
import { type Data, Failure, toJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readAnswers } from '../record/write-back.ts'
import { insertDeliveries } from '../sql/callback-rows.ts'
import { addRunLine } from '../sql/run-rows.ts'
import type { Verdict } from '../stage/judge-result.ts'
import type { StagedRecord } from '../stage/staged-record.ts'
import { requestRun } from './runs.ts'
import type { Session } from './session.ts'

interface Delivery {
  readonly id: string
  readonly body: string
}

export interface Deliveries {
  readonly rows: readonly Delivery[]
  /** Records of which no row could be made, and why the first of them. */
  readonly lost: { readonly count: number; readonly reason: string } | null
}

/** One row for each record that was written just now, with what its target answered. */
export async function makeDeliveries(
  session: Session,
  records: readonly StagedRecord[],
  verdicts: readonly Verdict[],
): Promise<Deliveries | null> {
  const { callback } = session
  if (!callback) return null
  const written = records.flatMap((record, index) => {
    const verdict = verdicts[index]! // one verdict per record
    return verdict.counter === 'written' && record.change === undefined ? [{ record, verdict }] : []
  })
  if (written.length === 0) return null
  const answers = await readAnswers(
    callback.answers,
    written.map(({ verdict }) => verdict),
  )
  const bodies = await callback.bodies.mapPage(
    written.map(({ record }, index): Data => ({ ...record.data, writeBack: answers[index] ?? {} })),
  )
  const rows = bodies.flatMap((body, index): Delivery[] =>
    // One outcome per row.
    body.kind === 'mapped' ? [{ id: nameDelivery(session, written[index]!.record), body: toJson(body.data) }] : [],
  )
  const refused = bodies.flatMap(body => (body.kind === 'refused' ? [body.problems[0]?.message ?? ''] : []))
  const [reason] = refused
  return { rows, lost: reason === undefined ? null : { count: refused.length, reason } }
}

/** One content of one record is delivered once, however often it is written. */
const nameDelivery = ({ claim }: Session, { key, hash }: StagedRecord): string =>
  `callback:${claim.strategyId}:${createHash('sha256').update(key).digest('hex').slice(0, 32)}:${hash}`

/** In the transaction that settles the records: both are, or neither. */
export async function deliver(tx: Tx, session: Session, { rows, lost }: Deliveries): Promise<void> {
  const { callback, claim, deps } = session
  if (!callback) return
  const { strategyId, place } = callback
  const { tenantId } = claim
  const fresh = rows.length === 0 ? 0 : await insertDeliveries(tx, tenantId, place.inbox, rows)
  if (lost)
    await addRunLine(tx, claim, {
      level: 'error',
      text: `${lost.count} written records were not handed on to "${place.name}": ${lost.reason}`,
      code: 'callback.lost',
    })
  if (fresh === 0 || place.status !== 'running' || place.follows) return
  try {
    await requestRun(tx, { tenantId, strategyId, trigger: 'push', ifLive: 'wait' }, deps.now())
  } catch (error) {
    // The strategy is gone since the run began; what was written stays written.
    if (!(error instanceof Failure)) throw error
    await addRunLine(tx, claim, { level: 'error', text: error.message, code: 'callback.lost' })
  }
}
