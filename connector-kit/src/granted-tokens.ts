import { createHash } from 'node:crypto'
import { Failure } from '@sluice/contract'
import type { ConnectorContext } from './connector.ts'
import type { GrantClient } from './grant.ts'

/** Access tokens of what a person granted. */
export interface GrantedTokens {
  /** @throws Failure `connector.notGranted`, `connector.grantEnded` */
  get(signal?: AbortSignal): Promise<string>
  /** The far system refused this token: the next one is another. */
  forget(token: string): void
}

/**
 * Tokens are kept and refreshed by the host, once for all processes; here only until they are due. `retry` repeats what
 * may heal by itself; absent: once.
 */
export function createGrantedTokens(
  client: GrantClient,
  { cache, grant }: Pick<ConnectorContext, 'cache' | 'grant'>,
  retry: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> = work => work(),
): GrantedTokens {
  const key = `http-grant:${createHash('sha256').update(JSON.stringify(client)).digest('base64url').slice(0, 22)}`
  let stale: string | null = null
  return {
    get: async signal => {
      if (!grant)
        throw new Failure({
          code: 'connector.notGranted',
          message: 'Nobody has granted this connector access yet.',
          advice: 'Save the connector, then grant access on its page.',
        })
      return cache.get(key, async () => {
        const { value, refreshAtMs } = await retry(() => grant.token(client, stale, signal), signal)
        return { value, expiresAtMs: refreshAtMs }
      })
    },
    forget: token => {
      stale = token
      cache.drop(key, token)
    },
  }
}
