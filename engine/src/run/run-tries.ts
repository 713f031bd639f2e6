import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Trying, tellRestored, tellTrouble, toReason, writeTime } from '../account/tell-trouble.ts'
import { addRunLine, type ClaimedRun, noteTrying, type RunLine } from '../sql/run-rows.ts'

type Role = Trying['role']

/** What of a run failed and is tried again: the reason it waits by, and its lines in the log. */
export interface RunTries {
  /** @param pauseMs until the next try */
  failed(role: Role, failure: FailureDetail, pauseMs: number): void
  /** Cheap where nothing has failed before. */
  worked(role: Role): void
}

/** A line for each of the first tries, later ones where their number has doubled: a day of tries fills no log. */
const TOLD_ONE_BY_ONE = 20
const isTold = (tries: number): boolean =>
  tries <= TOLD_ONE_BY_ONE || Number.isInteger(Math.log2(tries / TOLD_ONE_BY_ONE))

/** @param add stores what it is given after what was given before, beside the run's own work */
export function createRunTries(
  add: (work: (tx: Tx) => Promise<unknown>) => void,
  claim: ClaimedRun,
  now: () => number,
): RunTries {
  const failing = new Map<Role, Trying>()
  const store = (line: RunLine | null): void => {
    const [newest] = [...failing.values()].toReversed()
    add(async tx => {
      await noteTrying(tx, claim, newest ?? null)
      if (line) await addRunLine(tx, claim, line)
    })
  }
  return {
    failed(role, failure, pauseMs) {
      // Nothing was sent: the account refused it, and tells its own reason to whoever asks what the run waits for.
      if (failure.code.startsWith('account.')) return
      const nowMs = now()
      const known = failing.get(role)
      const trying: Trying = {
        role,
        reason: toReason(failure),
        since: known?.since ?? writeTime(nowMs),
        tries: (known?.tries ?? 0) + 1,
        next: writeTime(nowMs + pauseMs + 999),
      }
      failing.delete(role)
      failing.set(role, trying)
      store(isTold(trying.tries) ? tellTry(trying, nowMs) : null)
    },
    worked(role) {
      const known = failing.get(role)
      if (!known) return
      failing.delete(role)
      const { since, tries } = known
      store({ level: 'notice', text: tellRestored(known, now()), code: 'run.restored', params: { role, since, tries } })
    },
  }
}

function tellTry(trying: Trying, nowMs: number): RunLine {
  const { role, reason, since, tries, next } = trying
  return {
    level: 'notice',
    text: tellTrouble(trying, Date.parse(next), nowMs),
    code: 'run.tried',
    params: { role, failure: reason.code, since, tries, next },
  }
}
