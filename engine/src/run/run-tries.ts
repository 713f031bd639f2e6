import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Trying, tellRestored, tellTrouble, toReason, writeTime } from '../account/tell-trouble.ts'
import { findTrouble } from '../sql/account-rows.ts'
import { addRunLine, type ClaimedRun, noteTrying, type RunLine } from '../sql/run-rows.ts'

type Role = Trying['role']

/** What of a run failed and is tried again: the reason it waits by, and its lines in the log. */
export interface RunTries {
  /** @param pauseMs until the next try */
  failed(role: Role, failure: FailureDetail, pauseMs: number): void
  /** Cheap where nothing has failed before. */
  worked(role: Role): void
}

interface Failing {
  told: Trying
  /** Of this run alone. */
  readonly tries: number
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
  const failing = new Map<Role, Failing>()
  return {
    failed(role, failure, pauseMs) {
      // Nothing was sent: the account refused it, and tells its own reason to whoever asks what the run waits for.
      if (failure.code.startsWith('account.')) return
      const nowMs = now()
      const known = failing.get(role)
      const trying: Trying = {
        role,
        reason: toReason(failure),
        since: known?.told.since ?? writeTime(nowMs),
        tries: (known?.told.tries ?? 0) + 1,
        next: writeTime(nowMs + pauseMs + 999),
      }
      const own: Failing = { told: trying, tries: (known?.tries ?? 0) + 1 }
      failing.set(role, own)
      add(async tx => {
        // It may have been failing before this run, which everywhere else is told.
        const account = await findTrouble(tx, claim, failure)
        if (account) own.told = { ...trying, since: account.trouble.since, tries: account.trouble.tries }
        await noteTrying(tx, claim, own.told)
        if (isTold(own.tries)) await addRunLine(tx, claim, tellTry(own.told, nowMs))
      })
    },
    worked(role) {
      const known = failing.get(role)
      if (!known) return
      failing.delete(role)
      const nowMs = now()
      add(async tx => {
        const { since, tries } = known.told
        const [other] = failing.values()
        await noteTrying(tx, claim, other?.told ?? null)
        const text = tellRestored(known.told, nowMs)
        await addRunLine(tx, claim, { level: 'notice', text, code: 'run.restored', params: { role, since, tries } })
      })
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
