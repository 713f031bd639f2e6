import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { findFlow, type StoredFlow } from './flow-store.ts'

/** @throws Failure `notFound.reconFlow` */
export async function requireFlow(tx: Tx, id: string): Promise<StoredFlow> {
  const found = await findFlow(tx, id)
  if (!found) throw refuse('notFound.reconFlow')
  return found
}
