import type { Tx } from '@sluice/db'
import { writeAudit } from '../../../http/write-audit.ts'
import type { PeriodWork } from './job-store.ts'
import { findPlace } from './month-rows.ts'
import { findUsername } from './store.ts'

export const auditOf = (accountId: string, name: string, month: string) => ({
  objectType: 'reconPeriod',
  objectId: accountId,
  objectName: `${name} ${month.slice(0, 7)}`,
})

/** What a job did to a month, in the name of whoever asked for it. */
export async function auditStep(tx: Tx, job: PeriodWork, nowMs: number, after: object): Promise<void> {
  const { account_id, month, step, requested_by } = job
  const username = await findUsername(tx, requested_by)
  const name = (await findPlace(tx, account_id))?.name ?? ''
  await writeAudit(
    tx,
    { userId: requested_by, username, action: `period.${step}`, operation: 'update', ip: null, nowMs },
    { ...auditOf(account_id, name, month), after },
  )
}
