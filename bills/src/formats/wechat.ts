import type { BillFormat } from '../format.ts'

/** Trades of a merchant; 18 to 27 columns, by what was asked for. The totals are a table of one row below. */
const trade: BillFormat = {
  code: 'wechat-trade',
  version: 1,
  platform: 'wechat',
  name: { zh: '微信支付交易账单', en: 'WeChat Pay trade bill', pt: 'Relatório de vendas WeChat Pay' },
  columns: {
    at: ['交易时间'],
    txn: ['微信订单号'],
    order: ['商户订单号'],
    batch: ['微信退款单号'],
    currency: ['货币种类'],
    counterparty: ['用户标识'],
    remark: ['商户数据包'],
  },
  movements: [
    { how: 'signed', amount: ['应结订单金额', '总金额'], factor: 1, kind: '交易' },
    { how: 'signed', amount: ['退款金额'], factor: -1, kind: '退款' },
    { how: 'signed', amount: ['手续费'], factor: -1, kind: '手续费' },
  ],
  marks: [['微信订单号'], ['费率']],
  summary: [
    { label: '总交易单数', gives: 'rows' },
    { label: '应结订单总金额', gives: '0.column' },
    { label: '退款总金额', gives: '1.column' },
    { label: '手续费总金额', gives: '2.column' },
  ],
  proof: 'totals',
  needs: ['rows', '0.column', '2.column'],
}

/** Everything that moved an account of a merchant, each movement with the balance after it. */
const fund: BillFormat = {
  code: 'wechat-fund',
  version: 1,
  platform: 'wechat',
  name: { zh: '微信支付资金账单', en: 'WeChat Pay fund-flow bill', pt: 'Extrato de fundos WeChat Pay' },
  columns: {
    at: ['记账时间'],
    txn: ['资金流水单号'],
    order: ['微信支付业务单号'],
    batch: ['业务凭证号'],
    kind: ['业务类型'],
    balance: ['账户结余(元)', '账户结余'],
    remark: ['备注'],
  },
  movements: [
    {
      how: 'direction',
      amount: ['收支金额(元)', '收支金额'],
      direction: ['收支类型'],
      in: ['收入'],
      out: ['支出'],
      none: [],
    },
  ],
  marks: [['资金流水单号']],
  summary: [
    { label: '资金流水总笔数', gives: 'rows' },
    { label: '收入笔数', gives: '0.in.count' },
    { label: '收入金额', gives: '0.in.sum' },
    { label: '支出笔数', gives: '0.out.count' },
    { label: '支出金额', gives: '0.out.sum' },
  ],
  proof: 'totals',
  needs: ['rows', '0.in.sum', '0.out.sum'],
}

/** What the app of a person or a small shop exports, as CSV or as a workbook. */
const statement: BillFormat = {
  code: 'wechat-statement',
  version: 1,
  platform: 'wechat',
  name: { zh: '微信支付账单明细', en: 'WeChat Pay transaction list', pt: 'Lista de transações WeChat Pay' },
  columns: {
    at: ['交易时间'],
    txn: ['交易单号'],
    order: ['商户单号'],
    kind: ['交易类型'],
    counterparty: ['交易对方'],
    remark: ['备注'],
  },
  movements: [
    {
      how: 'direction',
      amount: ['金额(元)', '金额'],
      direction: ['收/支'],
      in: ['收入'],
      out: ['支出'],
      none: ['/', '中性交易', ''],
    },
  ],
  marks: [['交易单号'], ['商户单号'], ['当前状态']],
  declared: [
    { pattern: /^["\s]*共\s*([\d,]+)\s*笔记录/, gives: ['rows'] },
    { pattern: /^["\s]*收入:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.in.count', '0.in.sum'] },
    { pattern: /^["\s]*支出:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.out.count', '0.out.sum'] },
    { pattern: /^["\s]*中性交易:\s*([\d,]+)\s*笔\s*([\d,.]+)\s*元/, gives: ['0.none.count', '0.none.sum'] },
    { pattern: /起始时间:\s*\[([^\]]+)\]\s*终止时间:\s*\[([^\]]+)\]/, gives: ['from', 'to'] },
  ],
  proof: 'totals',
  needs: ['rows', '0.in.sum', '0.out.sum'],
}

export const wechatFormats: readonly BillFormat[] = [trade, fund, statement]
