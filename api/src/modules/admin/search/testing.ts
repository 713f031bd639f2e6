import { type CreateSamples, own } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'search.find': own({ query: { q: 'order' } }),
})
