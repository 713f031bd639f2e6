import { type CreateSamples, own } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'system.setPassword': async world => ({
    body: { user_id: world.userId, password: 'Another-Horse-9', password2: 'Another-Horse-9', oldpassword: 'x' },
  }),
  'system.log': own(),
  'system.logNames': own(),
  'system.exportLog': own({ query: { format: 'csv' } }),
  'system.verifyLog': own({ body: {} }),
  'system.deleteLog': own({ body: { before: '2020-01-01T00:00:00Z' } }),
})
