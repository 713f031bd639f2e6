import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { readConnectorQuota } from './store.ts'

/** Before one more is made. @throws Failure `tooMany.connectors` */
export async function requireConnectorRoom(tx: Tx): Promise<void> {
  const { count, quota } = await readConnectorQuota(tx)
  if (quota !== null && count >= quota) throw refuse('tooMany.connectors', { value: String(quota) })
}
