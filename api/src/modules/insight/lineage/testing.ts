import { configOf, newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

const ofNew = async (world: World) => ({ query: { strategy: (await newStrategy(world)).id, field: 'id' } })

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'lineage.picture': own(),
  'lineage.places': own(),
  'lineage.fields': async world => ({ query: { strategy: (await newStrategy(world)).id } }),
  'lineage.trace': ofNew,
  'lineage.origin': ofNew,
  'lineage.export': ofNew,
  'lineage.removal': async world => ({ body: { kind: 'strategy', ids: [(await newStrategy(world)).id] } }),
  'lineage.change': async world => {
    const { id, connectorId } = await newStrategy(world)
    return { body: { id, config: configOf(connectorId) } }
  },
})
