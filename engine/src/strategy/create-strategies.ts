import type { Connections } from '../connection/connections.ts'
import { checkStrategy } from './check-strategy.ts'
import { countWindow } from './count-window.ts'
import { previewMapping } from './preview-mapping.ts'
import { readGuarantee } from './read-guarantee.ts'
import type { Strategies, StrategyDeps } from './strategies.ts'

export function createStrategies(deps: StrategyDeps, connections: Connections): Strategies {
  return {
    check: (tenantId, config, part, strategyId) =>
      checkStrategy({ deps, connections, tenantId, config, strategyId }, part),
    preview: (tenantId, request) => previewMapping(deps, connections, tenantId, request),
    guarantee: (tenantId, config) => readGuarantee(deps, tenantId, config),
    countWindow: (tenantId, config, window) => countWindow(deps, tenantId, config, window),
  }
}
