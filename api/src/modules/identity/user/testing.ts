import { type CreateSamples, own } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'user.profile': own(),
  'user.menu': own(),
  'user.saveSettings': own({ body: { theme: 'dark' } }),
})
