import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { guardProcess } from './guard-process.ts'

const run = { tenantId: 't', strategyId: 's', runId: 'r' }

function guard(blamed: typeof run | null): { events: EventEmitter; lines: object[]; ends: () => number } {
  const lines: object[] = []
  let ends = 0
  const events = new EventEmitter()
  const note = (detail: object): void => void lines.push(detail)
  guardProcess(events, {
    log: { info: note, warn: note, error: note },
    blame: () => blamed,
    end: async () => {
      ends += 1
    },
  })
  return { events, lines, ends: () => ends }
}

describe('the last guard of the process', () => {
  const err = new Error('away')
  it('tells a rejection to the log, with the run that it ended, and goes on', () => {
    const ofRun = guard(run)
    ofRun.events.emit('unhandledRejection', err)
    expect(ofRun.lines).toEqual([{ err, ...run }])
    const ofNobody = guard(null)
    ofNobody.events.emit('unhandledRejection', err)
    expect(ofNobody.lines).toEqual([{ err }])
    expect([ofRun.ends(), ofNobody.ends()]).toEqual([0, 0])
  })

  it('goes on after an exception of a run, and finishes its work and ends, once, after one of nobody', () => {
    const ofRun = guard(run)
    ofRun.events.emit('uncaughtException', err)
    expect(ofRun.ends()).toBe(0)
    const ofNobody = guard(null)
    ofNobody.events.emit('uncaughtException', err)
    ofNobody.events.emit('uncaughtException', err)
    expect(ofNobody.lines).toHaveLength(2)
    expect(ofNobody.ends()).toBe(1)
  })
})
