import type { FailureDetail } from '@sluice/contract'

/** Why a far system cannot be used: what its last try met. */
export type Reason = Pick<FailureDetail, 'code' | 'message' | 'advice' | 'technical'>

/** What is known of a far system that keeps failing. */
export interface Trouble {
  readonly reason: Reason
  /** ISO, of the first failure since it last answered. */
  readonly since: string
  readonly tries: number
}

/** A request of a run that failed and is sent again. */
export interface Trying {
  readonly role: 'source' | 'target'
  readonly reason: Reason
  /** ISO, of the first failure in a row. */
  readonly since: string
  readonly tries: number
  /** ISO, of the next try. */
  readonly next: string
}

/**
 * The one sentence about a far system that fails: the true reason first, since when, how often it was tried, and when next.
 * Times are ISO in UTC; whoever shows the sentence writes them in the reader's zone.
 * @param nextMs null: nobody has planned a try; past: whoever needs it next tries
 */
export const tellTrouble = (trouble: Trouble, nextMs: number | null, nowMs: number): string =>
  `${endSentence(trouble.reason.message)} ${tellTries(trouble, nextMs, nowMs)}`

function tellTries({ since, tries }: Trouble, nextMs: number | null, nowMs: number): string {
  if (nextMs === null)
    return tries === 1 ? `Failing since ${since}, tried once.` : `Failing since ${since}, tried ${tries} times.`
  if (nextMs <= nowMs)
    return tries === 1
      ? `Failing since ${since}, tried once; it is tried again when it is next needed.`
      : `Failing since ${since}, tried ${tries} times; it is tried again when it is next needed.`
  const next = writeTime(nextMs)
  return tries === 1
    ? `Failing since ${since}, tried once, next try at ${next}.`
    : `Failing since ${since}, tried ${tries} times, next try at ${next}.`
}

/** Told once a far system answers again. */
export const tellRestored = ({ since, tries }: Omit<Trouble, 'reason'>, nowMs: number): string =>
  `Available again since ${writeTime(nowMs)}. It had been failing since ${since}; failed tries: ${tries}.`

/** What stands in for a reason that nobody knows. */
export const UNKNOWN: Reason = { code: 'account.unknown', message: 'The far system does not answer as it should.' }

/** Seconds are as exact as anybody reads them. */
export const writeTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** Characters of a sentence that are kept. */
export const LONGEST_REASON = 500

/** What of a failure is kept with an account, so short that it fits into a notification of the database. */
export function toReason({ code, message, advice, technical }: FailureDetail): Reason {
  const cut = (text: string): string => (text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text)
  return {
    code,
    message: cut(message),
    ...(advice === undefined ? {} : { advice: cut(advice) }),
    ...(technical === undefined ? {} : { technical: cut(technical) }),
  }
}

const endSentence = (text: string): string => (/[.!?…。！？]$/.test(text) ? text : `${text}.`)
