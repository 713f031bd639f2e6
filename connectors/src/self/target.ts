import type { Target } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import { missing } from './source.ts'

export const NOOP = 'noop.write'

/** Accepts everything and keeps nothing: for strategies that only fetch. @throws Failure `resource.missing` */
export function openSelfTarget(resource: string): Target {
  if (resource !== NOOP) throw missing(resource)
  return {
    // Nothing is done, so nothing is done twice.
    guarantee: 'upsert',
    write: async (batch, signal, confirm) => {
      if (signal.aborted)
        throw new Failure({ code: 'egress.aborted', message: 'The write was stopped.', retry: 'later' })
      await confirm?.()
      return batch.map(() => ({ kind: 'written' as const }))
    },
    close: async () => undefined,
  }
}
