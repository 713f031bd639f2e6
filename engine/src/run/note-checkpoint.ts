import { findImbalance } from '@sluice/contract'
import type { CheckpointState } from '../sql/run-rows.ts'
import type { Session } from './session.ts'

/** After each commit: a stop asked elsewhere is seen here at the latest, and books that do not balance end the run. */
export function noteCheckpoint(session: Session, { state, counts }: CheckpointState): void {
  if (state === 'stopping') session.control.end('stop')
  const imbalance = findImbalance(counts, false)
  if (imbalance === null) return
  session.imbalance ??= imbalance
  // What has landed is brought to its end; nothing more is read.
  session.control.read.abort()
}
