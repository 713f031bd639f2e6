import { newReconAccount } from '../../../testing/objects.ts'
import { type CreateSamples, type Sample, unique, type World } from '../../../testing/sample.ts'
import type { ModelConfig } from './contract.ts'

const config: ModelConfig = {
  rules: [{ is_on: true, rule: { id: 'exact', kind: 'exact', keys: ['order'] } }],
  in_transit_days: 1,
  rates: [],
}

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  const account = async (world: World): Promise<Sample> => ({ params: { id: (await newReconAccount(world)).id } })
  const drafted = async (world: World): Promise<Sample> => {
    const { id } = await newReconAccount(world)
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute('insert into account_model (account_id, version, config) values ($1, 1, $2)', [
        id,
        JSON.stringify(config),
      ]),
    )
    return { params: { id } }
  }
  return {
    'accountModel.get': account,
    'accountModel.version': async world => {
      const { params } = await drafted(world)
      return { params: { ...params, version: '1' } }
    },
    'accountModel.saveDraft': async world => ({ ...(await account(world)), body: { config } }),
    'accountModel.discardDraft': drafted,
    'accountModel.publish': async world => ({ ...(await drafted(world)), body: { note: 'one rule' } }),
    'accountModel.test': async world => {
      const { id } = await newReconAccount(world)
      await world.post('/api/dh/lessee/reconciliation/flow', { name: unique('flow'), account_ids: [id] })
      return { params: { id }, body: { config } }
    },
  }
}
