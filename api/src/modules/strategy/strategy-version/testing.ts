import { newStrategy, strategyParams } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategyVersion.list': strategyParams,
  'strategyVersion.get': async world => ({ params: { id: (await newStrategy(world)).id, version: '1' } }),
  'strategyVersion.restore': async world => ({ ...(await strategyParams(world)), body: { version: 1, newest: 1 } }),
})
