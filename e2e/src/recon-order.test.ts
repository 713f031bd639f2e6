import { join } from 'node:path'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBooks } from './messy-books.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** One order from its payment to its voucher: what is written on the bars, the way to each raw line, and what is missing. */
let world: FilesVisit
let page: Page
const ORDER = 'T200P2026900'

beforeAll(async () => {
  world = await visitFiles({})
  ;({ page } = world)
  await fillBooks(world.product, world.api)
  await fillOrder()
}, 120_000)
afterAll(() => world.close())

/** Paid, subsidised, charged, partly refunded and paid out, with its bank line, as a shop has it. */
async function fillOrder(): Promise<void> {
  const { product, api } = world
  const { content: bank } = await api.reconAccount.create({
    body: { name: '招商银行基本户', code: 'cmb', platform: 'bank', currency: 'CNY' },
  })
  const { content: accounts } = await api.reconAccount.list({ query: {} })
  const shop = accounts.find(({ code }) => code === 'flagship')!.id
  const owner = new pg.Client({ host: join(product.dataDir, 'postgres'), user: 'sluice', database: 'postgres' })
  await owner.connect()
  const add = (account: string, code: string, minor: number, order: string | null, kind: string) =>
    owner.query(
      `insert into bill_line (tenant_id, account_id, file_id, line_no, fingerprint, txn_no, order_no, batch_no, kind, amount_minor,
         currency, occurred_at, bill_date, item_by, item_id)
       select a.tenant_id, a.id, f.id, case when f.id is null then null else 1 end, sha256(($2::text || ($1::uuid)::text)::bytea), 'S9-' || $2::text, $4,
              'B20260901', $5, $3, 'CNY', now() - interval '20 days', current_date - 20, 'rule',
              (select id from accounting_item i where i.tenant_id = a.tenant_id and i.code = $2)
         from recon_account a left join lateral (select id from raw_file r where r.tenant_id = a.tenant_id and r.account_id = a.id limit 1) f on true
        where a.id = $1::uuid`,
      [account, code, minor, order, kind],
    )
  try {
    await add(shop, 'goods', 12_990, ORDER, '在线支付')
    await add(shop, 'subsidy', 1000, ORDER, '平台补贴')
    await add(shop, 'commission', -649, ORDER, '佣金')
    await add(shop, 'freight', -30, ORDER, '运费险')
    await add(shop, 'refund', -2000, ORDER, '交易退款')
    await add(bank.id, 'withdrawal', 11_311, null, '提现到账')
  } finally {
    await owner.end()
  }
}

const content = () => page.locator('#content')
const row = (name: string) => content().getByRole('row', { name })

test('an order is told by its number, in the keyboard’s way, to the last cent', async () => {
  await world.seen.go('/reconciliation/order')
  await page.keyboard.type(ORDER)
  await page.keyboard.press('Enter')
  await content().getByText('处还没有对上').waitFor()
  await row('结算净额').getByText('113.11').first().waitFor()
  await row('银行到账').getByText('113.11').first().waitFor()
  await row('已入凭证').getByText('0.00').first().waitFor()
  const drawn = content().locator('.ro-chart svg')
  for (const text of ['129.90', '10.00', '-6.49', '-0.30', '-20.00', '113.11'])
    await drawn.getByText(text).first().waitFor()
  await row('入账凭证').getByText('这几天还没有凭证').waitFor()
})

test('each amount opens its lines, and a line its place in the file', async () => {
  await row('佣金与服务费').getByRole('button', { name: '1 行' }).focus()
  await page.keyboard.press('Enter')
  await content().getByRole('button', { name: '原始行' }).click()
  await content().locator('.rf-raw').waitFor()
})

test('on paper stands the story, and nothing around it', async () => {
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => content().locator('.ro-paper').first().isVisible()).toBe(true)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  expect(await content().getByRole('button', { name: '打印' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
})

test('a bill line opens the story of its order', async () => {
  await world.seen.go('/reconciliation/billing')
  await content().locator('.ant-table-row .ant-btn-link').first().click()
  await page.locator('.ant-drawer:visible').getByRole('link', { name: '订单资金流' }).click()
  await content().getByRole('row', { name: '买家付款' }).first().waitFor()
})
