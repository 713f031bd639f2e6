import { type CreateSamples, own } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'website.attributes': async () => ({}),
  'website.own': own(),
  'website.save': own({ body: { short_name: 'Acme' } }),
})
