import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { insertReversal, listPosted } from './store.ts'

/**
 * Of a month that is opened again: what the ledger has is taken back by drafts of the same rows the other way round, so that the month is
 * booked as a whole once it is closed. What a strategy has at this moment stays: its change is booked beside it.
 * @returns what was taken back, by its number in the ledger
 */
export async function reverseVouchers(
  tx: Tx,
  given: { readonly accountId: string; readonly month: string; readonly userId: string; readonly nowMs: number },
): Promise<string[]> {
  const { accountId, month, userId, nowMs } = given
  const posted = await listPosted(tx, accountId, month)
  for (const [at, { id, day_to, currency, next }] of posted.entries())
    await insertReversal(tx, {
      ...{ id: newId(nowMs), accountId, from: month, to: day_to, currency, userId, reverses: id },
      version: next + 1 + posted.slice(0, at).filter(each => each.currency === currency).length,
    })
  return posted.map(({ posted_no }) => posted_no)
}
