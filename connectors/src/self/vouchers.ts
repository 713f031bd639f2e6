import type { Source, Target, VoucherStore } from '@sluice/connector-kit'
import { Failure, type Resource } from '@sluice/contract'

export const TAKE = 'reconciliation.voucher.query'
export const POST = 'reconciliation.voucher.post'

const text = (name: string, label: string) => ({
  name,
  label,
  type: 'string' as const,
  isRequired: false,
  maxLength: 400,
})

export const voucherResources: readonly Resource[] = [
  {
    id: TAKE,
    label: '对账凭证草稿 Voucher drafts of the reconciliation',
    kind: 'endpoint',
    direction: 'source',
    fields: [
      text('id', '凭证 Voucher'),
      text('account', '核算账户编码 Account code'),
      text('account_name', '核算账户 Account'),
      { name: 'day_from', label: '开始日期 First day', type: 'date', isRequired: false },
      { name: 'day_to', label: '结束日期 Last day', type: 'date', isRequired: false },
      text('currency', '币种 Currency'),
      text('reverses', '冲销的凭证号 Number of the voucher that it takes back'),
      { name: 'version', label: '版本 Version', type: 'int', isRequired: false },
      { name: 'total', label: '借方合计 Sum of the debits', type: 'decimal', isRequired: false },
    ],
    key: ['id'],
  },
  {
    id: POST,
    label: '标记对账凭证已过账 Mark vouchers as posted',
    kind: 'endpoint',
    direction: 'target',
    fields: [
      { ...text('id', '凭证 Voucher'), isRequired: true, isNullable: false },
      { ...text('number', 'ERP 凭证号 Number in the ledger'), isRequired: true, isNullable: false, maxLength: 200 },
    ],
    key: ['id'],
  },
]

const stopped = (): Failure =>
  new Failure({ code: 'egress.aborted', message: 'The write was stopped.', retry: 'later' })

/** Vouchers that wait for a ledger, whole each time: the key tells those that were taken before. */
export const openVoucherSource = (vouchers: VoucherStore): Source => ({
  async *read({ window, cursor, pageSize, signal, strategyId }) {
    if (window)
      throw new Failure({
        code: 'source.window',
        message: 'Vouchers are always read as a whole; increments by a field are not possible.',
        advice: 'Switch off the increment: records already taken are recognised by their key.',
        field: 'increment',
      })
    if (strategyId === undefined) {
      const records = await vouchers.peek(pageSize)
      yield { records: records.map(data => ({ data })), cursor: null, request: 'look at vouchers' }
      return
    }
    let place = cursor
    do {
      if (signal.aborted) throw stopped()
      const asked = place
      const page = await vouchers.take(strategyId, place, pageSize)
      place = page.cursor
      yield {
        records: page.records.map(data => ({ data })),
        cursor: place,
        request: `read vouchers after ${asked ?? 'the start'}`,
      }
    } while (place !== null)
  },
  close: async () => undefined,
})

/** The same number twice is the same; another one is refused. */
export const openVoucherTarget = (vouchers: VoucherStore): Target => ({
  guarantee: 'upsert',
  async write(batch, signal, confirm) {
    if (signal.aborted) throw stopped()
    return vouchers.post(batch, confirm)
  },
  close: async () => undefined,
})
