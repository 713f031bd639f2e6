import { CANARY, newStrategy, strategyParams } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'push.receive': async world => ({ params: { strategyId: (await newStrategy(world)).id } }),
  'push.get': strategyParams,
  'push.save': async world => ({ ...(await strategyParams(world)), body: { settings: {}, secret: CANARY } }),
  'push.resetToken': strategyParams,
})
