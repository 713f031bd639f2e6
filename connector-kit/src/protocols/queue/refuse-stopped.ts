import { Failure } from '@sluice/contract'

/** @throws Failure `egress.aborted` before anything is sent for a run that was stopped */
export function refuseStopped(signal: AbortSignal): void {
  if (!signal.aborted) return
  throw new Failure({
    code: 'egress.aborted',
    message: 'Nothing was sent, because the run was stopped.',
    retry: 'later',
  })
}
