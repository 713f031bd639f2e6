import type { AdapterNotes } from '@sluice/connector-kit'
import type { ScriptLine } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { addRunLine, type ClaimedRun, noteRunAdapter } from '../sql/run-rows.ts'
import type { EngineDeps } from './deps.ts'
import { createRunTries, type RunTries } from './run-tries.ts'

/** What a run went through: the adapters of its sides, and the lines that their scripts wrote. */
export interface RunNotes {
  of(role: 'source' | 'target'): AdapterNotes
  readonly tries: RunTries
  /** Everything noted so far is stored. */
  settle(): Promise<void>
}

/** A script that writes a line for each record must not fill the log. */
const MAX_LINES = 500
const levels = { info: 'record', warn: 'notice', error: 'error' } as const

/** Notes are stored one after the other, beside the run's own work; what cannot be stored is told to the process's log. */
export function createRunNotes(
  tenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  claim: ClaimedRun,
  { log, now }: Pick<EngineDeps, 'log' | 'now'>,
): RunNotes {
  let stored: Promise<unknown> = Promise.resolve()
  let waiting: ScriptLine[] = []
  let lines = 0
  const add = (work: () => Promise<unknown>): void => {
    stored = stored.then(work).catch((err: unknown) => log.warn({ err, runId: claim.runId }, 'noting an adapter'))
  }
  const storeLines = async (): Promise<void> => {
    const given = waiting
    waiting = []
    if (given.length === 0) return
    await tenant(async tx => {
      for (const { hook, level, text } of given)
        await addRunLine(tx, claim, { level: levels[level], text, code: 'adapter.log', params: { hook, text } })
    })
  }
  const tries = createRunTries(work => add(() => tenant(work)), claim, now)
  return {
    tries,
    of: role => ({
      tried: (failure, pauseMs) => tries.failed(role, failure, pauseMs),
      adapter: adapter => add(() => tenant(tx => noteRunAdapter(tx, claim, { role, ...adapter }))),
      log: line => {
        lines += 1
        if (lines > MAX_LINES) return
        // All that were written meanwhile go in one transaction.
        if (waiting.push(line) === 1) add(storeLines)
      },
    }),
    settle: async () => void (await stored),
  }
}
