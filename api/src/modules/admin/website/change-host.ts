import { Failure } from '@sluice/contract'
import { type Database, isUniqueViolation } from '@sluice/db'
import { saveHost } from './store.ts'

/**
 * The host by which a tenant is told before anybody is signed in; null takes it away. The operator's to give: whoever
 * took the host of others would write the names and links of their sign-in page.
 * @throws Failure `notFound.tenant`, `conflict.host`
 */
export async function changeHost(database: Database, code: string, host: string | null): Promise<void> {
  try {
    if (await database.withSystem(tx => saveHost(tx, code, host))) return
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Failure({ code: 'conflict.host', message: `The host ${host} belongs to another tenant.`, field: 'host' })
  }
  throw new Failure({ code: 'notFound.tenant', message: `There is no tenant ${code}.`, field: 'code', value: code })
}
