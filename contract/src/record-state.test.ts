import { expect, test } from 'vitest'
import { RecordState, recordStates } from './record-state.ts'
import { nextRecordState, type RecordEvent, recordTransitions } from './record-transitions.ts'
import { isLiveRun, runStates, runTransitions, strategyStates, strategyTransitions } from './run-state.ts'

// Every cell, written out again by hand: state → event → next. A cell that is not here must refuse.
const allowed = `
0 dispatch 5 | 0 ignore 7 | 0 cancel 8 | 0 failed 3 | 0 changedAtSource 0
1 reprocess 0 | 1 changedAtSource 0
2 reprocess 0 | 2 changedAtSource 0
3 reprocess 0 | 3 ignore 7 | 3 changedAtSource 0 | 3 confirmWritten 2 | 3 deleted 10
4 reprocess 0 | 4 ignore 7 | 4 changedAtSource 0
5 written 2 | 5 skipped 2 | 5 failed 3 | 5 heldStock 4 | 5 heldMasterData 6 | 5 retryLater 11 | 5 answerLost 9
5 ignoredByRule 7 | 5 cancel 8 | 5 changedAtSource 0 | 5 reprocess 0 | 5 deleted 10
6 reprocess 0 | 6 ignore 7 | 6 changedAtSource 0
7 reprocess 0
8 reprocess 0 | 8 changedAtSource 0
9 confirmWritten 2 | 9 reprocess 0 | 9 ignore 7 | 9 deleted 10
10 reprocess 0 | 10 changedAtSource 0
11 reprocess 0 | 11 ignore 7 | 11 cancel 8 | 11 changedAtSource 0`
const cells = new Map(
  allowed
    .trim()
    .split(/[|\n]/)
    .map(cell => cell.trim().split(' ') as [string, string, string])
    .map(([state, event, next]) => [`${state} ${event}`, Number(next)]),
)

const events = Object.keys(recordTransitions[0]) as RecordEvent[]
test.each(recordStates.flatMap(state => events.map(event => [state, event] as const)))(
  'record state %i on %s goes where the table says',
  (state, event) => {
    expect(nextRecordState(state, event)).toBe(cells.get(`${state} ${event}`) ?? null)
  },
)

test('an unknown result is never taken up by a run or a change at the source', () => {
  for (const event of ['dispatch', 'retryLater', 'changedAtSource', 'written'] as const)
    expect(nextRecordState(RecordState.unknown, event)).toBeNull()
})

test('a run that ended accepts no further event', () => {
  for (const state of runStates.filter(state => !isLiveRun(state)))
    expect(Object.values(runTransitions[state]).every(next => next === null)).toBe(true)
})

test('a strategy is scheduled only by start, and a draft cannot start', () => {
  const startable = strategyStates.filter(state => strategyTransitions[state].start !== null)
  expect(startable).toEqual(['stopped'])
})
