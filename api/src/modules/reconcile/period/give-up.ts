import type { Tx } from '@sluice/db'
import type { Period } from './contract.ts'
import type { PeriodWork } from './job-store.ts'
import { dropCarried, findPeriod, setState } from './store.ts'

/** In which state a month is while it is worked on, and in which it was before. */
export const STEPS: Readonly<
  Record<PeriodWork['step'], { readonly during: Period['state']; readonly before: Period['state'] }>
> = {
  close: { during: 'closing', before: 'open' },
  archive: { during: 'archiving', before: 'closed' },
  restore: { during: 'restoring', before: 'archived' },
}

/** The month is as it was before its job. One that came further stays. */
export async function giveUp(
  tx: Tx,
  { accountId, month, step }: { readonly accountId: string; readonly month: string; readonly step: PeriodWork['step'] },
): Promise<void> {
  const { during, before } = STEPS[step]
  if ((await findPeriod(tx, accountId, month))?.state !== during) return
  if (step === 'close') await dropCarried(tx, accountId, month)
  await setState(tx, accountId, month, before)
}
