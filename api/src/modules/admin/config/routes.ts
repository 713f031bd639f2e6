import type { Tx } from '@sluice/db'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { createAdapterRoutes } from '../../asset/adapter/index.ts'
import { createApiAssetRoutes } from '../../asset/api-asset/index.ts'
import { createCollectionRoutes } from '../../asset/collection/index.ts'
import { createConnectorRoutes } from '../../connect/connector/index.ts'
import { createPlatformRoutes } from '../../connect/platform/index.ts'
import { createApplicationRoutes } from '../../gateway/application/index.ts'
import { createAggregateRoutes } from '../../insight/aggregate/index.ts'
import { createDigraphRoutes } from '../../insight/digraph/index.ts'
import { createMappingRoutes } from '../../mapping/mapping/index.ts'
import { createBillProfileRoutes } from '../../reconcile/bill-profile/index.ts'
import { createStrategyCursorRoutes } from '../../strategy/strategy-cursor/index.ts'
import type { ConfigChange, ConfigKind, config } from './contract.ts'
import type { ConfigDeps, ConfigParts } from './kinds/scene.ts'
import {
  applyConfig,
  type ConfigObject,
  createTurns,
  exportConfig,
  type Planned,
  planConfig,
  readObjects,
  type Wish,
  type Within,
} from './service.ts'

export type ConfigRouteDeps = Omit<ConfigDeps, 'parts' | 'limitMs'> & {
  /** A call is answered by then, be it with a refusal. */
  readonly answerWithinMs: number
} & Pick<ConfigParts, 'strategy' | 'life'> &
  Parameters<typeof createPlatformRoutes>[0] &
  Parameters<typeof createAdapterRoutes>[0] &
  Parameters<typeof createApiAssetRoutes>[0] &
  Parameters<typeof createCollectionRoutes>[0] &
  Parameters<typeof createConnectorRoutes>[0] &
  Parameters<typeof createMappingRoutes>[0] &
  Parameters<typeof createAggregateRoutes>[0] &
  Parameters<typeof createDigraphRoutes>[0] &
  Parameters<typeof createApplicationRoutes>[0]

/** What has to be undone in time has this long for it. */
const MARGIN_MS = 5000

/** What other modules do with objects as files: one application at a time in a process, as everybody's. */
export interface ConfigService {
  /** See `readObjects`. */
  read(
    tx: Tx,
    kinds: readonly ConfigKind[],
    ctx: RouteContext,
    whole?: ReadonlySet<string>,
  ): Promise<readonly ConfigObject[]>
  /** See `planConfig`; `sample`: records of each strategy that are mapped to see the effect. */
  plan(wish: ConfigWish, sample: number, ctx: RouteContext): Promise<Planned>
  /** See `applyConfig`. */
  apply(
    wish: ConfigWish & { readonly hash: string },
    ctx: RouteContext,
    within?: Within,
  ): Promise<readonly ConfigChange[]>
}

/** Files, without what only the configuration page asks for. */
export type ConfigWish = Pick<Wish, 'files' | 'remove'>

export function createConfigService(given: ConfigRouteDeps): ConfigService {
  const deps = createDeps(given)
  const turn = createTurns()
  const whole = (wish: ConfigWish, deadline: AbortSignal): Wish => ({
    ...wish,
    ...{ secrets: {}, prune: false, state: false, deadline },
  })
  return {
    read: async (tx, kinds, ctx, whole) => (await readObjects(deps, tx, kinds, ctx, whole)).objects,
    plan(wish, sample, ctx) {
      const deadline = AbortSignal.timeout(deps.limitMs)
      return turn(deadline, () => planConfig(deps, whole(wish, deadline), sample, ctx))
    },
    async apply({ hash, ...wish }, ctx, within) {
      const deadline = AbortSignal.timeout(deps.limitMs)
      const { changes } = await turn(deadline, () => applyConfig(deps, { ...whole(wish, deadline), hash }, ctx, within))
      return changes
    },
  }
}

function createDeps(given: ConfigRouteDeps): ConfigDeps {
  const { engine, vault, now, answerWithinMs, strategy, life } = given
  const parts: ConfigParts = {
    ...{ strategy, life },
    platform: createPlatformRoutes(given),
    adapter: createAdapterRoutes(given),
    apiAsset: createApiAssetRoutes(given),
    collection: createCollectionRoutes(given),
    connector: createConnectorRoutes(given),
    mapping: createMappingRoutes(given),
    strategyCursor: createStrategyCursorRoutes(given),
    aggregate: createAggregateRoutes(given),
    digraph: createDigraphRoutes(given),
    application: createApplicationRoutes(given),
    billProfile: createBillProfileRoutes(),
  }
  return { engine, vault, now, parts, limitMs: answerWithinMs - MARGIN_MS }
}

export function createConfigRoutes(given: ConfigRouteDeps): Handlers<typeof config> {
  const deps = createDeps(given)
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
