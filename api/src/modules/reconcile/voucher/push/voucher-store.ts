import { exponentOf, sayMinor } from '@sluice/bills'
import type { Confirm, TargetRecord, VoucherStore, WriteOutcome } from '@sluice/connector-kit'
import { type Data, ExactNumber } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { refuse } from '../../../../http/refuse.ts'
import type { messages } from '../messages.ts'
import { listEntries, lockVoucher, peekVouchers, setPosted, takeVouchers, type VoucherRow } from '../store.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MOST = 200

/** Lets strategies take vouchers to a ledger, and say under which number it has them. */
export const createVoucherStore = (database: Database, tenantId: string): VoucherStore => ({
  take: (strategyId, after, limit) =>
    database.withTenant(tenantId, async tx => {
      const rows = await takeVouchers(tx, strategyId, after, Math.min(limit, MOST))
      return {
        records: await writeRecords(tx, rows),
        cursor: rows.length < Math.min(limit, MOST) ? null : (rows.at(-1)?.id ?? null),
      }
    }),
  peek: limit =>
    database.withTenant(tenantId, async tx => writeRecords(tx, await peekVouchers(tx, Math.min(limit, MOST)))),
  post: (batch, confirm) => database.withTenant(tenantId, tx => post(tx, batch, confirm)),
})

async function writeRecords(tx: Tx, rows: readonly VoucherRow[]): Promise<Data[]> {
  const records: Data[] = []
  for (const row of rows) records.push(await writeRecord(tx, row))
  return records
}

async function writeRecord(tx: Tx, row: VoucherRow): Promise<Data> {
  const say = (minor: string) => new ExactNumber(sayMinor(BigInt(minor), exponentOf(row.currency)))
  const entries = await listEntries(tx, row.id)
  return {
    ...{ id: row.id, account: row.account_code, account_name: row.account },
    ...{ day_from: row.day_from, day_to: row.day_to, currency: row.currency, version: row.version },
    // What it takes back, by its number in the ledger: some book that in red.
    reverses: row.reverses_no,
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
  if (typeof id !== 'string' || !ID.test(id)) return fail('notFound.voucher', 'id', id)
  if (typeof number !== 'string' || number.trim() === '' || number.length > 200)
    return fail('invalid.voucherNumber', 'number', number)
  const row = await lockVoucher(tx, id)
  if (!row) return fail('notFound.voucher', 'id', id)
  if (row.state === 'posted' || row.state === 'reversed')
    return row.posted_no === number.trim()
      ? { kind: 'written', targetKey: number.trim() }
      : fail('conflict.voucherNumber', 'number', row.posted_no)
  if (row.state === 'void') return fail('conflict.voucherVoid', 'id', id)
  await setPosted(tx, id, number.trim())
  return { kind: 'written', targetKey: number.trim() }
}

const fail = (code: keyof typeof messages, field: string, value: unknown): WriteOutcome => ({
  kind: 'failed',
  failure: refuse(code, { field, value: String(value ?? '').slice(0, 100) }).toDetail(),
})
