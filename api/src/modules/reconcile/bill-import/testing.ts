import { Readable } from 'node:stream'
import { encodeBill, packBill, sampleBills } from '@sluice/bills/testing'
import { newId } from '@sluice/contract'
import { newReconAccount } from '../../../testing/objects.ts'
import { type CreateSamples, own, type World } from '../../../testing/sample.ts'

/** The account bill of Alipay, as bytes. */
const alipayBill = (): Buffer => encodeBill(sampleBills[0]!.text, 'gb18030') // the first one is it

let count = 0
const taught = {
  headings: ['Day', 'Sum'],
  mapping: {
    columns: { at: 'Day' },
    amount: { how: 'signed', column: 'Sum' },
    ...{ day_order: 'ymd', decimal: '.', notes: [] },
  },
}

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = server => {
  const newFile = async (world: World, state = 'checked', bytes = alipayBill()): Promise<string> => {
    const id = newId()
    const account = await newReconAccount(world)
    const written = await server.uploads.write(world.tenantId, id, Readable.from([bytes]))
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(
        `insert into raw_file (id, account_id, name, size_bytes, sha256, path, state) values ($1, $2, 'bill.csv', $3, $4, $5, $6)`,
        [id, account.id, written.sizeBytes, written.sha256, written.path, state],
      ),
    )
    return id
  }
  return {
    'billImport.upload': async world => ({ params: { id: (await newReconAccount(world)).id }, file: alipayBill() }),
    'billImport.list': own(),
    'billImport.get': async world => ({ params: { id: await newFile(world) } }),
    'billImport.load': async world => ({ params: { id: await newFile(world) }, body: {} }),
    'billImport.cancel': async world => {
      const id = await newFile(world, 'parsing')
      await server.database.withTenant(world.tenantId, tx =>
        tx.execute(`insert into import_job (id, file_id, step) values ($1, $2, 'check')`, [newId(), id]),
      )
      return { params: { id } }
    },
    'billImport.revert': async world => ({ params: { id: await newFile(world, 'loaded') } }),
    'billImport.unlock': async world => {
      const id = await newFile(world, 'rejected', await packBill('bill.csv', alipayBill(), { password: '234512' }))
      await server.database.withTenant(world.tenantId, tx =>
        tx.execute(
          `update raw_file set failure = '{"code": "bill.password", "message": "", "advice": null}' where id = $1`,
          [id],
        ),
      )
      return { params: { id }, body: { password: '234512' } }
    },
    'billImport.head': async world => ({ params: { id: await newFile(world, 'rejected') } }),
    'billImport.tryMapping': async world => ({ params: { id: await newFile(world, 'rejected') }, body: taught }),
    'billImport.saveMapping': async world => {
      count += 1
      return { params: { id: await newFile(world, 'rejected') }, body: { ...taught, name: `Taught ${count}` } }
    },
    'billImport.download': async world => ({ params: { id: await newFile(world) } }),
  }
}
