import type { ErrorGroupDetail } from '../types.ts'
import type { ChangeDraft } from './change-draft.ts'

/** Which records of a group are replayed. */
export interface ReplayScope {
  /** undefined: all of the group that the filter leaves. */
  readonly ids?: readonly string[]
  readonly keyword?: string
  readonly count: number
  /** What the dialog starts with. */
  readonly kind?: 'correct'
  /** What is corrected, as far as it is known. */
  readonly changes?: readonly ChangeDraft[]
  /** Ignored records are brought back. */
  readonly isIgnored?: boolean
}

export const wholeGroup = (group: Pick<ErrorGroupDetail, 'open_count'>, kind?: 'correct'): ReplayScope => ({
  count: group.open_count,
  ...(kind && { kind }),
})
