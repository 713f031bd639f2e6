import { setTimeout as wait } from 'node:timers/promises'
import type { SharedTokens } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import { keepToken, readToken, takeTokenLease } from '../sql/adapter-rows.ts'

interface Deps {
  readonly database: Database
  readonly vault: Pick<Vault, 'open' | 'seal'>
  now(): number
}

/** Longer than all steps of a sign-in may take together. */
const LEASE_SECONDS = 120
const POLL_MS = 150
const GIVE_UP_MS = 90_000

/** What signing in through adapters gave: sealed in the database, made by one process at a time. */
export function createAdapterTokens(deps: Deps): {
  /** @param env of the connector: what one environment was given is no other's */
  lend(tenantId: string, connectorId: string, env: string): SharedTokens
} {
  const { database, vault, now } = deps
  const lend = (tenantId: string, connectorId: string, env: string): SharedTokens => ({
    async get(name, stale, make, signal) {
      const key = `${env}/${name}`
      const place = { tenantId, connectorId, key }
      const sealedFor = `connector/${connectorId}/adapter/${key}`
      const startedMs = performance.now()
      for (;;) {
        signal?.throwIfAborted()
        const row = await database.withTenant(tenantId, tx => readToken(tx, place))
        const sealed = row?.sealed ?? null
        if (row && sealed !== null && row.expires_at_ms > now()) {
          const value = await vault.open(tenantId, sealedFor, sealed)
          if (value !== stale) return { value, expiresAtMs: row.expires_at_ms }
        }
        if (await database.withTenant(tenantId, tx => takeTokenLease(tx, place, sealed, LEASE_SECONDS))) {
          const made = await make().catch(async (error: unknown) => {
            await database.withTenant(tenantId, tx => keepToken(tx, place, null))
            throw error
          })
          const kept = { sealed: await vault.seal(tenantId, sealedFor, made.value), expiresAtMs: made.expiresAtMs }
          await database.withTenant(tenantId, tx => keepToken(tx, place, kept))
          return made
        }
        if (performance.now() - startedMs > GIVE_UP_MS) throw busy()
        await wait(POLL_MS, undefined, signal ? { signal } : {})
      }
    },
  })
  return { lend }
}

const busy = (): Failure =>
  new Failure({
    code: 'connector.auth',
    message: 'Another process has been signing in for too long.',
    advice: 'Try again later.',
    retry: 'later',
  })
