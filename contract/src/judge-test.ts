import type { TestStep } from './field.ts'

export const connectorStates = ['untested', 'ok', 'failed'] as const
/** What the last test of a connector has shown. */
export type ConnectorState = (typeof connectorStates)[number]

/** Nobody has granted access yet: the parameters may be right all the same. */
export const awaitsGrant = (step: TestStep): boolean => step.error?.code === 'connector.notGranted'

/** Without a step nothing is shown, and a test that only waits for a person's grant shows nothing either. */
export function judgeTest(steps: readonly TestStep[]): ConnectorState {
  const failed = steps.filter(step => !step.ok)
  if (steps.length === 0) return 'failed'
  if (failed.length === 0) return 'ok'
  return failed.every(awaitsGrant) ? 'untested' : 'failed'
}
