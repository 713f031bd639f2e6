import { runStates } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { translateFor } from '../run/translate-for.ts'
import type { QueuePlace } from '../sql/waiting-rows.ts'
import { explainAccount, explainPlace, sentences } from './explain-waiting.ts'

const place = (change: Partial<QueuePlace>): QueuePlace => ({
  id: 'run',
  hold: null,
  ahead: 0,
  running: 0,
  tenant_runs: null,
  pool_name: 'P',
  pool_state: 'running',
  pool_label: 'default',
  pool_running: 0,
  pool_runs: 8,
  workers: 1,
  ...change,
})

const trouble = { reason: { code: 'egress.refused', message: 'Refused.' }, since: '2026-01-15T12:00:00Z', tries: 6 }
const known = { name: 'shop', reason: 'Refused.', since: trouble.since, tries: 6 }

describe('why a queued run waits', () => {
  it.each([
    [{}, 'wait.next'],
    [{ ahead: 3 }, 'wait.place'],
    [{ ahead: 1000 }, 'wait.long'],
    [{ pool_running: 8, ahead: 3 }, 'wait.pool.full'],
    [{ tenant_runs: 2, running: 2, pool_running: 8 }, 'wait.tenant'],
    [{ workers: 0, tenant_runs: 2, running: 2 }, 'wait.worker'],
    [{ pool_state: 'draining', workers: 0 }, 'wait.pool.closed'],
    [{ hold: { code: 'wait.window', params: { until: 'x' } }, pool_state: 'stopped' }, 'wait.window'],
  ] as const)('%j: %s', (change, code) => {
    expect(explainPlace(place(change))[0]).toBe(code)
  })

  it.each([
    [
      { pausedMs: 1000, openMs: 2000, trouble, rate: 5 },
      ['wait.account.paused', { name: 'shop', until: '2026-01-15T13:00:01.000Z' }],
    ],
    [
      { pausedMs: null, openMs: 2000, trouble, rate: 5 },
      [
        'wait.account.open',
        {
          ...known,
          trouble: 'Refused. Failing since 2026-01-15T12:00:00Z, tried 6 times, next try at 2026-01-15T13:00:02Z.',
          until: '2026-01-15T13:00:02.000Z',
        },
      ],
    ],
    [
      { pausedMs: null, openMs: null, trouble, rate: 5 },
      ['wait.account.trying', { ...known, trouble: 'Refused. Failing since 2026-01-15T12:00:00Z, tried 6 times.' }],
    ],
    [{ pausedMs: null, openMs: null, trouble: null, rate: 0.5 }, ['wait.account.rate', { name: 'shop', rate: 0.5 }]],
  ] as const)('of an account that holds back, %j: %j', (account, said) => {
    expect(explainAccount({ runId: 'run', name: 'shop', ...account }, Date.parse('2026-01-15T13:00:00Z'))).toEqual(said)
  })

  it('is said in both languages for every reason', () => {
    const { zh: tell } = translateFor([])
    const params = {
      ...{ name: 'orders', pool: 'P', label: 'default', until: '2026-01-15T13:00:00.000Z' },
      rate: 0.5,
      trouble: 'Failing since 2026-01-15T12:00:00Z, tried 6 times.',
      ...{ ahead: 3, runs: 2, waiting: 7, records: 10, quota: 9, stored: 11 },
    }
    for (const [code, say] of Object.entries(sentences))
      for (const state of runStates.filter(name => ['partial', 'failed', 'stopped'].includes(name))) {
        const sentence = say({ ...params, state })
        expect(sentence, code).not.toMatch(/undefined|null/)
        expect(tell(sentence), code).toMatch(/[\u4e00-\u9fff]/)
      }
  })
})
