import type { BillFormat } from '../format.ts'

// Lines are compared with full-width signs made plain: ： is : and （ is (.

const HEAD = [
  { pattern: /^["#\s]*账号:\s*\[?(\d{10,32})/, gives: ['accountNo'] },
  { pattern: /^["#\s]*起始日期:\s*\[([^\]]+)\]\s*终止日期:\s*\[([^\]]+)\]/, gives: ['from', 'to'] },
] as const

/** The line that names the bill, rules between its parts, and who made it when. */
const ASIDES = [
  /^["#\s]*(?:支付宝)?(?:账务|业务)(?:汇总|明细)查询/,
  /^["#\s]*-{3,}.*-*["\s,]*$/,
  /^["#\s]*(?:导出时间|导出人|用户):/,
]

/** What the account of a merchant received and paid, each movement with the balance after it. */
const account: BillFormat = {
  code: 'alipay-account',
  version: 1,
  platform: 'alipay',
  name: { zh: '支付宝账务明细', en: 'Alipay account bill', pt: 'Extrato da conta Alipay' },
  columns: {
    at: ['发生时间', '入账时间'],
    txn: ['账务流水号', '财务流水号', '支付宝流水号'],
    order: ['商户订单号', '业务基础订单号'],
    parent: ['业务流水号', '业务订单号', '支付宝交易号'],
    kind: ['业务类型', '账务类型'],
    balance: ['账户余额(元)', '账户余额'],
    counterparty: ['对方账号', '对方账户'],
    remark: ['备注', '业务描述'],
  },
  movements: [{ how: 'split', in: ['收入金额(+元)', '收入(+元)'], out: ['支出金额(-元)', '支出(-元)'], anySign: true }],
  marks: [['账户余额(元)', '账户余额']],
  declared: [
    ...HEAD,
    { pattern: /^["#\s]*支出合计:\s*([\d,]+)笔,\s*共\s*(-?[\d,.]+)元/, gives: ['0.out.count', '0.out.sum'] },
    { pattern: /^["#\s]*收入合计:\s*([\d,]+)笔,\s*共\s*(-?[\d,.]+)元/, gives: ['0.in.count', '0.in.sum'] },
  ],
  asides: ASIDES,
  proof: 'totals',
  needs: ['0.in.sum', '0.out.sum'],
}

/** What customers paid to a merchant, and what was paid back, with the fee of each. */
const trade: BillFormat = {
  code: 'alipay-trade',
  version: 1,
  platform: 'alipay',
  name: { zh: '支付宝业务明细', en: 'Alipay trade bill', pt: 'Relatório de vendas Alipay' },
  columns: {
    at: ['完成时间'],
    txn: ['支付宝交易号'],
    order: ['商户订单号'],
    batch: ['退款批次号/请求号'],
    kind: ['业务类型'],
    counterparty: ['对方账户'],
    remark: ['备注'],
  },
  movements: [
    { how: 'signed', amount: ['商家实收(元)'], factor: 1 },
    { how: 'signed', amount: ['服务费(元)'], factor: 1, kind: '服务费' },
    { how: 'signed', amount: ['分润(元)'], factor: 1, kind: '分润' },
  ],
  marks: [['订单金额(元)']],
  declared: [
    ...HEAD,
    { pattern: /^["#\s]*交易合计:\s*[\d,]+笔,\s*商家实收共\s*(-?[\d,.]+)元/, gives: ['0.in.sum'] },
    { pattern: /^["#\s]*退款合计:\s*[\d,]+笔,\s*商家实收退款共\s*(-?[\d,.]+)元/, gives: ['0.out.sum'] },
  ],
  asides: ASIDES,
  proof: 'totals',
  needs: ['0.in.sum', '0.out.sum'],
}

/** What the app of a person or a small shop exports: a long head with the totals, and movements that are neither in nor out. */
const statement: BillFormat = {
  code: 'alipay-statement',
  version: 1,
  platform: 'alipay',
  name: { zh: '支付宝交易明细', en: 'Alipay transaction list', pt: 'Lista de transações Alipay' },
  columns: {
    at: ['交易时间'],
    txn: ['交易订单号', '交易号'],
    order: ['商家订单号'],
    kind: ['交易分类'],
    counterparty: ['对方账号', '交易对方'],
    remark: ['备注'],
  },
  movements: [
    {
      how: 'direction',
      amount: ['金额', '金额(元)'],
      direction: ['收/支'],
      in: ['收入'],
      out: ['支出'],
      none: ['不计收支', '其他', '/', ''],
    },
  ],
  marks: [['交易订单号', '交易号'], ['商家订单号'], ['商品说明']],
  declared: [
    { pattern: /^["#\s]*共\s*([\d,]+)\s*笔记录/, gives: ['rows'] },
    { pattern: /^["#\s]*收入:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.in.count', '0.in.sum'] },
    { pattern: /^["#\s]*支出:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.out.count', '0.out.sum'] },
    { pattern: /^["#\s]*不计收支:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.none.count', '0.none.sum'] },
    { pattern: /起始时间:\s*\[([^\]]+)\]\s*终止时间:\s*\[([^\]]+)\]/, gives: ['from', 'to'] },
  ],
  proof: 'totals',
  needs: ['rows', '0.in.sum', '0.out.sum'],
}

export const alipayFormats: readonly BillFormat[] = [account, trade, statement]
