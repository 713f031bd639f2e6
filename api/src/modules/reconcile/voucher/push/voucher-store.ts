import { exponentOf, sayMinor } from '@sluice/bills'
import type { Confirm, TargetRecord, VoucherStore, WriteOutcome } from '@sluice/connector-kit'
import { type Data, ExactNumber, Failure } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { listEntries, lockVoucher, setPosted, takeVouchers, type VoucherRow } from '../store.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MOST = 200

/** Lets strategies take vouchers to a ledger, and say under which number it has them. */
export const createVoucherStore = (database: Database, tenantId: string): VoucherStore => ({
  take: (after, limit) =>
    database.withTenant(tenantId, async tx => {
      const rows = await takeVouchers(tx, after, Math.min(limit, MOST))
      const records: Data[] = []
      for (const row of rows) records.push(await writeRecord(tx, row))
      return { records, cursor: rows.length < Math.min(limit, MOST) ? null : (rows.at(-1)?.id ?? null) }
    }),
  post: (batch, confirm) => database.withTenant(tenantId, tx => post(tx, batch, confirm)),
})

async function writeRecord(tx: Tx, row: VoucherRow): Promise<Data> {
  const say = (minor: string) => new ExactNumber(sayMinor(BigInt(minor), exponentOf(row.currency)))
  const entries = await listEntries(tx, row.id)
  return {
    ...{ id: row.id, account: row.account_code, account_name: row.account },
    ...{ day_from: row.day_from, day_to: row.day_to, currency: row.currency, version: row.version },
    total: say(row.total_minor),
    entries: entries.map(({ side, subject, item, source, amount_minor }) => ({
      ...{ side, subject, item, source },
      debit: side === 'debit' ? say(amount_minor) : null,
      credit: side === 'credit' ? say(amount_minor) : null,
    })),
  }
}

async function post(tx: Tx, batch: readonly TargetRecord[], confirm: Confirm | undefined): Promise<WriteOutcome[]> {
  const outcomes: WriteOutcome[] = []
  await confirm?.()
  for (const { data } of batch) outcomes.push(await postOne(tx, data))
  return outcomes
}

async function postOne(tx: Tx, data: Data): Promise<WriteOutcome> {
  const { id, number } = data
  if (typeof id !== 'string' || !ID.test(id)) return fail('id', 'There is no such voucher.', id)
  if (typeof number !== 'string' || number.trim() === '' || number.length > 200)
    return fail('number', 'The number in the ledger must be a text of at most 200 letters.', number)
  const row = await lockVoucher(tx, id)
  if (!row) return fail('id', 'There is no such voucher.', id)
  if (row.state === 'posted')
    return row.posted_no === number.trim()
      ? { kind: 'written', targetKey: number.trim() }
      : fail('number', 'The ledger has this voucher under another number.', row.posted_no)
  if (row.state === 'void') return fail('id', 'Another version took the place of this voucher.', id)
  await setPosted(tx, id, number.trim())
  return { kind: 'written', targetKey: number.trim() }
}

const fail = (field: string, message: string, value: unknown): WriteOutcome => ({
  kind: 'failed',
  failure: new Failure({ code: 'recon.voucher', field, message, value: String(value ?? '').slice(0, 100) }).toDetail(),
})
