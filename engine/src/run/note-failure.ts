import type { FailureDetail } from '@sluice/contract'
import type { Session } from './session.ts'

/** For the summary at the run's end; the first message of a cause stands for all. */
export function noteFailure({ failures }: Pick<Session, 'failures'>, { code, message, advice }: FailureDetail): void {
  const known = failures.get(code)
  if (known) known.count += 1
  else failures.set(code, { count: 1, message, advice })
}
