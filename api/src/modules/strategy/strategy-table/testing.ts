import { newRecord } from '../../../testing/objects.ts'
import type { CreateSamples, World } from '../../../testing/sample.ts'

const view = { columns: [{ of: 'record', name: 'key' }] }

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  const at = async (world: World) => ({ strategy: (await newRecord(server, world)).strategyId })
  const newShare = async (world: World) => {
    const params = await at(world)
    const path = `/api/dh/lessee/strategy-table/${params.strategy}/share`
    const made = await world.post<{ share: { id: string }; token: string }>(path, { title: 'table', view })
    return { params, id: made.share.id, token: made.token }
  }
  return {
    'strategyTable.fields': async world => ({ params: await at(world) }),
    'strategyTable.rows': async world => ({ params: await at(world), body: view }),
    'strategyTable.export': async world => ({ params: await at(world), body: view }),
    'strategyTable.shares': async world => ({ params: (await newShare(world)).params }),
    'strategyTable.share': async world => ({ params: await at(world), body: { title: 'table', view } }),
    'strategyTable.revoke': async world => {
      const { params, id } = await newShare(world)
      return { params: { ...params, id } }
    },
    'strategyTable.openShare': async world => {
      const { id, token } = await newShare(world)
      return { params: { id }, body: { token } }
    },
  }
}
