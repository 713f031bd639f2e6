import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, own } from '../../../testing/sample.ts'

const goal = { days: 28, success_percent: 99.5, fresh_field: 'updated_at', fresh_minutes: 60, fresh_percent: 99 }

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => ({
  'monitor.get': own(),
  'monitor.runs': own(),
  'monitor.objectives': own(),
  'monitor.connectors': own(),
  'monitor.export': own(),
  'monitor.dates': async world => ({ params: { id: (await newStrategy(world)).id } }),
  'monitor.save': async world => ({
    params: { id: (await newStrategy(world)).id },
    body: { ...goal, version: 0 },
  }),
  'monitor.remove': async world => {
    const { id } = await newStrategy(world)
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute('insert into strategy_objective (strategy_id, days, success_percent) values ($1, 28, 99)', [id]),
    )
    return { params: { id } }
  },
})
