import type { BillFormat } from '../format.ts'

const BALANCE = ['余额', '账户余额', '本次余额', '交易后余额', '联机余额']

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
    balance: BALANCE,
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
  marks: [BALANCE],
  proof: 'balance',
}

/** What persons download of ICBC: each amount in the currency of the trade and of the account, and its totals below. */
const icbc: BillFormat = {
  code: 'bank-icbc',
  version: 1,
  platform: 'bank',
  name: { zh: '工商银行明细', en: 'ICBC account list', pt: 'Extrato bancário ICBC' },
  columns: {
    at: ['交易日期'],
    kind: ['摘要'],
    balance: ['余额'],
    counterparty: ['对方户名'],
    remark: ['交易场所'],
    currency: ['记账币种'],
  },
  movements: [{ how: 'split', in: ['记账金额(收入)'], out: ['记账金额(支出)'] }],
  marks: [['余额']],
  declared: [
    // `人民币合计` stands below the columns that it adds up.
    {
      pattern: /^["\s]*人民币合计["\s]*[,\t][,\t\s"]*([\d,]+\.\d+)\s*"?\s*[,\t]\s*"?([\d,]+\.\d+)/,
      gives: ['0.in.sum', '0.out.sum'],
    },
  ],
  hasComma: true,
  proof: 'totals',
  needs: ['0.in.sum', '0.out.sum'],
}

/** The same with one amount that has its sign: what persons download of CCB, ABC, BOC and CMB, and companies of BOC. */
const signed: BillFormat = {
  code: 'bank-signed',
  version: 1,
  platform: 'bank',
  name: { zh: '银行流水（单金额列）', en: 'Bank account list (one amount)', pt: 'Extrato bancário (valor único)' },
  columns: {
    at: ['交易日期', '记账日期', '入账日期', '交易日', '日期', '交易日期[Transaction Date]'],
    time: ['交易时间', '记账时间', '交易时间[Transaction time]'],
    txn: ['日志号', '交易流水号', '流水号', '交易流水号[Transaction reference number]'],
    kind: ['摘要', '交易摘要', '交易名称', '交易类型', '业务类型[Business type]'],
    balance: [...BALANCE, '交易后余额[After-transaction balance]'],
    counterparty: ['对方账户名', '对手信息', '对方户名', '对方账号与户名', "收款人名称[Payee's Name]"],
    remark: ['附言', '交易附言', '交易地点/附言', '客户摘要', '交易附言[Remark]'],
    currency: ['币种', '货币', '币别', '交易货币[Trade Currency]'],
  },
  movements: [{ how: 'signed', amount: ['交易金额', '金额', '发生额', '交易金额[Trade Amount]'], factor: 1 }],
  marks: [[...BALANCE, '交易后余额[After-transaction balance]']],
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

/** What a bank writes for bookkeeping programs (OFX): it states its balance at the end and not the one before. */
const ofx: BillFormat = {
  code: 'bank-ofx',
  version: 1,
  platform: 'bank',
  name: { zh: '银行流水（OFX）', en: 'Bank transactions (OFX)', pt: 'Transações bancárias (OFX)' },
  columns: {
    at: ['DTPOSTED'],
    txn: ['FITID'],
    order: ['CHECKNUM'],
    batch: ['REFNUM'],
    kind: ['TRNTYPE'],
    counterparty: ['NAME'],
    remark: ['MEMO'],
    currency: ['CURRENCY'],
  },
  movements: [{ how: 'signed', amount: ['TRNAMT'], factor: 1 }],
  marks: [['FITID'], ['TRNTYPE']],
  declared: [{ pattern: /^account (.+)$/, gives: ['accountNo'] }],
  asides: [/^ledger balance /],
  proof: 'control',
}

export const bankFormats: readonly BillFormat[] = [bank, icbc, signed, statement, ofx]
