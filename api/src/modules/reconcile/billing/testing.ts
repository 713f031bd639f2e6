import { newId } from '@sluice/contract'
import { newReconAccount } from '../../../testing/objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  const newLine = async (world: World, status = 'open'): Promise<string> => {
    const account = await newReconAccount(world)
    const rows = await server.database.withTenant(world.tenantId, async tx => {
      const file = newId()
      await tx.execute(
        `insert into raw_file (id, account_id, name, size_bytes, sha256, path) values ($1, $2, 'bill.csv', 1, '\\x00', 'x')`,
        [file, account.id],
      )
      await tx.execute(`insert into raw_row (file_id, line_no, text, result) values ($1, 1, 'a,b', 'ok')`, [file])
      return tx.query<{ id: string }>(
        `insert into bill_line (account_id, file_id, line_no, fingerprint, kind, amount_minor, currency, occurred_at, bill_date, status)
         values ($1, $2, 1, '\\x01', 'x', 100, 'CNY', now(), now()::date, $3) returning id`,
        [account.id, file, status],
      )
    })
    return rows[0]!.id // one was inserted
  }
  return {
    'billing.list': own(),
    'billing.sums': own(),
    'billing.raw': async world => ({ params: { id: await newLine(world) } }),
    'billing.reclassify': async world => ({ body: { ids: [await newLine(world)], item_id: null } }),
    'billing.ignore': async world => ({ body: { ids: [await newLine(world)], reason: 'test' } }),
    'billing.restore': async world => ({ body: { ids: [await newLine(world, 'ignored')] } }),
  }
}
