import { setTimeout as delay } from 'node:timers/promises'
import { createTenantFiles, type UploadStore } from '@sluice/api'
import {
  type AllowRule,
  type ConnectorContext,
  createEgress,
  createTokenCache,
  type TokenCache,
} from '@sluice/connector-kit'
import type { Database } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import type { Settings } from './env.ts'

/** Lends connectors the world: one egress for all, files and records of their tenant, tokens of their connector. */
export function createContexts(options: {
  readonly settings: Settings
  readonly database: Database
  readonly uploads: UploadStore
  /** Asked when a context is made: the engine itself is made with the contexts. */
  engine(): Engine
  /** Loopback ports of the sandbox, reachable whatever the setting says. */
  sandboxPorts(): readonly number[]
}): { make(tenantId: string, connectorId: string): ConnectorContext; close(): Promise<void> } {
  const { settings, database, uploads } = options
  const rules = settings.egressAllow.filter(rule => rule !== 'private').map(readAllowRule)
  const egress = createEgress({
    allowPrivate: settings.egressAllow.includes('private'),
    get allow() {
      return [...rules, ...options.sandboxPorts().map(port => ({ host: '127.0.0.1', port }))]
    },
  })
  const caches = new Map<string, TokenCache>()
  const cacheOf = (name: string): TokenCache => {
    const cache = caches.get(name) ?? createTokenCache(Date.now)
    caches.set(name, cache)
    return cache
  }
  return {
    make: (tenantId, connectorId) => ({
      tenantId,
      egress,
      files: createTenantFiles(tenantId, {
        database,
        uploads,
        openDirectories: settings.fileDirectories,
        now: Date.now,
      }),
      records: options.engine().records.createStore(tenantId),
      now: Date.now,
      random: Math.random,
      sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
      cache: cacheOf(`${tenantId}/${connectorId}`),
    }),
    close: () => egress.close(),
  }
}

/** `host`, `host:port`, `10.0.0.0/8`, `::1`, `[fd00::1]:8443`. */
export function readAllowRule(text: string): AllowRule {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text)
  const plain = /^([^:]+):(\d+)$/.exec(text)
  const [host, port] = bracketed ? [bracketed[1], bracketed[2]] : plain ? [plain[1], plain[2]] : [text, undefined]
  return { host: host ?? text, ...(port === undefined ? {} : { port: Number(port) }) }
}
