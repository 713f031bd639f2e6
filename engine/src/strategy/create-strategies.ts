import type { Connections } from '../connection/connections.ts'
import { describeTrouble } from '../run/open-callback.ts'
import { listCallbacks } from '../sql/callback-rows.ts'
import { checkStrategy } from './check-strategy.ts'
import { countWindow } from './count-window.ts'
import { readStep, writeStep } from './debug-steps.ts'
import { keepTargets } from './keep-targets.ts'
import { mapTexts, measureChange, readRules } from './measure-change.ts'
import { previewMapping } from './preview-mapping.ts'
import { readGuarantee } from './read-guarantee.ts'
import type { Strategies, StrategyDeps } from './strategies.ts'
import { summariseStrategy } from './summarise-strategy.ts'
import { tryMapping } from './try-mapping.ts'

export function createStrategies(deps: StrategyDeps, connections: Connections): Strategies {
  const describeTarget = keepTargets(deps, connections)
  return {
    check: (tenantId, config, part, strategyId) =>
      checkStrategy({ deps, connections, tenantId, config, strategyId }, part),
    preview: (tenantId, request) => previewMapping({ deps, connections, describeTarget }, tenantId, request),
    summarise: (tenantId, config) => summariseStrategy(deps, connections, tenantId, config),
    tryMapping: (tenantId, request, signal) => tryMapping(deps, tenantId, request, signal),
    readRules,
    listCallbacks: async (tx, tenantId) =>
      (await listCallbacks(tx, tenantId)).map(place => ({
        id: place.id,
        name: place.name,
        trouble: describeTrouble(place),
      })),
    mapTexts: (tenantId, rules, texts, signal) => mapTexts(deps, tenantId, rules, texts, signal),
    measureChange: (tenantId, request, signal) => measureChange(deps, tenantId, request, signal),
    guarantee: (tenantId, config) => readGuarantee(deps, tenantId, config),
    readStep: (tenantId, strategyId, request) => readStep(deps, tenantId, strategyId, request),
    writeStep: (tenantId, strategyId, config, texts) => writeStep(deps, tenantId, strategyId, config, texts),
    countWindow: (tenantId, config, window) => countWindow(deps, tenantId, config, window),
  }
}
