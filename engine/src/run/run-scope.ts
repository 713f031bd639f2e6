import { AsyncLocalStorage } from 'node:async_hooks'
import { toFailure } from '@sluice/contract'
import type { ClaimedRun } from '../sql/run-rows.ts'
import type { RunControl } from './session.ts'

export type BlamedRun = Pick<ClaimedRun, 'tenantId' | 'strategyId' | 'runId'>

interface RunScope {
  readonly run: BlamedRun
  readonly control: RunControl
  readonly drainMs: number
  isOver: boolean
}

// Everything a run begins, sockets and timers too, remembers whose it is.
const scopes = new AsyncLocalStorage<RunScope>()

/** Works as this run: what fails in it unseen can be told to be its own. */
export async function workAs(place: Omit<RunScope, 'isOver'>, work: () => Promise<void>): Promise<void> {
  const scope: RunScope = { ...place, isOver: false }
  try {
    await scopes.run(scope, work)
  } finally {
    scope.isOver = true
  }
}

/**
 * For a process's last guard: ends the run in whose name an error came up that nothing had caught, and says which it was.
 * null: it belongs to no run that is under way here.
 */
export function blameRun(error: unknown): BlamedRun | null {
  const scope = scopes.getStore()
  if (!scope || scope.isOver) return null
  const failure = toFailure(error, {
    code: 'run.uncaught',
    message: 'The run was ended because of an error that nothing in it had expected. The log has the details.',
  })
  scope.control.breakOff(failure, scope.drainMs)
  const { tenantId, strategyId, runId } = scope.run
  return { tenantId, strategyId, runId }
}
