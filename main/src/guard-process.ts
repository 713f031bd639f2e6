import type { BlamedRun, EngineLog } from '@sluice/engine'

interface Guard {
  readonly log: EngineLog
  /** Ends the run that is responsible, where one can be told. */
  blame(error: unknown): BlamedRun | null
  /** Finishes work in hand and ends the process. Never rejects. */
  end(): Promise<void>
}

/**
 * What nothing else had caught. One strategy's error is never the end of everybody's: its run ends, and says why. A
 * rejection that belongs to no run is told to the log; an exception of that kind may have left anything half done, so the
 * process finishes what it has in hand and ends, for whoever watches it to start it anew.
 */
export function guardProcess(events: NodeJS.EventEmitter, { log, blame, end }: Guard): void {
  events.on('unhandledRejection', (err: unknown) => {
    log.error({ err, ...blame(err) }, 'a rejection that nothing had caught')
  })
  let isEnding = false
  events.on('uncaughtException', (err: unknown) => {
    const run = blame(err)
    log.error({ err, ...run }, 'an exception that nothing had caught')
    if (run !== null || isEnding) return
    isEnding = true
    void end() // never rejects: by its contract
  })
}
