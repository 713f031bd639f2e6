import { Failure } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { lookAgain, type Quota, type QuotaChange, updateQuota } from './quota-store.ts'

/** What the tenant may use from now on. Runs that wait for a quota are looked at again at once. @throws Failure `notFound.tenant` */
export const changeQuota = (database: Database, code: string, change: QuotaChange): Promise<Quota> =>
  database.withSystem(async tx => {
    const quota = await updateQuota(tx, code, change)
    if (!quota)
      throw new Failure({ code: 'notFound.tenant', message: `There is no tenant ${code}.`, field: 'code', value: code })
    await lookAgain(tx, quota.tenant_id)
    const { tenant_id: _, ...limits } = quota
    return limits
  })
