import { newId } from '@sluice/contract'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'
import { insertProfile } from './store.ts'

let count = 0

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  const newProfile = async (world: World): Promise<string> => {
    const id = newId()
    count += 1
    await server.database.withTenant(world.tenantId, tx =>
      insertProfile(tx, {
        ...{ id, name: `Profile ${count}`, userId: world.userId, headings: ['Day', 'Sum'] },
        mapping: {
          columns: { at: 'Day' },
          amount: { how: 'signed', column: 'Sum' },
          ...{ day_order: 'ymd', decimal: '.', notes: [] },
        },
      }),
    )
    return id
  }
  return {
    'billProfile.list': own(),
    'billProfile.rename': async world => ({ params: { id: await newProfile(world) }, body: { name: `New ${count}` } }),
    'billProfile.delete': async world => ({ params: { id: await newProfile(world) } }),
  }
}
