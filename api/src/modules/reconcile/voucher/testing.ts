import { newReconAccount } from '../../../testing/objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

let made = 0

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  /** An account with a bill line on 2024-03-05, of an item that has both subjects. */
  const body = async (world: World) => {
    const { id } = await newReconAccount(world)
    await server.database.withTenant(world.tenantId, async tx => {
      const [item] = await tx.query<{ id: string }>(
        `insert into accounting_item (id, code, name, debit_account, credit_account)
         values (gen_random_uuid(), $1, 'Goods', '1012', '1122') returning id`,
        [`voucher-${++made}`],
      )
      await tx.execute(
        `insert into bill_line (account_id, fingerprint, amount_minor, currency, occurred_at, bill_date, item_id)
         values ($1, '\\x01', 100, 'CNY', '2024-03-05T04:00Z', '2024-03-05', $2)`,
        [id, item!.id], // an insert answers with its row
      )
    })
    return { account_id: id, period: '2024-03-05' }
  }
  const draft = async (world: World) => {
    const path = '/api/dh/lessee/reconciliation/voucher'
    const [first] = await world.post<{ id: string }[]>(path, await body(world))
    return { params: { id: first!.id } } // one currency
  }
  return {
    'voucher.list': own(),
    'voucher.get': draft,
    'voucher.make': async world => ({ body: await body(world) }),
    'voucher.post': async world => ({ ...(await draft(world)), body: { number: '记-1' } }),
    'voucher.discard': draft,
    'voucher.release': async world => {
      const { params } = await draft(world)
      await server.database.withTenant(world.tenantId, tx =>
        tx.execute(`update recon_voucher set state = 'taken' where id = $1`, [params.id]),
      )
      return { params, body: { reason: 'the ledger does not have it' } }
    },
    'voucher.export': own(),
  }
}
