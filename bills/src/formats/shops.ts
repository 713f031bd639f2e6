import type { BillFormat } from '../format.ts'

/** What JD settles with a merchant: one order has many rows, each of one fee. It states no totals. */
const jdSettlement: BillFormat = {
  code: 'jd-settlement',
  version: 1,
  platform: 'jd',
  name: { zh: '京东结算明细', en: 'JD settlement', pt: 'Liquidação JD' },
  columns: {
    at: ['费用结算时间', '费用发生时间'],
    txn: ['单据编号'],
    order: ['订单编号'],
    parent: ['商户订单号'],
    kind: ['费用项'],
    remark: ['钱包结算备注', '备注'],
    currency: ['币种'],
  },
  movements: [
    {
      how: 'direction',
      anySign: true,
      amount: ['金额'],
      direction: ['收支方向', '商家应收/应付'],
      in: ['收入', '应收'],
      out: ['支出', '应付'],
      none: [],
    },
  ],
  marks: [['费用项'], ['单据类型'], ['订单编号']],
  proof: 'control',
}

/** What a person or a small shop exports of its account at JD. `131.77(已退款89.84)`: what came back has a row of its own. */
const jdStatement: BillFormat = {
  code: 'jd-statement',
  version: 1,
  platform: 'jd',
  name: { zh: '京东交易明细', en: 'JD transaction list', pt: 'Lista de transações JD' },
  columns: {
    at: ['交易时间'],
    txn: ['交易订单号'],
    order: ['商家订单号'],
    kind: ['交易分类'],
    counterparty: ['商户名称'],
    remark: ['交易说明'],
  },
  movements: [
    {
      how: 'direction',
      amount: ['金额'],
      direction: ['收/支'],
      in: ['收入'],
      out: ['支出'],
      none: ['不计收支', '其他', '/', ''],
    },
  ],
  marks: [['商户名称'], ['交易说明'], ['交易订单号']],
  declared: [
    { pattern: /^["\s]*共:\s*([\d,]+)\s*笔/, gives: ['rows'] },
    { pattern: /^["\s]*收入:\s*([\d,]+)\s*笔,\s*([\d,.]+)\s*元/, gives: ['0.in.count', '0.in.sum'] },
    { pattern: /^["\s]*支出:\s*([\d,]+)\s*笔,\s*([\d,.]+)\s*元/, gives: ['0.out.count', '0.out.sum'] },
    { pattern: /^["\s]*不计收支:\s*([\d,]+)\s*笔,\s*([\d,.]+)\s*元/, gives: ['0.none.count', '0.none.sum'] },
    { pattern: /^["\s]*起始时间:\s*\[?([\d-]+)[^终]*终止时间:\s*\[?([\d-]+)/, gives: ['from', 'to'] },
  ],
  proof: 'totals',
  needs: ['rows', '0.in.sum', '0.out.sum'],
}

/** What somebody exports of an account at Meituan: what an order cost and what was paid for it differ. */
const meituan: BillFormat = {
  code: 'meituan-statement',
  version: 1,
  platform: 'meituan',
  name: { zh: '美团交易明细', en: 'Meituan transaction list', pt: 'Lista de transações Meituan' },
  columns: {
    at: ['交易成功时间'],
    txn: ['交易单号'],
    order: ['商家单号'],
    kind: ['交易类型'],
    counterparty: ['支付方式'],
    remark: ['订单标题'],
  },
  movements: [
    {
      how: 'direction',
      amount: ['实付金额'],
      direction: ['收/支'],
      in: ['收入'],
      out: ['支出'],
      none: ['不计收支', '其他', '/', ''],
    },
  ],
  marks: [['订单金额'], ['交易单号']],
  declared: [
    { pattern: /^["\s]*共:\s*([\d,]+)\s*笔/, gives: ['rows'] },
    { pattern: /^["\s]*收入:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.in.count', '0.in.sum'] },
    { pattern: /^["\s]*支出:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.out.count', '0.out.sum'] },
    { pattern: /^["\s]*不计收支:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.none.count', '0.none.sum'] },
    { pattern: /起始时间:\s*\[([^\]]+)\]\s*终止时间:\s*\[([^\]]+)\]/, gives: ['from', 'to'] },
  ],
  proof: 'totals',
  needs: ['rows', '0.in.sum', '0.out.sum'],
}

/** What Douyin settles, order by order. The line under the header says how its columns are made, and is no row. */
const douyinSettlement: BillFormat = {
  code: 'douyin-settlement',
  version: 1,
  platform: 'douyin',
  name: { zh: '抖店结算明细', en: 'Douyin settlement', pt: 'Liquidação Douyin' },
  columns: {
    at: ['结算时间'],
    txn: ['结算单号', '动账流水号'],
    order: ['子订单号', '订单号'],
    parent: ['订单号'],
    kind: ['结算单类型', '业务类型'],
    remark: ['备注'],
  },
  movements: [{ how: 'signed', amount: ['结算金额'], factor: 1 }],
  marks: [['收入合计'], ['支出合计']],
  asides: [/^["',\s]*收入\s*\+\s*支出/],
  equations: [
    [
      { column: ['收入合计'], factor: 1 },
      { column: ['支出合计'], factor: 1 },
      { column: ['结算金额'], factor: -1 },
    ],
  ],
  proof: 'control',
}

/** What Kuaishou settles, order by order: what comes in without what goes out of it. */
const kuaishou: BillFormat = {
  code: 'kuaishou-settlement',
  version: 1,
  platform: 'kuaishou',
  name: { zh: '快手小店结算明细', en: 'Kuaishou settlement', pt: 'Liquidação Kuaishou' },
  columns: {
    at: ['实际结算时间', '结算时间'],
    order: ['订单号', '订单编号'],
    kind: ['结算类型', '业务类型'],
    counterparty: ['账户名称'],
    remark: ['备注'],
  },
  movements: [{ how: 'signed', amount: ['实际结算金额(元)', '实际结算金额'], factor: 1 }],
  marks: [
    ['合计收入(元)', '合计收入'],
    ['合计支出(元)', '合计支出'],
  ],
  equations: [
    [
      { column: ['合计收入(元)', '合计收入'], factor: 1 },
      { column: ['合计支出(元)', '合计支出'], factor: -1 },
      { column: ['实际结算金额(元)', '实际结算金额'], factor: -1 },
    ],
  ],
  proof: 'control',
}

/** The activity of an account at PayPal: gross and fee are two movements, and the balance follows from their net. */
const paypal: BillFormat = {
  code: 'paypal-activity',
  version: 1,
  platform: 'paypal',
  name: { zh: 'PayPal 交易流水', en: 'PayPal activity', pt: 'Atividade PayPal' },
  columns: {
    at: ['Date'],
    time: ['Time'],
    txn: ['Transaction ID'],
    order: ['Invoice Number', 'Custom Number'],
    parent: ['Reference Txn ID'],
    kind: ['Type', 'Description'],
    counterparty: ['Name'],
    remark: ['Subject', 'Note', 'Item Title'],
    currency: ['Currency'],
    balance: ['Balance'],
  },
  movements: [
    { how: 'signed', amount: ['Gross'], factor: 1 },
    { how: 'signed', amount: ['Fee'], factor: 1, kind: 'fee' },
  ],
  marks: [['Net'], ['Transaction ID'], ['Balance']],
  equations: [
    [
      { column: ['Gross'], factor: 1 },
      { column: ['Fee'], factor: 1 },
      { column: ['Net'], factor: -1 },
    ],
  ],
  dayOrder: 'either',
  proof: 'balance',
}

export const shopFormats: readonly BillFormat[] = [
  jdSettlement,
  jdStatement,
  meituan,
  douyinSettlement,
  kuaishou,
  paypal,
]
