import type { Tx } from '@sluice/db'
import { settleNotices } from '@sluice/engine'
import { revokeTokens, revokeUser } from './store.ts'

/** What ends with the access of a person. */
interface EndedAccess {
  /** Personal access tokens that were alive. */
  readonly tokens: number
}

/**
 * Every way in that was opened with a password that no longer counts, or by whoever had it: all sign-ins but the named
 * one, and all personal access tokens, which would outlive them by a year.
 */
export async function endAccess(
  tx: Tx,
  { tenantId, userId, exceptSessionId }: { tenantId: string; userId: string; exceptSessionId: string | null },
  at: Date,
): Promise<EndedAccess> {
  await revokeUser(tx, userId, exceptSessionId, at)
  const ended = await revokeTokens(tx, userId, at)
  for (const id of ended) await settleNotices(tx, tenantId, id, ['token.expiring'])
  return { tokens: ended.length }
}
