import { newId } from '@sluice/contract'
import { newReconAccount } from '../../../testing/objects.ts'
import { type CreateSamples, type Sample, unique, type World } from '../../../testing/sample.ts'
import type { ModelConfig } from './contract.ts'
import { listExamples } from './example-rows.ts'
import { proposeRules } from './propose-rules.ts'

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
  /** Three matches by hand of the same kind. */
  const proposed = async (world: World) => {
    const { id } = await newReconAccount(world)
    const BASE = '/api/dh/lessee/reconciliation'
    const flow = await world.post<{ id: string }>(`${BASE}/flow`, { name: unique('flow'), account_ids: [id] })
    const item = newId()
    for (const order of ['1', '2', '3']) {
      const [a, b] = await server.database.withTenant(world.tenantId, async tx => {
        await tx.execute(
          `insert into accounting_item (id, code, name) values ($1::uuid, $1::text, 'x') on conflict do nothing`,
          [item],
        )
        const rows = await tx.query<{ id: string }>(
          `with a as (insert into bill_line (account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date, item_id)
             values ($1, decode(md5($2::text), 'hex'), $2, 100, 'CNY', now(), current_date, $3) returning id),
           b as (insert into supply_line (account_id, doc_no, order_no, amount_minor, currency, occurred_at, business_date)
             values ($1, $2, $2, 100, 'CNY', now(), current_date) returning id)
           select id from a union all select id from b`,
          [id, order, item],
        )
        return rows.map(row => row.id)
      })
      await world.post(`${BASE}/flow/${flow.id}/match`, { a: [a], b: [b], reason: 'by hand' })
    }
    const examples = await server.database.withTenant(world.tenantId, tx => listExamples(tx, [flow.id]))
    const [first] = proposeRules(examples)
    return { id, shape: first!.shape } // three speak for one
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
    'accountModel.proposals': account,
    'accountModel.acceptProposal': async world => ({ params: await proposed(world), body: { contradicted: 0 } }),
    'accountModel.rejectProposal': async world => ({ params: await proposed(world), body: { reason: 'test' } }),
    'accountModel.test': async world => {
      const { id } = await newReconAccount(world)
      await world.post('/api/dh/lessee/reconciliation/flow', { name: unique('flow'), account_ids: [id] })
      return { params: { id }, body: { config } }
    },
  }
}
