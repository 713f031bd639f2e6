import { configOf, mapping, newConnector, newStrategy, strategyParams } from '../../../testing/objects.ts'
import { type CreateSamples, unique } from '../../../testing/sample.ts'

/** A file of exported strategies. */
const documentOf = (): string => {
  const { source, target } = configOf('')
  const end = { platform_id: 'fake', connector: 'shop' }
  const config = {
    source: { resource: source.resource, key: source.key },
    target: { resource: target.resource },
    mapping,
  }
  return JSON.stringify({ strategies: [{ name: 'orders', source: end, target: end, config }] })
}

export const createSamples: CreateSamples = () => ({
  'strategyCopy.batch': async world => ({
    body: { items: [{ id: (await newStrategy(world)).id, name: unique('copy') }] },
    strangerGets: 'refusedRows',
  }),
  'strategyCopy.parse': async () => ({ body: { text: documentOf() }, strangerGets: 'own' }),
  'strategyCopy.import': async world => {
    const { id } = await newConnector(world)
    const item = { at: 0, name: unique('imported'), source_connector_id: id, target_connector_id: id }
    return { body: { text: documentOf(), items: [item] }, strangerGets: 'refusedRows' }
  },
  'strategyCopy.one': async world => ({ ...(await strategyParams(world)), body: {} }),
  'strategyCopy.quote': async world => ({
    body: { strategy_id: (await newStrategy(world)).id, name: unique('quoted') },
  }),
})
