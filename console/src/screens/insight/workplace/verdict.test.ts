import { expect, it } from 'vitest'
import { judgeVerdict } from './verdict.ts'

const none = { failed: 0, stalled: 0, late: 0, unmeasured: 0, watch: 0, well: 0 }
const board = (
  standings: Partial<typeof none>,
  more: { judged?: number; undated?: number; paused?: number; is_watch_late?: boolean } = {},
  bad = 0,
  needs = 0,
) => ({
  verdict: { judged: 3, undated: 0, paused: 0, is_watch_late: false, ...more, standings: { ...none, ...standings } },
  bad,
  needs_total: needs,
})

it('says that all is well only where nothing is wrong and everything is measured', () => {
  expect(judgeVerdict(board({ well: 3 }))).toEqual({ tone: 'good', kind: 'well' })
  for (const standing of ['failed', 'stalled', 'late', 'unmeasured'] as const)
    expect(judgeVerdict(board({ well: 2, [standing]: 1 })).kind).toBe('wrong')
  expect(judgeVerdict(board({ well: 2, watch: 1 })).kind).toBe('look')
  expect(judgeVerdict(board({ well: 3 }, { paused: 1 })).kind).toBe('wrong')
  expect(judgeVerdict(board({ well: 3 }, { is_watch_late: true })).kind).toBe('watchLate')
  expect(judgeVerdict(board({ well: 3 }, { undated: 1 }))).toEqual({ tone: 'calm', kind: 'undated' })
  expect(judgeVerdict(board({ well: 3 }, {}, 1, 1)).kind).toBe('harm')
  expect(judgeVerdict(board({ well: 3 }, {}, 0, 1)).kind).toBe('todo')
  expect(judgeVerdict(board({}, { judged: 0 }))).toEqual({ tone: 'calm', kind: 'nothingRuns' })
  expect(judgeVerdict({ verdict: null, bad: 0, needs_total: 2 }).kind).toBe('onlyNeeds')
})

it('is as bad as its worst part', () => {
  expect(judgeVerdict(board({ failed: 1, late: 1 })).tone).toBe('bad')
  expect(judgeVerdict(board({ unmeasured: 1 })).tone).toBe('warn')
})
