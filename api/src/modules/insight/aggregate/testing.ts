import { newStrategy } from '../../../testing/objects.ts'
import type { CreateSamples, Sample, World } from '../../../testing/sample.ts'

const definition = { metrics: [{ op: 'count' }], group_by: [{ field: { of: 'record', name: 'status' } }] }
let names = 0
const form = () => ({ name: `report ${++names}`, definition })

export const createSamples: CreateSamples = server => {
  const execute = (world: World, sql: string) => server.database.withTenant(world.tenantId, tx => tx.execute(sql))
  const ofStrategy =
    (body?: Readonly<Record<string, unknown>>) =>
    async (world: World): Promise<Sample> => ({
      params: { strategy: (await newStrategy(world)).id },
      ...(body && { body }),
    })
  const report = async (world: World): Promise<Sample> => {
    const { params } = await ofStrategy()(world)
    const path = `/api/dh/lessee/strategy-aggregate/${params?.['strategy']}`
    const { id } = await world.post<{ id: string }>(path, form())
    return { params: { id } }
  }
  /** There is room for three at once; those of earlier calls make way. */
  const calm = async (world: World): Promise<Sample> => {
    await execute(world, `update aggregate_report set state = 'none'`)
    return report(world)
  }
  const queued = async (world: World): Promise<Sample> => {
    const sample = await report(world)
    await execute(world, `update aggregate_report set state = 'queued' where state = 'none'`)
    return sample
  }
  const computed = async (world: World): Promise<Sample> => {
    const sample = await report(world)
    const total = `{"keys":[],"metrics":[],"lines":0,"records":0}`
    const coverage = `{"read":0,"of":0,"matched":0,"lines":0,"gone":0,"refused":0,"cut":null}`
    await execute(
      world,
      `update aggregate_report set state = 'done', computed_at = now(), result_version = version, result = json_build_object(
         'definition', definition, 'columns', '[]'::json, 'left_out', 0, 'groups', 0, 'total', '${total}'::json,
         'coverage', '${coverage}'::json)`,
    )
    return sample
  }
  return {
    'aggregate.list': ofStrategy(),
    'aggregate.fields': ofStrategy(),
    'aggregate.preview': ofStrategy(definition),
    'aggregate.drill': ofStrategy({ definition, keys: [{ kind: 'number', text: '2' }] }),
    'aggregate.create': async world => ofStrategy(form())(world),
    'aggregate.get': report,
    'aggregate.update': async world => ({ ...(await report(world)), body: form() }),
    'aggregate.copy': report,
    'aggregate.remove': report,
    'aggregate.compute': calm,
    'aggregate.cancel': queued,
    'aggregate.result': computed,
    'aggregate.export': async world => ({ ...(await computed(world)), query: { format: 'csv' } }),
  }
}
