import type { BillFormat } from '../format.ts'

/** The account of a shop at Pinduoduo. It states no totals. */
const pinduoduo: BillFormat = {
  code: 'pinduoduo-account',
  version: 1,
  platform: 'pinduoduo',
  name: { zh: '拼多多货款明细', en: 'Pinduoduo account bill', pt: 'Extrato da conta Pinduoduo' },
  columns: {
    at: ['发生时间'],
    order: ['商户订单号'],
    kind: ['账务类型'],
    remark: ['备注'],
    batch: ['业务描述'],
  },
  movements: [{ how: 'split', in: ['收入金额(+元)'], out: ['支出金额(-元)'], anySign: true }],
  marks: [['账务类型'], ['业务描述']],
  asides: [/^[-\s,"]*$/],
  proof: 'control',
}

/** The account of a shop at Douyin. The sign of an amount is not to be relied on: the direction says which way. */
const douyin: BillFormat = {
  code: 'douyin-fund',
  version: 1,
  platform: 'douyin',
  name: { zh: '抖店动账明细', en: 'Douyin fund bill', pt: 'Extrato de fundos Douyin' },
  columns: {
    at: ['动账时间'],
    txn: ['动账流水号'],
    order: ['子订单号', '订单号'],
    parent: ['订单号'],
    kind: ['动账场景'],
    remark: ['备注'],
  },
  movements: [
    {
      how: 'direction',
      anySign: true,
      amount: ['动账金额'],
      direction: ['动账方向'],
      in: ['入账'],
      out: ['出账'],
      none: [],
    },
  ],
  marks: [['动账场景']],
  proof: 'control',
}

/** The balance history of Stripe: what a customer paid and its fee are two movements; with the fee taken off it is the net. */
const stripe: BillFormat = {
  code: 'stripe-balance',
  version: 1,
  platform: 'stripe',
  name: { zh: 'Stripe 余额流水', en: 'Stripe balance history', pt: 'Histórico de saldo Stripe' },
  columns: {
    at: ['Created (UTC)', 'created_utc'],
    txn: ['id', 'balance_transaction_id'],
    order: ['Source', 'source_id'],
    batch: ['Transfer', 'automatic_payout_id'],
    kind: ['Type', 'reporting_category'],
    remark: ['Description'],
    currency: ['Currency'],
  },
  movements: [
    { how: 'signed', amount: ['Amount', 'gross'], factor: 1 },
    { how: 'signed', amount: ['Fee'], factor: -1, kind: 'fee' },
  ],
  marks: [['Net'], ['Currency']],
  equations: [
    [
      { column: ['Amount', 'gross'], factor: 1 },
      { column: ['Fee'], factor: -1 },
      { column: ['Net'], factor: -1 },
    ],
  ],
  zone: 'UTC',
  proof: 'control',
}

export const otherFormats: readonly BillFormat[] = [pinduoduo, douyin, stripe]
