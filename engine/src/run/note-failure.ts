import type { FailureDetail } from '@sluice/contract'
import { normaliseMessage } from '../stage/fingerprint.ts'
import type { Session } from './session.ts'

/** Causes that are told apart; what comes after them is counted by its code alone. */
const MOST_CAUSES = 50

/** For the summary at the run's end; the first message of a cause stands for all. */
export function noteFailure({ failures }: Pick<Session, 'failures'>, failure: FailureDetail): void {
  const { code, field, message, advice } = failure
  const cause = failures.size < MOST_CAUSES ? JSON.stringify([code, field, normaliseMessage(message)]) : code
  const known = failures.get(cause)
  if (known) known.count += 1
  else failures.set(cause, { code, count: 1, message, advice })
}
