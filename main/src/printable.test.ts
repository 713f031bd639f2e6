import { expect, test } from 'vitest'
import { createPaint, showPlan } from './config/show-plan.ts'
import { readTexts } from './config/texts.ts'
import { printable } from './printable.ts'
import { showWaiting } from './show-waiting.ts'

const EVIL = '\u001b]0;owned\u0007\u009b2J\rinstalled\u202egpj.exe\u2028next'
const STEERS = /[\p{Cc}\u2028-\u202e]/u

test('what others wrote steers no terminal', () => {
  expect(printable(EVIL)).not.toMatch(STEERS)
  expect(printable('订单 ✓ naïve 🚀')).toBe('订单 ✓ naïve 🚀')
})

test('an operator who looks at what waits for approval sees names as they are, one line each', () => {
  const waiting = {
    id: 'i',
    name: EVIL,
    version: EVIL,
    publisher: EVIL,
    tenant: EVIL,
    source: '',
    warnings: [EVIL, EVIL],
  }
  const lines = showWaiting([waiting])
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line).not.toMatch(STEERS)
})

test('every part of a plan is shown as it is', () => {
  const change = {
    ...{ act: 'change', kind: 'strategy', key: EVIL, name: EVIL, field_count: 1, notes: [EVIL] },
    fields: [{ path: EVIL, before: EVIL, after: EVIL }],
  }
  const plan = {
    ...{ changes: [change], counts: { create: 0, change: 1, delete: 0, same: 0 }, secrets: [EVIL] },
    ...{ effects: [], unmeasured: [EVIL], problems: [{ file: EVIL, line: 1, field: EVIL, message: EVIL }] },
  } as unknown as Parameters<typeof showPlan>[0]
  for (const line of showPlan(plan, readTexts({}).texts, createPaint(false))) expect(line).not.toMatch(STEERS)
})
