import { newReconAccount, newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  const newLine = async (world: World, status = 'open'): Promise<string> => {
    const account = await newReconAccount(world)
    const strategy = await newStrategy(world)
    const rows = await server.database.withTenant(world.tenantId, tx =>
      tx.query<{ id: string }>(
        `insert into supply_line (account_id, strategy_id, record_key, doc_no, amount_minor, currency, occurred_at, business_date, status)
         values ($1, $2, 'K1', 'D1', 100, 'CNY', now(), now()::date, $3) returning id`,
        [account.id, strategy.id, status],
      ),
    )
    return rows[0]!.id // one was inserted
  }
  return {
    'supplyChain.list': own(),
    'supplyChain.sums': own(),
    'supplyChain.export': own(),
    'supplyChain.record': async world => ({ params: { side: 'b', id: await newLine(world) } }),
    'supplyChain.reclassify': async world => ({ body: { ids: [await newLine(world)], item_id: null } }),
    'supplyChain.ignore': async world => ({ body: { ids: [await newLine(world)], reason: 'test' } }),
    'supplyChain.restore': async world => ({ body: { ids: [await newLine(world, 'ignored')] } }),
  }
}
