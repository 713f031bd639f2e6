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
    { how: 'direction', amount: ['动账金额'], direction: ['动账方向'], in: ['入账'], out: ['出账'], none: [] },
  ],
  marks: [['动账场景']],
  proof: 'control',
}

/**
 * The list of an account at a bank in China, whichever: what they have in common is a column for each side and the balance,
 * and the balance proves which is which.
 */
const bank: BillFormat = {
  code: 'bank-list',
  version: 1,
  platform: 'bank',
  name: { zh: '银行流水', en: 'Bank account list', pt: 'Extrato bancário' },
  columns: {
    at: ['交易日期', '记账日期', '入账日期', '交易日', '交易时间'],
    time: ['交易时间'],
    txn: ['交易流水号', '流水号', '核心流水号', '企业流水号', '凭证号'],
    kind: ['摘要', '交易类型', '业务类型'],
    balance: ['余额', '账户余额', '本次余额', '交易后余额', '联机余额'],
    counterparty: ['对方户名', '对方账户名称', '收/付方名称', '对方单位名称', '对方账号'],
    remark: ['附言', '用途', '备注'],
    currency: ['币种', '货币'],
  },
  movements: [
    {
      how: 'split',
      in: [
        '贷方发生额',
        '贷方金额',
        '贷方发生额(收入)',
        '贷方发生额/元(收入)',
        '收入金额',
        '收入',
        '存入金额',
        '转入金额',
      ],
      out: [
        '借方发生额',
        '借方金额',
        '借方发生额(支取)',
        '借方发生额/元(支取)',
        '支出金额',
        '支出',
        '支取金额',
        '转出金额',
      ],
    },
  ],
  marks: [['余额', '账户余额', '本次余额', '交易后余额', '联机余额']],
  proof: 'balance',
}

/** The statement of a bank in the forms of SWIFT (MT940) and ISO 20022 (camt.053): its balances prove it. */
const statement: BillFormat = {
  code: 'bank-statement',
  version: 1,
  platform: 'bank',
  name: {
    zh: '银行对账单（MT940、camt.053）',
    en: 'Bank statement (MT940, camt.053)',
    pt: 'Extrato bancário (MT940, camt.053)',
  },
  columns: {
    at: ['Booking date'],
    txn: ['Bank reference'],
    order: ['Reference'],
    kind: ['Type'],
    counterparty: ['Counterparty'],
    remark: ['Details'],
    currency: ['Currency'],
  },
  movements: [{ how: 'direction', amount: ['Amount'], direction: ['Direction'], in: ['C'], out: ['D'], none: ['P'] }],
  marks: [['Value date'], ['Bank reference']],
  declared: [
    { pattern: /^account (.+)$/, gives: ['accountNo'] },
    { pattern: /^opening (.+)$/, gives: ['opening'] },
    { pattern: /^closing (.+)$/, gives: ['closing'] },
  ],
  proof: 'totals',
  needs: ['closing'],
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

export const otherFormats: readonly BillFormat[] = [pinduoduo, douyin, bank, statement, stripe]
