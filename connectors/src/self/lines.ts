import type { LineSide, LineStore, Target } from '@sluice/connector-kit'
import { Failure, type FieldSpec, type Resource } from '@sluice/contract'

/** Resources by side. */
const SIDES: ReadonlyMap<string, LineSide> = new Map([
  ['reconciliation.a.push', 'a'],
  ['reconciliation.b.push', 'b'],
])

export const sideOf = (resource: string): LineSide | undefined => SIDES.get(resource)

const text = (name: string, label: string): FieldSpec => ({
  name,
  label,
  type: 'string',
  isRequired: false,
  maxLength: 400,
})
const need = (field: FieldSpec): FieldSpec => ({ ...field, isRequired: true, isNullable: false })

const money: readonly FieldSpec[] = [
  // Either of the two is enough; what is not exact in the currency is refused.
  { name: 'amount', label: '金额 Amount', type: 'decimal', isRequired: false },
  { name: 'amount_minor', label: '金额（最小货币单位）Amount in minor units', type: 'int', isRequired: false },
  need({ ...text('currency', '币种 Currency'), maxLength: 3 }),
]
const time = need({ name: 'occurred_at', label: '业务时间 Business time', type: 'datetime' })
const account = need(text('account', '核算账户编码 Account code'))
const shared: readonly FieldSpec[] = [
  text('item', '核算项编码 Item code'),
  text('kind', '业务类型 Kind'),
  text('order_no', '订单号 Order number'),
  text('parent_order', '上级订单号 Parent order'),
  text('batch_no', '结算批次号 Settlement batch'),
  { ...text('remark', '备注 Remark'), maxLength: 4000 },
]

const a: Resource = {
  id: 'reconciliation.a.push',
  label: '写入对账 A 账单 Bill lines (A) of the reconciliation',
  kind: 'endpoint',
  direction: 'target',
  fields: [
    account,
    need(text('txn_no', '流水号 Transaction number')),
    ...money,
    time,
    ...shared,
    { name: 'balance_after', label: '余额 Balance after it', type: 'decimal', isRequired: false },
    text('counterparty', '对方 Counterparty'),
  ],
  key: [],
}

const b: Resource = {
  id: 'reconciliation.b.push',
  label: '写入对账 B 供应链 Supply-chain lines (B) of the reconciliation',
  kind: 'endpoint',
  direction: 'target',
  fields: [
    account,
    need(text('doc_no', '单据号 Document number')),
    text('doc_type', '单据类型 Document type'),
    text('doc_line', '单据行号 Line of the document'),
    ...money,
    time,
    ...shared,
    text('logistics_no', '物流单号 Tracking number'),
    text('sku', '商品编码 SKU'),
    { name: 'quantity', label: '数量 Quantity', type: 'decimal', isRequired: false },
    { name: 'recognised_on', label: '确认日期 Recognised on', type: 'date', isRequired: false },
  ],
  key: [],
}

export const lineResources: readonly Resource[] = [a, b]

/** Every line is counted by what the store answers of it, and a line that comes again replaces itself. */
export const openLineTarget = (lines: LineStore, side: LineSide): Target => ({
  guarantee: 'upsert',
  isCounted: true,
  findsAtOnce: true,
  async write(batch, signal, confirm) {
    if (signal.aborted) throw new Failure({ code: 'egress.aborted', message: 'The write was stopped.', retry: 'later' })
    return lines.push(side, batch, confirm)
  },
  find: records => lines.find(side, records),
  close: async () => undefined,
})
