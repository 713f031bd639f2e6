import { createEngine, type Engine } from '@sluice/engine'
import type { TestServer } from './start-test-server.ts'

/** From now on mappings and records are the engine's own business; no far system is behind it. */
export function useRealStrategies({ database, engine, vault }: TestServer): void {
  const { strategies, records } = createEngine({
    database,
    vault,
    connectors: [],
    makeContext() {
      throw new Error('opening a connector: there is none')
    },
    now: Date.now,
    random: Math.random,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    roles: { worker: false, scheduler: false },
  })
  Object.assign(engine.engine satisfies Engine, { strategies, records })
}
