import { preconditionKinds, runStates, runTriggers } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import type { AccountFacts, GateFacts, QuotaFacts, Upstream } from '../sql/gate-rows.ts'
import { judgeStart, judgeUpstream } from './gate.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const quota: QuotaFacts = { recordsPerMonth: null, records: 0, monthEndsMs: 1000, storageBytes: null, storedBytes: 0 }
const facts = (change: Partial<GateFacts> = {}): GateFacts => ({
  schedule: { timeZone: 'UTC' },
  upstreams: [],
  accounts: [],
  quota,
  ...change,
})
const upstream = (change: Partial<Upstream>): Upstream => ({
  name: 'U',
  kind: 'idle',
  state: null,
  waiting: 0,
  ...change,
})
const account = (change: Partial<AccountFacts>): AccountFacts => ({
  name: 'C',
  pausedMs: null,
  openMs: null,
  trouble: null,
  emptyMs: null,
  ...change,
})
const codeOf = (change: Partial<GateFacts>, trigger: (typeof runTriggers)[number] = 'schedule') =>
  judgeStart(facts(change), trigger, NOW)?.code ?? null

describe('a precondition', () => {
  // Every kind with every state of the upstream's newest run, null being "has never run".
  const expected: Record<string, Record<(typeof preconditionKinds)[number], string | null>> = {
    never: { idle: null, succeeded: 'never', finished: 'never' },
    queued: { idle: 'live', succeeded: 'live', finished: 'live' },
    running: { idle: 'live', succeeded: 'live', finished: 'live' },
    stopping: { idle: 'live', succeeded: 'live', finished: 'live' },
    succeeded: { idle: null, succeeded: null, finished: null },
    partial: { idle: null, succeeded: 'failed', finished: null },
    failed: { idle: null, succeeded: 'failed', finished: null },
    stopped: { idle: null, succeeded: 'failed', finished: null },
  }
  for (const state of [null, ...runStates])
    for (const kind of preconditionKinds)
      it(`${kind}, upstream ${state ?? 'has never run'}`, () => {
        expect(judgeUpstream(upstream({ kind, state }))).toBe(expected[state ?? 'never']?.[kind])
      })

  it('idle waits for records that are still to be written', () => {
    expect(judgeUpstream(upstream({ kind: 'idle', state: 'succeeded', waiting: 3 }))).toBe('waiting')
    expect(judgeUpstream(upstream({ kind: 'succeeded', state: 'succeeded', waiting: 3 }))).toBeNull()
  })

  it('holds back whoever asks, and names the first one in the way', () => {
    const upstreams = [upstream({ name: 'good', state: 'succeeded' }), upstream({ name: 'busy', state: 'running' })]
    for (const trigger of runTriggers)
      expect(judgeStart(facts({ upstreams }), trigger, NOW)).toMatchObject({
        code: 'wait.upstream.live',
        params: { name: 'busy' },
      })
  })
})

describe('an active window', () => {
  const schedule = { timeZone: 'UTC', windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '13:00', to: '14:00' }] }
  it('holds back every run that nobody asked for by hand, until it opens', () => {
    for (const trigger of runTriggers)
      expect(judgeStart(facts({ schedule }), trigger, NOW)).toEqual(
        trigger === 'manual'
          ? null
          : { code: 'wait.window', params: { until: '2026-01-15T13:00:00.000Z' }, lookAtMs: NOW + 3_600_000 },
      )
  })
  it('lets runs pass while it is open', () => {
    expect(judgeStart(facts({ schedule }), 'schedule', NOW + 3_600_000)).toBeNull()
  })
})

describe('a quota', () => {
  it('lets nothing start that would read more, and lets retries pass', () => {
    const used = { quota: { ...quota, recordsPerMonth: 100, records: 100 } }
    expect(codeOf(used)).toBe('wait.quota.records')
    expect(codeOf(used, 'manual')).toBe('wait.quota.records')
    expect(codeOf(used, 'retry')).toBeNull()
    expect(codeOf({ quota: { ...quota, recordsPerMonth: 100, records: 99 } })).toBeNull()
    expect(codeOf({ quota: { ...quota, recordsPerMonth: 0 } })).toBe('wait.quota.records')
    expect(codeOf({ quota: { ...quota, storageBytes: 5, storedBytes: 5 } })).toBe('wait.quota.storage')
  })
})

describe('an account', () => {
  it.each([
    [account({}), null],
    [account({ pausedMs: 1 }), 'wait.account.paused'],
    [account({ pausedMs: -1 }), null],
    [account({ openMs: 1 }), 'wait.account.open'],
    [account({ openMs: -1 }), null],
    // A bucket that is full again in a moment is waited for inside the run.
    [account({ emptyMs: 4000 }), null],
    [account({ emptyMs: 6000 }), 'wait.account.empty'],
  ])('%j: %s', (one, code) => {
    expect(codeOf({ accounts: [account({ name: 'other' }), one] })).toBe(code)
  })

  it('is looked at again when its time has come, and within the hour', () => {
    expect(judgeStart(facts({ accounts: [account({ openMs: 9000 })] }), 'retry', NOW)?.lookAtMs).toBe(NOW + 9000)
    expect(judgeStart(facts({ accounts: [account({ openMs: 9e9 })] }), 'retry', NOW)?.lookAtMs).toBe(NOW + 3_600_000)
  })
})
