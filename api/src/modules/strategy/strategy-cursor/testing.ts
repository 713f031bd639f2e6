import { configOf, newConnector } from '../../../testing/objects.ts'
import { type CreateSamples, type Sample, unique, type World } from '../../../testing/sample.ts'

/** A strategy that reads by a field and looks after what it may miss. */
async function cursorParams(world: World, body?: Record<string, unknown>): Promise<Sample> {
  const { id: connectorId } = await newConnector(world)
  const { source, ...rest } = configOf(connectorId)
  const config = {
    ...rest,
    source: { ...source, increment: { field: 'at' }, deletes: { policy: 'mark' } },
    remedy: { schedule: { cron: '0 3 * * *' } },
  }
  const { id } = await world.post<{ id: string }>('/api/dh/lessee/strategy', { name: unique('orders'), config })
  return { params: { id }, ...(body ? { body } : {}) }
}

export const createSamples: CreateSamples = () => ({
  'strategyCursor.get': world => cursorParams(world),
  'strategyCursor.count': world => cursorParams(world, { from: '2026-01-01', to: null }),
  'strategyCursor.move': world => cursorParams(world, { watermark: '2026-01-01', expected: null, reason: 'test' }),
  'strategyCursor.range': world => cursorParams(world, { from: '2026-01-01', to: '2026-01-03' }),
  'strategyCursor.remedy': world => cursorParams(world),
  'strategyCursor.scan': world => cursorParams(world, {}),
})
