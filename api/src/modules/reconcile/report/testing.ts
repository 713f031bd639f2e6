import { type CreateSamples, own } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'report.items': own(),
  'report.fees': own(),
  'report.ages': own(),
  'report.open': own(),
  'report.rules': own(),
  'report.export': own({ params: { kind: 'items' } }),
})
