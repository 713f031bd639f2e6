import { zeroCounts } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import type { Counters } from '../types.ts'
import { explainFlow, listOutcomes } from './flow-model.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const counters = (
  state: string,
  counts: Partial<ReturnType<typeof zeroCounts>> = {},
  records: Counters['records'] = [],
  stillSeconds = 0,
): Counters => ({
  records,
  broken: null,
  run: {
    version: 1,
    id: '0190a0a0-0000-7000-8000-000000000000',
    state,
    counts: { ...zeroCounts(), ...counts },
    records_per_second: 120,
    started_at: '2026-11-20T11:00:00Z',
    moved_at: new Date(NOW - stillSeconds * 1000).toISOString(),
  },
})
const facts = {
  status: 'running',
  is_paused: false,
  next_run_at: '2026-11-20T13:00:00Z',
  schedule: { cron: '0 * * * *', timeZone: 'UTC' },
  config: { source: {} },
  rejected: 0,
} as Parameters<typeof explainFlow>[0]
const say = (change: object, of: Counters | undefined) => explainFlow({ ...facts, ...change }, of, NOW)

describe('the sentence under the picture', () => {
  test('tells a run that moves from one whose source or target is silent', () => {
    expect(say({}, counters('running', { pending: 4 }, [], 2))).toEqual({ kind: 'moving', rate: 120 })
    expect(say({}, counters('running', { pending: 4 }, [], 42))).toEqual({
      kind: 'slowTarget',
      seconds: 42,
      pending: 4,
    })
    expect(say({}, counters('running', {}, [], 42))).toMatchObject({ kind: 'slowSource', seconds: 42 })
    expect(say({}, counters('stopping', { pending: 4 }))).toEqual({ kind: 'stopping', pending: 4 })
  })

  test('says that nothing has arrived yet instead of a rate of nothing', () => {
    const begun = counters('running', {}, [], 2)
    const still = { ...begun, run: { ...begun.run!, records_per_second: 0 } }
    expect(say({}, still)).toEqual({ kind: 'reading' })
    const landed = { ...still, run: { ...still.run, counts: { ...still.run.counts, read: 1 } } }
    expect(say({}, landed)).toEqual({ kind: 'moving', rate: 0 })
  })

  test('does not call a followed source slow while nothing happens there', () => {
    const followed = { config: { source: { follow: true } } }
    expect(say(followed, counters('running', {}, [], 2))).toMatchObject({ kind: 'moving' })
    expect(say(followed, counters('running', {}, [], 42))).toEqual({ kind: 'following' })
    expect(say(followed, counters('running', { pending: 4 }, [], 42))).toMatchObject({ kind: 'slowTarget' })
  })

  test('tells what a followed source has lost while it goes on, for it never ends', () => {
    const followed = { config: { source: { follow: true } } }
    expect(say(followed, counters('running', { rejected: 1 }, [], 2))).toEqual({ kind: 'rejected', count: 1 })
    expect(say(followed, counters('running', {}, [{ status: 3, count: 2 }], 42))).toEqual({
      kind: 'errors',
      count: 2,
      retrying: 0,
    })
    expect(say({}, counters('running', { rejected: 1 }, [], 2))).toMatchObject({ kind: 'moving' })
    // Begun anew, it does not read again what the run before it rejected.
    const before = { ...followed, rejected: 2 }
    expect(say(before, counters('running', {}, [], 2))).toEqual({ kind: 'rejected', count: 2 })
    expect(say({ rejected: 2 }, counters('running', {}, [], 2))).toMatchObject({ kind: 'moving' })
  })

  const waiting = counters('succeeded', { read: 9 }, [{ status: 0, count: 7 }])
  test.each([
    [{}, { kind: 'waitsNext', count: 7, next: facts.next_run_at }],
    [{ is_paused: true }, { kind: 'waitsPaused', count: 7 }],
    [{ status: 'stopped' }, { kind: 'waitsStopped', count: 7 }],
    [{ schedule: { cron: null, timeZone: 'UTC' } }, { kind: 'waitsByHand', count: 7 }],
    [
      { schedule: { cron: null, timeZone: 'UTC' }, config: { source: { follow: true } } },
      { kind: 'waitsFollow', count: 7 },
    ],
  ])('names what waiting records wait for: %j', (change, told) => {
    expect(say(change, waiting)).toEqual(told)
  })

  test.each([
    [[{ status: 9, count: 2 }], { kind: 'unknown', count: 2 }],
    [[{ status: 4, count: 1 }], { kind: 'retrying', count: 1 }],
    [[{ status: 11, count: 4 }], { kind: 'retrying', count: 4 }],
    [[{ status: 3, count: 5 }], { kind: 'errors', count: 5, retrying: 0 }],
    [
      [
        { status: 3, count: 1 },
        { status: 11, count: 2 },
      ],
      { kind: 'errors', count: 1, retrying: 2 },
    ],
    [[{ status: 2, count: 5 }], { kind: 'allWritten' }],
    [[], { kind: 'noRead' }],
  ] as const)('of a calm strategy it tells what is left to decide: %j', (records, told) => {
    expect(say({}, counters('succeeded', {}, [...records]))).toEqual(told)
  })

  test('a run that broke off comes before what was read earlier, and before a replay that went well', () => {
    const reason = 'There is no orders in this virtual host.'
    for (const state of ['failed', 'succeeded'])
      for (const status of [2, 3, 0] as const)
        expect(say({}, { ...counters(state, {}, [{ status, count: 5 }]), broken: reason })).toEqual({
          kind: 'broken',
          reason,
        })
    expect(say({}, counters('partial', { read: 3, written: 3 }, [{ status: 2, count: 3 }]))).toEqual({
      kind: 'partial',
    })
    const settled = counters('partial', { read: 3, written: 2, failed: 1 }, [{ status: 2, count: 2 }])
    expect(say({}, settled)).toEqual({ kind: 'allWritten' })
  })

  test('of one that never ran it tells why', () => {
    expect(say({ status: 'draft' }, undefined)).toEqual({ kind: 'draft' })
    expect(say({}, { records: [], run: null, broken: null })).toEqual({ kind: 'waitsFirst', next: facts.next_run_at })
    for (const change of [{ status: 'stopped' }, { is_paused: true }, { next_run_at: null }])
      expect(say(change, { records: [], run: null, broken: null })).toEqual({ kind: 'never' })
  })
})

test('every stored record and every record of the run has its place on the right side, once', () => {
  const records = [0, 2, 3, 4, 5, 6, 9, 10, 11].map(status => ({ status, count: 1 })) as unknown as Counters['records']
  const told = listOutcomes(counters('running', { written: 5, failed: 1, dead: 2, unknown: 3, pending: 4 }, records))
  expect(told.map(({ name, ofRun, stored }) => `${name} ${ofRun} ${stored}`)).toEqual([
    'written 5 2',
    'waiting 4 2',
    'error 2 1',
    'retrying 1 3',
    'unknown 3 1',
  ])
})
