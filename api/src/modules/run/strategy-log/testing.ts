import { strategyParams } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategyLog.search': async world => ({ ...(await strategyParams(world)), body: { level: ['error'] } }),
  'strategyLog.tail': strategyParams,
  'strategyLog.export': async world => ({ ...(await strategyParams(world)), body: {} }),
})
