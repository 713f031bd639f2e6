import type { Board } from './overview.ts'

type Tone = 'bad' | 'warn' | 'calm' | 'good'
type VerdictKind =
  | 'wrong'
  | 'harm'
  | 'watchLate'
  | 'todo'
  | 'look'
  | 'undated'
  | 'well'
  | 'nothingRuns'
  | 'nothingSeen'
  | 'onlyNeeds'

/** What the sentence on top names, the worst first. */
export const wrongs = ['failed', 'stalled', 'late', 'unmeasured', 'paused'] as const

export const countOf = (verdict: NonNullable<Board['verdict']>, wrong: (typeof wrongs)[number]): number =>
  wrong === 'paused' ? verdict.paused : verdict.standings[wrong]

/** Which sentence is true. That all is well is said only where nothing is wrong, and everything has been measured. */
export function judgeVerdict({ verdict, bad, needs_total: needs }: Pick<Board, 'verdict' | 'bad' | 'needs_total'>): {
  readonly tone: Tone
  readonly kind: VerdictKind
} {
  if (verdict === null) {
    if (needs === 0) return { tone: 'calm', kind: 'nothingSeen' }
    return { tone: bad > 0 ? 'bad' : 'warn', kind: 'onlyNeeds' }
  }
  const { standings } = verdict
  if (wrongs.some(wrong => countOf(verdict, wrong) > 0))
    return { tone: standings.failed + standings.stalled + bad > 0 ? 'bad' : 'warn', kind: 'wrong' }
  if (bad > 0) return { tone: 'bad', kind: 'harm' }
  if (verdict.is_watch_late) return { tone: 'bad', kind: 'watchLate' }
  if (needs > 0) return { tone: 'warn', kind: 'todo' }
  if (standings.watch > 0) return { tone: 'warn', kind: 'look' }
  if (verdict.judged === 0) return { tone: 'calm', kind: 'nothingRuns' }
  return verdict.undated > 0 ? { tone: 'calm', kind: 'undated' } : { tone: 'good', kind: 'well' }
}
