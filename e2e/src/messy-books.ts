import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Api, Product } from './product.ts'

type Row = readonly [order: string | null, minor: number, daysAgo: number, kind?: string]

/** Bills: what the platform paid out. The last part of each is what makes it messy. */
const bills: readonly Row[] = [
  ...Array.from({ length: 12 }, (_, at): Row => [`T2026${100 + at}`, 12_900 + at * 1370, 5 + at]),
  ['T2026200', 29_721, 6, '在线支付（已扣服务费）'],
  ['T2026201', 9997, 7],
  ['T2026202', 6000, 8],
  ['T2026202', 4000, 8],
  ['T2026203', -12_800, 9, '退款'],
  [null, 8800, 10, '转账'],
  [null, 8800, 10, '转账'],
  ['T2026204', -200_000, 11, '提现'],
]

/** Documents: what the shop expects. */
const documents: readonly Row[] = [
  ...Array.from({ length: 12 }, (_, at): Row => [`T2026${100 + at}`, 12_900 + at * 1370, 5 + at]),
  ['T2026200', 29_900, 6],
  ['T2026201', 10_000, 7],
  ['T2026202', 10_000, 8],
  ['T2026203', -12_800, 9],
  [null, 8800, 10],
  ['T2026205', 56_000, 12],
]

const dollars: readonly Row[] = [
  ['PP-7001', 4599, 6],
  ['PP-7002', 12_050, 7],
]

/** Two accounts, bills and documents that do not quite agree, and a flow over them. @returns its id */
export async function fillBooks(product: Product, api: Api): Promise<string> {
  await api.accountingItem.addStandard()
  const account = async (name: string, code: string, platform: string, currency: string) =>
    (await api.reconAccount.create({ body: { name, code, platform, currency } })).content.id
  const shop = await account('旗舰店支付宝', 'flagship', 'alipay', 'CNY')
  const abroad = await account('Stripe 海外店', 'stripe-us', 'stripe', 'USD')
  const owner = new pg.Client({ host: join(product.dataDir, 'postgres'), user: 'sluice', database: 'postgres' })
  await owner.connect()
  try {
    await addBills(owner, shop, 'CNY', bills)
    await addDocuments(owner, shop, 'CNY', documents)
    await addBills(owner, abroad, 'USD', dollars)
    await addDocuments(owner, abroad, 'USD', dollars.slice(0, 1))
  } finally {
    await owner.end()
  }
  const { content } = await api.flow.create({ body: { name: '旗舰店与海外店', account_ids: [shop, abroad] } })
  return content.id
}

async function addBills(owner: pg.Client, account: string, currency: string, rows: readonly Row[]): Promise<void> {
  const tenant = await tenantOf(owner, account)
  const file = crypto.randomUUID()
  await owner.query(
    `insert into raw_file (tenant_id, id, account_id, name, size_bytes, sha256, path, state)
     values ($1, $2::uuid, $3, $4, 1, sha256($2::text::bytea), 'none', 'loaded')`,
    [tenant, file, account, `账单_${currency}.csv`],
  )
  for (const [at, [order, minor, days, kind = '在线支付']] of rows.entries()) {
    await owner.query(`insert into raw_row (tenant_id, file_id, line_no, text, result) values ($1, $2, $3, $4, 'ok')`, [
      tenant,
      file,
      at + 1,
      `${order ?? ''},${kind},${minor},${currency}`,
    ])
    await owner.query(
      `insert into bill_line (tenant_id, account_id, file_id, line_no, fingerprint, txn_no, order_no, kind, remark, amount_minor,
         currency, occurred_at, bill_date, item_by, item_id)
       values ($1, $2, $3::uuid, $4::int, sha256(($3::text || $4::text)::bytea), 'S' || $4::text, $5, $6, $6, $7, $8,
         date_trunc('day', now()) - $9::int * interval '1 day' + interval '3 hours' + $4::int * interval '7 minutes', current_date - $9::int,
         'rule', (select id from accounting_item where tenant_id = $1 and code = $10))`,
      [tenant, account, file, at + 1, order, kind, minor, currency, days, itemOf(minor)],
    )
  }
}

async function addDocuments(owner: pg.Client, account: string, currency: string, rows: readonly Row[]): Promise<void> {
  const tenant = await tenantOf(owner, account)
  for (const [at, [order, minor, days]] of rows.entries())
    await owner.query(
      `insert into supply_line (tenant_id, account_id, doc_type, doc_no, order_no, amount_minor, currency, occurred_at, business_date,
         item_by, item_id)
       values ($1, $2, '销售出库', $3, $4, $5, $6,
         date_trunc('day', now()) - $7::int * interval '1 day' + interval '2 hours' + $8::int * interval '7 minutes', current_date - $7::int,
         'push', (select id from accounting_item where tenant_id = $1 and code = $9))`,
      [tenant, account, `XSCK-${currency}-${1000 + at}`, order, minor, currency, days, at, itemOf(minor)],
    )
}

const itemOf = (minor: number): string => (minor > 0 ? 'goods' : minor < -100_000 ? 'withdrawal' : 'refund')

async function tenantOf(owner: pg.Client, account: string): Promise<string> {
  const { rows } = await owner.query<{ tenant_id: string }>('select tenant_id from recon_account where id = $1', [
    account,
  ])
  return rows[0]!.tenant_id // it was just made
}

/** Runs a flow, and waits for its end. */
export async function runFlow(api: Api, flow: string): Promise<void> {
  const params = { id: flow }
  const { content: run } = await api.flow.run({ params, body: { mode: 'commit' } })
  while ((await api.flow.getRun({ params: { id: run.id } })).content.finished_at === null) await delay(100)
}

const DEPOT = [
  'Depot statement of the month',
  'Posted;Reference;Text;Debit;Credit;Saldo',
  '01.03.2024;R-1;Sale;;1.250,50;2.250,50',
  '02.03.2024;R-2;Fee;12,50;;2.238,00',
  'Summe;;;12,50;1.250,50;',
  '',
].join('\r\n')

/** Two bills of kinds that the product does not know: one that was taught, and one that nobody has mapped yet. */
export async function teachBill(api: Api): Promise<void> {
  const body = { name: '海外仓账户', code: 'depot', platform: 'bank', currency: 'EUR' }
  const { content: account } = await api.reconAccount.create({ body })
  const upload = async (text: string, filename: string) => {
    const { content } = await api.billImport.upload({ params: { id: account.id }, file: new Blob([text]), filename })
    while ((await api.billImport.get({ params: { id: content.id } })).content.file.state === 'parsing') await delay(100)
    return content.id
  }
  const taught = await upload(DEPOT, 'depot-03.csv')
  await api.billImport.saveMapping({
    params: { id: taught },
    body: {
      name: '海外仓月结单',
      headings: ['Posted', 'Reference', 'Text', 'Debit', 'Credit', 'Saldo'],
      mapping: {
        columns: { at: 'Posted', txn: 'Reference', kind: 'Text', balance: 'Saldo' },
        amount: { how: 'split', in: 'Credit', out: 'Debit' },
        ...{ day_order: 'dmy', decimal: ',', total: 'Summe', notes: [] },
      },
    },
  })
  await upload(DEPOT.replace('Reference', 'Voucher'), 'voucher-04.csv')
}

/** What a team does about what is open: lines are given away with a date, one with a file, and fees are held against a contract. */
export async function workOnBooks(api: Api): Promise<void> {
  const { content: open } = await api.difference.list({ query: { currency: 'CNY' } })
  const { content: people } = await api.difference.people()
  const lines = open.lines.slice(0, 4)
  const assignee = people[0]?.id
  if (assignee === undefined || lines[0] === undefined) return
  const due = (at: number) => new Date(Date.now() + at * 86_400_000).toISOString().slice(0, 10)
  const give = (some: typeof lines, days: number) =>
    api.difference.assign({
      body: {
        lines: some.map(({ side, id, version }) => ({ side, id, version })),
        assignee_id: assignee,
        due_on: due(days),
      },
    })
  await give(lines.slice(0, 2), -2)
  await give(lines.slice(2), 3)
  await api.difference.comment({ params: { key: lines[0].key }, body: { text: '已联系平台客服，等待回单。' } })
  const file = new Blob(['订单号,金额\r\nT2026204,-2000.00\r\n'])
  await api.difference.attach({ params: { key: lines[0].key }, file, filename: '平台回单.csv' })
  const id = lines[0].account_id
  const { content: model } = await api.accountModel.get({ params: { id } })
  const rate = {
    item: 'service',
    base: ['goods'],
    percent: '0.6',
    valid_from: '2020-01-01',
    rounding: 'half_up' as const,
  }
  await api.accountModel.saveDraft({ params: { id }, body: { config: { ...model.current, rates: [rate] } } })
  await api.accountModel.publish({ params: { id }, body: { note: '平台合同费率' } })
  await makeVoucher(api, id)
}

/** The oldest day of an account as a voucher: its items get the subjects that a ledger needs. */
async function makeVoucher(api: Api, accountId: string): Promise<void> {
  const { content: items } = await api.accountingItem.list()
  const [goods] = items.filter(({ code }) => code === 'goods')
  if (!goods) return
  const { id, code: _, is_used: __, updated_at: ___, ...settings } = goods
  await api.accountingItem.update({
    params: { id },
    body: { ...settings, debit_account: '1012 其他货币资金', credit_account: '1122 应收账款' },
  })
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  await api.voucher.make({ body: { account_id: accountId, period: day } })
}
