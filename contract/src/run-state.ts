/**
 * One run of a strategy: queued → running → succeeded | partial | failed | stopped, with stopping in between.
 * succeeded: every record has a good end; partial: some were rejected, ended in error or unknown, or wait for a retry;
 * failed: none arrived although some should have, the run itself broke off, or its books do not balance (`judgeRun`).
 */
export const runStates = ['queued', 'running', 'stopping', 'succeeded', 'partial', 'failed', 'stopped'] as const
export type RunState = (typeof runStates)[number]
export type RunEvent = 'take' | 'finishClean' | 'finishWithErrors' | 'break' | 'requestStop' | 'drained'

export const runTransitions = {
  queued: {
    take: 'running',
    finishClean: null,
    finishWithErrors: null,
    break: 'failed',
    requestStop: 'stopped',
    drained: null,
  },
  running: {
    take: 'running',
    finishClean: 'succeeded',
    finishWithErrors: 'partial',
    break: 'failed',
    requestStop: 'stopping',
    drained: null,
  },
  stopping: {
    take: 'stopping',
    finishClean: 'succeeded',
    finishWithErrors: 'partial',
    break: 'failed',
    requestStop: 'stopping',
    drained: 'stopped',
  },
  succeeded: { take: null, finishClean: null, finishWithErrors: null, break: null, requestStop: null, drained: null },
  partial: { take: null, finishClean: null, finishWithErrors: null, break: null, requestStop: null, drained: null },
  failed: { take: null, finishClean: null, finishWithErrors: null, break: null, requestStop: null, drained: null },
  stopped: { take: null, finishClean: null, finishWithErrors: null, break: null, requestStop: null, drained: null },
} as const satisfies Record<RunState, Record<RunEvent, RunState | null>>

export const isLiveRun = (state: RunState): boolean => state === 'queued' || state === 'running' || state === 'stopping'

/** Why a run exists. chain: a strategy before it succeeded; remedy: a second look at what was read before. */
export const runTriggers = ['schedule', 'manual', 'push', 'retry', 'callback', 'chain', 'remedy'] as const
export type RunTrigger = (typeof runTriggers)[number]

/** draft: the check-list has never passed; stopped: not scheduled; running: scheduled. */
export const strategyStates = ['draft', 'stopped', 'running'] as const
export type StrategyState = (typeof strategyStates)[number]
export type StrategyEvent = 'complete' | 'start' | 'stop'
export const strategyTransitions = {
  draft: { complete: 'stopped', start: null, stop: null },
  stopped: { complete: 'stopped', start: 'running', stop: null },
  running: { complete: 'running', start: null, stop: 'stopped' },
} as const satisfies Record<StrategyState, Record<StrategyEvent, StrategyState | null>>
