import type { Handlers } from '../../../http/route-handler.ts'
import { type ChannelDeps, createChannelRoutes } from './channel-routes.ts'
import type { alert } from './contract.ts'
import { createLogRoutes } from './log-routes.ts'
import { createRuleRoutes } from './rule-routes.ts'

export const createAlertRoutes = (deps: ChannelDeps): Handlers<typeof alert> => ({
  ...createChannelRoutes(deps),
  ...createRuleRoutes(deps),
  ...createLogRoutes(deps),
})
