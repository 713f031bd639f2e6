import { type Handlers, isAllowed } from '../../../http/route-handler.ts'
import type { search } from './contract.ts'
import { findConnectors, findRecords, findStrategies } from './store.ts'

export const createSearchRoutes = (): Handlers<typeof search> => ({
  find: async ({ query: { q } }, ctx) => {
    const maySee = (permission: string) => isAllowed(ctx.principal, permission)
    return ctx.tenant(async tx => ({
      strategies: maySee('strategy:query') ? await findStrategies(tx, q) : [],
      connectors: maySee('connector:query') ? await findConnectors(tx, q) : [],
      records: maySee('strategy:query') ? await findRecords(tx, q) : [],
    }))
  },
})
