import { type CreateSamples, own } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'analysis.get': own(),
  'analysis.list': own(),
  'analysis.export': own(),
})
