import { expect, test } from 'vitest'
import { dayIn, graphAt, isBefore, select, sumAt } from './model.ts'
import type { Entry, Picture } from './types.ts'

const moment = { frame: 1, read: 9, written: 5, errors: 2, runs: 1, failed_runs: 0, level: 'watch' as const }
const edge = { name: 'orders', source: 'a', target: 'b' }
const picture: Picture = {
  ...{ at: '', frames: ['2026-11-01T16:00:00.000Z', '2026-11-02T16:00:00.000Z'], ends_at: '2026-11-03T02:00:00.000Z' },
  ...{ time_zone: 'Asia/Shanghai', since: '2026-11-02T17:00:00.000Z', nodes: [] },
  edges: [
    { id: '1', ...edge, moments: [moment] },
    { id: '2', ...edge, moments: [] },
  ],
}

test('a frame has what was kept of it, and is grey where nothing was', () => {
  expect(graphAt(picture, 1).edges.map(({ written, level }) => [written, level])).toEqual([
    [5, 'watch'],
    [0, 'none'],
  ])
  expect(sumAt(picture, 1)).toEqual({ written: 5, errors: 2, active: 1, rest: 1 })
  expect([isBefore(picture, 0), isBefore(picture, 1), isBefore({ ...picture, since: null }, 1)]).toEqual([
    true,
    false,
    true,
  ])
  expect(dayIn('2026-11-01T16:00:00.000Z', 'Asia/Shanghai')).toBe('2026-11-02')
})

test('a list is narrowed by kind, word and certainty, and sorted', () => {
  const entry = {
    kind: 'strategy',
    name: 'B',
    strategy_name: '',
    reads: 'no',
    field: null,
    is_sure: true,
    step: 1,
  } as Entry
  const entries: Entry[] = [entry, { ...entry, kind: 'report', name: 'A', is_sure: false, step: 2 }]
  const all = { keyword: undefined, kind: undefined, sure: undefined, sort: undefined }
  const names = (search: object) => select(entries, { ...all, ...search }).map(({ name }) => name)
  expect([names({}), names({ sort: 'name' }), names({ sure: true }), names({ kind: 'report' })]).toEqual([
    ['B', 'A'],
    ['A', 'B'],
    ['B'],
    ['A'],
  ])
  expect([names({ keyword: 'NO' }), names({ keyword: 'x' })]).toEqual([['B', 'A'], []])
})
