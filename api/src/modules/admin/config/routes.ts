import type { Handlers } from '../../../http/route-handler.ts'
import type { config } from './contract.ts'
import type { ConfigDeps } from './kinds/scene.ts'
import { applyConfig, createTurns, exportConfig, planConfig } from './service.ts'

export function createConfigRoutes(deps: ConfigDeps): Handlers<typeof config> {
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
