import { newRun, runParams } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'run.list': async world => ({ query: { strategy_id: (await newRun(world)).strategyId }, strangerGets: 'empty' }),
  'run.get': runParams,
  'run.stop': runParams,
  'run.rejected': runParams,
  'run.logs': runParams,
})
