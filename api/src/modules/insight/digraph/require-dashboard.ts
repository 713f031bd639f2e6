import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { type DashboardRow, findDashboard } from './store.ts'

/** @throws Failure `notFound.dashboard` */
export async function requireDashboard(tx: Tx, id: string): Promise<DashboardRow> {
  const row = await findDashboard(tx, id)
  if (!row) throw refuse('notFound.dashboard')
  return row
}
