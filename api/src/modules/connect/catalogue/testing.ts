import { connectorParams } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'catalogue.get': connectorParams,
  'catalogue.refresh': async world => ({ ...(await connectorParams(world)), body: {} }),
  'catalogue.cancel': connectorParams,
  'catalogue.search': connectorParams,
  'catalogue.changes': connectorParams,
  'catalogue.export': async world => ({ ...(await connectorParams(world)), body: {} }),
})
