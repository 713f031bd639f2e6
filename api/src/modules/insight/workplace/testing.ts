import { type CreateSamples, own } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'workplace.overview': own(),
  'workplace.board': own(),
  'workplace.strategies': own(),
  'workplace.demoStatus': own(),
  'workplace.createDemo': own(),
  'workplace.switchSandbox': own({ body: { running: true } }),
})
