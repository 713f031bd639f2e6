import { findStoreTrouble } from './store-trouble.ts'

/** Whether the server answers, as this process has found it. */
export interface Answers {
  /** Since the first call that got no answer; null: it answers. */
  readonly awayMs: number | null
  /** Times it came back after it was away, since the process began. */
  readonly outages: number
  /** From the first call without an answer to the first with one, the last time and the longest. */
  readonly lastMs: number | null
  readonly longestMs: number | null
}

/** It stopped answering, or answers again after so long and so many calls in vain. */
export type AnswerNews =
  | { readonly kind: 'away'; readonly error: unknown }
  | { readonly kind: 'back'; readonly awayMs: number; readonly calls: number }

/** Notes how calls end; what is wrong with a statement itself is an answer too. */
export function watchAnswers(report: (news: AnswerNews) => void = () => undefined, now = () => performance.now()) {
  let away: { readonly sinceMs: number; calls: number } | null = null
  let [outages, lastMs, longestMs] = [0, null as number | null, null as number | null]
  const noteBack = (): void => {
    if (away === null) return
    const awayMs = Math.round(now() - away.sinceMs)
    const { calls } = away
    away = null
    outages += 1
    lastMs = awayMs
    longestMs = Math.max(longestMs ?? 0, awayMs)
    report({ kind: 'back', awayMs, calls })
  }
  const noteFailure = (error: unknown): void => {
    if (findStoreTrouble(error) !== 'away') return
    if (away !== null) {
      away.calls += 1
      return
    }
    away = { sinceMs: now(), calls: 1 }
    report({ kind: 'away', error })
  }
  return {
    async watch<T>(call: Promise<T>): Promise<T> {
      try {
        const done = await call
        noteBack()
        return done
      } catch (error) {
        noteFailure(error)
        throw error
      }
    },
    read: (): Answers => ({ awayMs: away && Math.round(now() - away.sinceMs), outages, lastMs, longestMs }),
  }
}
