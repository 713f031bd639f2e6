import { configOf, newStrategy } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'strategyCallers.check': async world => {
    const { id, connectorId } = await newStrategy(world)
    return { params: { id }, body: { config: configOf(connectorId), days: 7 } }
  },
})
