import { setTimeout as delay } from 'node:timers/promises'
import { createLineStore, createTenantFiles, createVoucherStore, type UploadStore } from '@sluice/api/background'
import {
  type ConnectorContext,
  createEgress,
  createTokenCache,
  type Egress,
  type EgressPolicy,
  type TokenCache,
} from '@sluice/connector-kit'
import type { Database, Vault } from '@sluice/db'
import { createAdapterTokens, createGrants, type Engine, type Grants } from '@sluice/engine'
import type { Settings } from './env.ts'

/** Lends connectors the world: one egress for all, files and records of their tenant, tokens of their connector's environment. */
export function createContexts(options: {
  readonly settings: Settings
  readonly database: Database
  readonly vault: Vault
  readonly uploads: UploadStore
  /** Asked when a context is made: the engine itself is made with the contexts. */
  engine(): Engine
  readonly policy: EgressPolicy
}): {
  make(tenantId: string, connectorId: string, env?: string): ConnectorContext
  /** The one way out, for what the API itself asks of others. */
  readonly egress: Egress
  /** Access that people granted to connectors. */
  readonly grants: Grants
  close(): Promise<void>
} {
  const { settings, database, uploads } = options
  const egress = createEgress(options.policy)
  const grants = createGrants({ database, vault: options.vault, egress, now: Date.now })
  const tokens = createAdapterTokens({ database, vault: options.vault, now: Date.now })
  const caches = new Map<string, TokenCache>()
  const cacheOf = (name: string): TokenCache => {
    const cache = caches.get(name) ?? createTokenCache(Date.now)
    caches.set(name, cache)
    return cache
  }
  return {
    make: (tenantId, connectorId, env) => ({
      tenantId,
      egress,
      files: createTenantFiles(tenantId, {
        database,
        uploads,
        openDirectories: settings.fileDirectories,
        ownDirectory: settings.dataDir,
        now: Date.now,
      }),
      records: options.engine().records.createStore(tenantId),
      lines: createLineStore(database, tenantId),
      vouchers: createVoucherStore(database, tenantId),
      now: Date.now,
      random: Math.random,
      sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
      cache: cacheOf(`${tenantId}/${connectorId}/${env ?? ''}`),
      ...(env === undefined
        ? {}
        : { grant: grants.lend(tenantId, connectorId, env), tokens: tokens.lend(tenantId, connectorId, env) }),
    }),
    egress,
    grants,
    close: () => egress.close(),
  }
}
