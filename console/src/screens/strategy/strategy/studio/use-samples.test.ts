import { expect, test } from 'vitest'
import type { Outcome } from './use-outcome.ts'
import { readRecord } from './use-records.ts'
import { toSamples } from './use-samples.ts'

const RECORD = '{"id":6900000001020224737,"price":164.20}'

test('what a picker shows of a record has every digit', () => {
  const notes: Outcome['notes'] = new Map([
    ['derived.total', [{ field: 'derived.total', value: '9007199254740993.10', isRefused: false, steps: [] }]],
  ])
  const outcome: Outcome = {
    preview: undefined,
    error: null,
    isFetching: false,
    notes,
    problems: new Map(),
    refetch: () => undefined,
  }
  const shown = '{"id":6900000001020224737,"price":164.20,"derived.total":9007199254740993.10}'
  expect(toSamples(RECORD, undefined, outcome)).toBe(shown)
  expect(JSON.stringify(readRecord(RECORD)['id'])).toBe('6900000001020224737')
})
