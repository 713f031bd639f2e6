import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

const ofNew = async (world: World) => ({ query: { strategy: (await newStrategy(world)).id, field: 'id' } })

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'lineage.picture': own(),
  'lineage.places': own(),
  'lineage.fields': async world => ({ query: { strategy: (await newStrategy(world)).id } }),
  'lineage.trace': ofNew,
  'lineage.export': ofNew,
})
