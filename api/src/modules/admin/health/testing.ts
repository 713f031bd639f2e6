import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'health.live': async () => ({}),
  'health.ready': async () => ({}),
  'health.figures': async () => ({}),
})
