import { strategyParams } from '../../../testing/objects.ts'
import { type CreateSamples, own } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategyHealth.search': own({ body: { window: '1h' } }),
  'strategyHealth.export': own({ body: { window: '7d' } }),
  'strategyHealth.growth': own({
    body: { created_at_begin: '2026-01-01T00:00:00Z', created_at_end: '2026-01-02T00:00:00Z' },
  }),
  'strategyHealth.subscribe': strategyParams,
  'strategyHealth.unsubscribe': strategyParams,
})
