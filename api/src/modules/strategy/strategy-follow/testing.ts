import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategyFollow.list': async () => ({ strangerGets: 'own' }),
})
