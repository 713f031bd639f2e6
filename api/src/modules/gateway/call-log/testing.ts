import { newId } from '@sluice/contract'
import { type CreateSamples, own } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => ({
  'callLog.list': own(),
  'callLog.get': async world => {
    const id = newId()
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(
        `insert into gateway_call (id, application_id, application_name, operation, method, ip, status, code, duration_ms)
         values ($1, $1, 'partner', 'query', 'POST', '127.0.0.1', 200, 0, 3)`,
        [id],
      ),
    )
    return { params: { id } }
  },
  'callLog.stats': own(),
  'callLog.export': own(),
})
