import { limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import { expect, test } from 'vitest'
import { compileReport } from './compile-report.ts'
import type { ReportDefinition, ReportField, ReportRecord } from './report.ts'

const field = (name: string): ReportField => ({ of: 'data', name })
const definition = (sort: ReportDefinition['sort']): ReportDefinition => ({
  expand: null,
  conditions: [],
  group_by: [{ field: field('key'), granularity: 'value' }],
  metrics: ['sum', 'avg', 'max'].map(op => ({ op, field: field('amount') })) as ReportDefinition['metrics'],
  having: [{ metric: 0, logic: 'gt', value: '0' }],
  sort,
  limit: 1000,
  pivot: false,
})
const GROUPS = 50_000

test.each<[string, ReportDefinition['sort']]>([
  ['an amount', [{ by: 'metric', index: 0, descending: true }]],
  ['their key', []],
])('as many groups as there may be, sorted by %s, hold nobody up', async (_, sort) => {
  const report = compileReport(definition(sort), { timeZone: 'UTC' })
  for (let at = 0; at < GROUPS; at += 1) {
    const key = (at * 7919) % GROUPS // a prime, so each comes once
    report.add({ id: String(at) } as ReportRecord, { key, amount: `${key}.50` }) // nothing else of it is asked for
  }
  const limitMs = await limitTurn(100)
  const whole = await report.finishInTurns()
  expect([whole.groups, whole.rows.length]).toEqual([GROUPS, 1000])
  expect(whole.rows[0]?.keys[0]?.text).toBe(sort.length > 0 ? '49999' : '0')
  expect(whole).toEqual(report.finish())
  const tookMs = await measureLeast(limitMs, () => report.finishInTurns())
  expect(Math.max(0, Math.round(tookMs - limitMs))).toBe(0)
})

test('who asked is gone: the sorting ends', async () => {
  const report = compileReport(definition([]), { timeZone: 'UTC' })
  for (let at = 0; at < 20_000; at += 1) report.add({ id: String(at) } as ReportRecord, { key: at, amount: 1 })
  await expect(report.finishInTurns(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
