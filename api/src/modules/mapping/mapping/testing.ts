import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, own, type Sample, unique, type World } from '../../../testing/sample.ts'

export const createSamples: CreateSamples = server => {
  const newMap = (world: World) =>
    world.post<{ id: string; version: number }>('/api/dh/lessee/mapping', { name: unique('units') })
  const map = async (world: World): Promise<Sample> => ({ params: { id: (await newMap(world)).id } })
  const withMiss = async (world: World, matched = false) => {
    const { id } = await newMap(world)
    const { id: strategyId } = await newStrategy(world)
    const [row] = await server.database.withTenant(world.tenantId, tx =>
      tx.query<{ id: string }>(
        `insert into value_map_miss (map_id, direction, value, value_hash, strategy_id, matched)
         values ($1, 'forward', 'box', '\\x00', $2, $3) returning id`,
        [id, strategyId, matched],
      ),
    )
    return { id, missId: row!.id }
  }
  const settings = { a_platform_id: '', b_platform_id: '', remark: '', default_a: '', default_b: '' }
  const rules = { case_sensitive: true, trim: false, on_miss: 'keep' }
  return {
    'mapping.list': own(),
    'mapping.create': async () => ({ body: { name: unique('units') }, strangerGets: 'own' }),
    'mapping.get': map,
    'mapping.update': async world => {
      const { id, version } = await newMap(world)
      return { params: { id }, body: { name: unique('units'), ...settings, ...rules, version } }
    },
    'mapping.delete': map,
    'mapping.copy': async world => ({ ...(await map(world)), body: { name: unique('copy') } }),
    'mapping.lines': map,
    'mapping.saveLines': async world => {
      const { id, version } = await newMap(world)
      return { params: { id }, body: { version, upsert: [{ a_value: 'pcs', b_value: 'EA' }], remove: [] } }
    },
    'mapping.import': async world => ({
      ...(await map(world)),
      body: { mode: 'replace', lines: [{ a_value: 'pcs', b_value: 'EA' }] },
    }),
    'mapping.export': map,
    'mapping.references': map,
    'mapping.changes': map,
    'mapping.changedLines': async world => ({ params: { id: (await newMap(world)).id, version: '1' } }),
    'mapping.misses': map,
    'mapping.complete': async world => {
      const { id, missId } = await withMiss(world)
      return { params: { id }, body: { items: [{ miss_id: missId, value: 'BOX' }] } }
    },
    'mapping.reprocessMisses': async world => {
      const { id, missId } = await withMiss(world, true)
      return { params: { id }, body: { ids: [missId] } }
    },
    'mapping.ignoreMisses': async world => {
      const { id, missId } = await withMiss(world)
      return { params: { id }, body: { ids: [missId] } }
    },
  }
}
