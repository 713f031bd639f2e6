import { strategyParams } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategyDebug.read': async world => ({ ...(await strategyParams(world)), body: { window: 'all', limit: 3 } }),
  'strategyDebug.map': async world => ({ ...(await strategyParams(world)), body: { records: ['{"id":1}'] } }),
  'strategyDebug.write': async world => ({
    ...(await strategyParams(world)),
    body: { records: ['{"id":1}'], confirm: true },
  }),
  'strategyDebug.dispatch': async world => ({
    ...(await strategyParams(world)),
    body: { side: 'target', confirm: true },
  }),
  'strategyDebug.http': async world => ({ ...(await strategyParams(world)), body: { side: 'source', api: '/orders' } }),
})
