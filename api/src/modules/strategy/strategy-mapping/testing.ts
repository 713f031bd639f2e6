import { configOf, mapping, newConnector, strategyParams } from '../../../testing/objects.ts'
import type { CreateSamples } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = () => ({
  'strategyMapping.trial': async world => ({ ...(await strategyParams(world)), body: { mapping } }),
  'strategyMapping.past': async world => {
    const { source, target } = configOf((await newConnector(world)).id)
    const side = ({ connector_id, resource }: typeof target) => ({ connector_id, resource })
    return { body: { source: side(source), target: side(target) }, strangerGets: 'empty' }
  },
})
