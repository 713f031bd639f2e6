import { exponentOf, sayMinor } from '@sluice/bills'
import { ExactNumber, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import { type SheetColumn, writeSheet } from '../../../http/write-sheet.ts'
import type { Voucher, VoucherDetail, voucher } from './contract.ts'
import { makeVouchers } from './make-vouchers.ts'
import {
  findVoucher,
  listEntries,
  listVouchers,
  listVouchersAfter,
  lockVoucher,
  releaseVoucher,
  setPosted,
  type VoucherRow,
  type VoucherSearch,
  voidDrafts,
} from './store.ts'

const auditOf = (row: VoucherRow) => ({
  ...{ objectType: 'reconVoucher', objectId: row.id },
  objectName: `${row.account} ${row.day_from} – ${row.day_to} ${row.currency} #${row.version}`,
})

const readSearch = (query: {
  readonly account_id?: string | undefined
  readonly state?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}): VoucherSearch => ({
  ...{
    accountId: query.account_id ?? null,
    state: query.state ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  },
})

/** Vouchers for the general ledger, and what becomes of them. */
export function createVoucherRoutes({ now }: { readonly now: () => number }): Handlers<typeof voucher> {
  return {
    async list({ query }, ctx) {
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => listVouchers(tx, readSearch(query), limit, offset)),
      )
      return new Page(rows.map(describe), total)
    },
    get: ({ params }, ctx) => ctx.tenant(tx => describeWhole(tx, params.id)),
    make: ({ body }, ctx) =>
      ctx.tenant(async tx => {
        const asked = { accountId: body.account_id, period: body.period, userId: ctx.principal.userId, now }
        const made: Voucher[] = []
        for (const id of await makeVouchers(tx, asked)) {
          const row = orRefuse(await findVoucher(tx, id))
          made.push(describe(row))
          await ctx.audit(tx, { ...auditOf(row), after: { total_minor: row.total_minor, state: row.state } })
        }
        return made
      }),
    post: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const row = orRefuse(await lockVoucher(tx, params.id))
        requireWaiting(row)
        await setPosted(tx, row.id, body.number)
        await ctx.audit(tx, { ...auditOf(row), before: { state: row.state }, after: { state: 'posted', ...body } })
        return describe(orRefuse(await findVoucher(tx, row.id)))
      }),
    discard: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = orRefuse(await lockVoucher(tx, params.id))
        if (row.state !== 'draft') throw refuse('conflict.voucherState', { value: sayState(row) })
        await voidDrafts(tx, [row.id])
        await ctx.audit(tx, { ...auditOf(row), before: { state: row.state }, after: { state: 'void' } })
        return describe(orRefuse(await findVoucher(tx, row.id)))
      }),
    release: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const row = orRefuse(await lockVoucher(tx, params.id))
        if (row.state !== 'taken') throw refuse('conflict.voucherState', { value: sayState(row) })
        if (row.record_status !== null && BUSY.includes(row.record_status)) throw refuse('conflict.voucherBusy')
        await releaseVoucher(tx, row.id, body.reason, ctx.principal.userId)
        const before = { state: row.state, strategy_id: row.strategy_id }
        await ctx.audit(tx, { ...auditOf(row), before, after: { state: 'draft', ...body } })
        return describe(orRefuse(await findVoucher(tx, row.id)))
      }),
    async export({ query: { format, ...query } }, ctx) {
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'reconVoucher', objectId: '', objectName: '', after: query }))
      async function* rows(): AsyncGenerator<Line> {
        for (let after: { at: string; id: string } | null = null; ; ) {
          const place = after
          const { lines, last, isLast } = await ctx.tenant(async tx => {
            const found = await listVouchersAfter(tx, readSearch(query), place, PAGE)
            const whole: Line[][] = []
            for (const row of found) whole.push((await listEntries(tx, row.id)).map(entry => ({ ...row, ...entry })))
            return { lines: whole.flat(), last: found.at(-1), isLast: found.length < PAGE }
          })
          yield* lines
          if (isLast || !last) return
          after = { at: last.place, id: last.id }
        }
      }
      return writeSheet({ name: 'vouchers', format, columns, rows: rows() }, ctx)
    },
  }
}

const PAGE = 100
/** Of its record in the strategy that has it: it may be sent at any moment. */
const BUSY: readonly number[] = [RecordState.waiting, RecordState.queued, RecordState.retrying]

type Line = VoucherRow & VoucherDetail['entries'][number]

const amount = (row: Line, side: 'debit' | 'credit') =>
  row.side === side ? new ExactNumber(sayMinor(BigInt(row.amount_minor), exponentOf(row.currency))) : null

const columns: readonly SheetColumn<Line>[] = [
  { title: { zh: '凭证', en: 'Voucher', pt: 'Comprovante contábil' }, read: row => row.id },
  { title: { zh: '核算账户', en: 'Account', pt: 'Conta' }, read: row => row.account },
  { title: { zh: '开始日期', en: 'First day', pt: 'Primeiro dia' }, read: row => row.day_from },
  { title: { zh: '结束日期', en: 'Last day', pt: 'Último dia' }, read: row => row.day_to },
  { title: { zh: '版本', en: 'Version', pt: 'Versão' }, read: row => row.version },
  { title: { zh: '科目', en: 'Subject', pt: 'Conta contábil' }, read: row => row.subject },
  { title: { zh: '核算项', en: 'Item', pt: 'Item' }, read: row => row.item },
  { title: { zh: '借方', en: 'Debit', pt: 'Débito' }, read: row => amount(row, 'debit') },
  { title: { zh: '贷方', en: 'Credit', pt: 'Crédito' }, read: row => amount(row, 'credit') },
  { title: { zh: '币种', en: 'Currency', pt: 'Moeda' }, read: row => row.currency },
  { title: { zh: '冲销', en: 'Takes back', pt: 'Estorna' }, read: row => row.reverses_no },
  { title: { zh: '过账号', en: 'Posted as', pt: 'Lançado como' }, read: row => row.posted_no },
]

function orRefuse(row: VoucherRow | undefined): VoucherRow {
  if (!row) throw refuse('notFound.voucher')
  return row
}

const sayState = ({ state, posted_no, posted_at }: VoucherRow): string =>
  [state, posted_no, posted_at].filter(Boolean).join(' · ')

/** Whoever comes second is told what the first one did. */
function requireWaiting(row: VoucherRow): void {
  if (row.state !== 'draft' && row.state !== 'taken') throw refuse('conflict.voucherState', { value: sayState(row) })
}

const describe = (found: VoucherRow): Voucher => {
  const { total: _, account_code: __, record_status, error_code: ___, error_message, ...row } = found
  const { created_by, released_by } = found
  return {
    ...{ ...row, created_by: created_by ?? '', released_by: released_by ?? '' },
    trouble: error_message,
    is_unknown: record_status === RecordState.unknown,
  }
}

async function describeWhole(tx: Tx, id: string): Promise<VoucherDetail> {
  const row = orRefuse(await findVoucher(tx, id))
  const entries = await listEntries(tx, id)
  const sum = (side: string) =>
    String(entries.reduce((total, entry) => (entry.side === side ? total + BigInt(entry.amount_minor) : total), 0n))
  return { ...describe(row), entries, debit_minor: sum('debit'), credit_minor: sum('credit') }
}
