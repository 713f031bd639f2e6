import type { Handlers } from '../../../http/route-handler.ts'
import { createAdapterRoutes } from '../../asset/adapter/index.ts'
import { createApiAssetRoutes } from '../../asset/api-asset/index.ts'
import { createCollectionRoutes } from '../../asset/collection/index.ts'
import { createConnectorRoutes } from '../../connect/connector/index.ts'
import { createPlatformRoutes } from '../../connect/platform/index.ts'
import { createMappingRoutes } from '../../mapping/mapping/index.ts'
import { createStrategyCursorRoutes } from '../../strategy/strategy-cursor/index.ts'
import type { config } from './contract.ts'
import type { ConfigDeps, ConfigParts } from './kinds/scene.ts'
import { applyConfig, createTurns, exportConfig, planConfig } from './service.ts'

type ConfigRouteDeps = Omit<ConfigDeps, 'parts' | 'limitMs'> & {
  /** A call is answered by then, be it with a refusal. */
  readonly answerWithinMs: number
} & Pick<ConfigParts, 'strategy' | 'life'> &
  Parameters<typeof createPlatformRoutes>[0] &
  Parameters<typeof createAdapterRoutes>[0] &
  Parameters<typeof createApiAssetRoutes>[0] &
  Parameters<typeof createCollectionRoutes>[0] &
  Parameters<typeof createConnectorRoutes>[0] &
  Parameters<typeof createMappingRoutes>[0]

/** What has to be undone in time has this long for it. */
const MARGIN_MS = 5000

export function createConfigRoutes(given: ConfigRouteDeps): Handlers<typeof config> {
  const { engine, vault, answerWithinMs, strategy, life } = given
  const parts: ConfigParts = {
    ...{ strategy, life },
    platform: createPlatformRoutes(given),
    adapter: createAdapterRoutes(given),
    apiAsset: createApiAssetRoutes(given),
    collection: createCollectionRoutes(given),
    connector: createConnectorRoutes(given),
    mapping: createMappingRoutes(given),
    strategyCursor: createStrategyCursorRoutes(given),
  }
  const deps: ConfigDeps = { engine, vault, parts, limitMs: answerWithinMs - MARGIN_MS }
  const turn = createTurns()
  return {
    export: ({ body }, ctx) => exportConfig(deps, body.kinds, ctx),
    plan({ body: { sample, ...wish } }, ctx) {
      const deadline = AbortSignal.timeout(deps.limitMs)
      return turn(deadline, () => planConfig(deps, { ...wish, deadline }, sample, ctx))
    },
    apply({ body }, ctx) {
      const deadline = AbortSignal.timeout(deps.limitMs)
      return turn(deadline, () => applyConfig(deps, { ...body, deadline }, ctx))
    },
  }
}
