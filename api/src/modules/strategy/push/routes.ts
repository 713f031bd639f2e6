import type { Handlers } from '../../../http/route-handler.ts'
import type { push } from './contract.ts'
import { createPushService, type PushDeps } from './service.ts'

export function createPushRoutes(deps: PushDeps): Handlers<typeof push> {
  const service = createPushService(deps)
  return {
    receive: ({ params, query, raw }, ctx) =>
      service.receive(params.strategyId, { body: raw, token: query.token, ip: ctx.ip }, ctx.tell),
    get: ({ params }, ctx) => service.get(params.id, ctx),
    save: ({ params, body }, ctx) => service.save(params.id, body, ctx),
    resetToken: ({ params }, ctx) => service.resetToken(params.id, ctx),
  }
}
