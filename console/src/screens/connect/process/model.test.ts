import { expect, test } from 'vitest'
import { describeMachine, findHindrance } from './model.ts'
import type { LiveProcess, ProcessPool } from './types.ts'

const pool = (change: Partial<ProcessPool>): ProcessPool => ({
  id: 'p',
  name: 'p',
  label: 'default',
  state: 'running',
  status: 'running',
  mode: null,
  concurrency: 8,
  queued: 0,
  running: 0,
  succeeded_1h: 0,
  failed_1h: 0,
  strategy_count: 0,
  is_default: false,
  heartbeat_at: null,
  processes: [],
  created_at: '',
  ...change,
})

test('only an empty pool that is not the default one may be deleted', () => {
  expect(findHindrance(pool({}))).toBeNull()
  expect(findHindrance(pool({ is_default: true }))).toBe('isDefault')
  expect(findHindrance(pool({ strategy_count: 1 }))).toBe('inUse')
  expect(findHindrance(pool({ queued: 1 }))).toBe('inUse')
  expect(findHindrance(pool({ running: 1 }))).toBe('inUse')
})

test('a machine is named by host, process and version', () => {
  expect(describeMachine(pool({}))).toBeNull()
  const first = { host: 'm1', pid: 7, version: '0.1.0' } as LiveProcess // the fields that are shown
  expect(describeMachine(pool({ processes: [first] }))).toBe('m1 · 7 · 0.1.0')
  // Who may not see where it runs.
  expect(describeMachine(pool({ processes: [{ ...first, host: null, pid: null }] }))).toBe('0.1.0')
})
