import type { FailureDetail, Value } from '@sluice/contract'
import type { WriteOutcome } from '../../connector.ts'
import { explainAnswer, listMessages } from './answer.ts'
import type { AnswerTest, RefusalPatterns } from './http-plan.ts'
import { pickTexts } from './json-path.ts'
import type { Secrets } from './secrets.ts'

export interface Refusal {
  /** The answer, or one row's result. */
  readonly body: Value | undefined
  readonly test: AnswerTest
  readonly codePath?: string
  readonly fieldPath?: string
  readonly patterns?: RefusalPatterns
  readonly secrets: Secrets
  /** Said when the far system gives no reason. */
  readonly fallback: string
  readonly response?: string
}

/** What a business refusal means for the record: nothing to do, a hold that heals, or error data. */
export function classifyRefusal(refusal: Refusal): WriteOutcome {
  const { body, test, secrets, patterns = {}, response } = refusal
  const message = explainAnswer(body, test, secrets) || refusal.fallback
  const complaints = pairTexts(pickTexts(body, refusal.codePath), listMessages(body, test))
  const every = (wanted: readonly string[] | undefined): boolean =>
    complaints.length > 0 && complaints.every(text => matches(text, wanted))
  const evidence = response === undefined ? {} : { response }
  if (every(patterns.duplicate)) return { kind: 'skipped', reason: message, ...evidence }
  const field = pickTexts(body, refusal.fieldPath)[0]
  const failure: FailureDetail = {
    ...kindOf(every, patterns),
    message,
    ...(field === undefined ? {} : { field: secrets.hide(field) }),
  }
  return { kind: 'failed', failure, ...evidence }
}

/** A hold counts only when every complaint is one: otherwise the record stays wrong after the hold has healed. */
function kindOf(
  every: (wanted: readonly string[] | undefined) => boolean,
  patterns: RefusalPatterns,
): Pick<FailureDetail, 'code' | 'retry' | 'advice'> {
  if (every(patterns.busy))
    return { code: 'http.busy', retry: 'later', advice: 'The far system asks to come back later.' }
  if (every(patterns.negativeStock))
    return { code: 'target.negativeStock', retry: 'later', advice: 'Waits for stock at the target and is tried again.' }
  if (every(patterns.masterData))
    return {
      code: 'target.masterData',
      retry: 'later',
      advice: 'Add the missing master data at the target; it is tried again.',
    }
  // A mixture of both holds heals when the later one does.
  if (every([...(patterns.negativeStock ?? []), ...(patterns.masterData ?? [])]))
    return { code: 'target.masterData', retry: 'later', advice: 'Waits for stock and master data at the target.' }
  return { code: 'target.refused', retry: 'skip', advice: 'Correct the record or its mapping, then process it again.' }
}

/** Code and message of one complaint belong together where there are as many of both. */
function pairTexts(codes: readonly string[], messages: readonly string[]): readonly string[] {
  if (codes.length === messages.length) return codes.map((code, index) => `${code} ${messages[index]}`)
  return messages.length > 0 ? messages : codes
}

const matches = (text: string, wanted: readonly string[] | undefined): boolean =>
  (wanted ?? []).some(part => part !== '' && text.toLowerCase().includes(part.toLowerCase()))
