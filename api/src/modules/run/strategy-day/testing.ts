import { newStrategy } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategyDay.list': async world => ({
    body: { ids: [(await newStrategy(world)).id], from: '2026-01-01T00:00:00Z' },
    strangerGets: 'empty',
  }),
})
