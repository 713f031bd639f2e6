import { join } from 'node:path'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBooks } from './messy-books.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** Rules of an account, from a slider to a published version. */
let world: FilesVisit
let page: Page
let flowId: string

beforeAll(async () => {
  world = await visitFiles({})
  ;({ page } = world)
  flowId = await fillBooks(world.product, world.api)
}, 120_000)
afterAll(() => world.close())

const content = () => page.locator('#content')
const gained = () => content().locator('.sl-figure', { hasText: '现在没有匹配的明细' }).locator('.sl-figure-value')

test('a wider tolerance is tried at once on the lines of the account', async () => {
  await world.seen.go('/reconciliation/account')
  await content()
    .getByRole('row', { name: /旗舰店支付宝/ })
    .getByRole('link', { name: '模型' })
    .click()
  await page.getByText('模型参数 · 旗舰店支付宝').waitFor()
  await gained().filter({ hasText: '16' }).waitFor()
  await content().getByRole('spinbutton', { name: '允许相差（最小货币单位）' }).fill('200')
  await gained().filter({ hasText: '17' }).waitFor()
})

test('it is a draft until it is published, and then a version', async () => {
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.locator('.ant-modal:visible').last()
  await dialog.getByText('Stripe 海外店').waitFor()
  await dialog.getByRole('textbox').fill('手续费取整')
  await dialog.getByRole('button', { name: /发\s*布/ }).click()
  await content().getByText('使用中').waitFor()
  await content().getByRole('button', { name: '与上面的规则比较' }).click()
  await content().getByText('两者相同').waitFor()
  expect(await page.getByRole('button', { name: '保存草稿' }).count()).toBe(0)
})

/** Documents that name no item: no rule that asks for one sees them, and a person does. */
async function matchByHand(orders: readonly string[]): Promise<void> {
  const owner = new pg.Client({ host: join(world.product.dataDir, 'postgres'), user: 'sluice', database: 'postgres' })
  await owner.connect()
  try {
    for (const order of orders) {
      const { rows } = await owner.query<{ a: string; b: string }>(
        `with one as (select tenant_id, id from recon_account where code = 'flagship'),
         a as (insert into bill_line (tenant_id, account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date, item_by, item_id)
           select tenant_id, id, sha256($1::text::bytea), $1::text, 4200, 'CNY', now() - interval '9 days', current_date - 9, 'rule',
             (select i.id from accounting_item i where i.tenant_id = one.tenant_id and i.code = 'goods') from one returning id),
         b as (insert into supply_line (tenant_id, account_id, doc_no, order_no, amount_minor, currency, occurred_at, business_date)
           select tenant_id, id, 'H-' || $1::text, $1::text, 4200, 'CNY', now() - interval '9 days', current_date - 9 from one returning id)
         select a.id::text as a, b.id::text as b from a, b`,
        [order],
      )
      const [{ a, b }] = rows as [{ a: string; b: string }]
      await world.api.flow.match({ params: { id: flowId }, body: { a: [a], b: [b], reason: '核对过', item: null } })
    }
  } finally {
    await owner.end()
  }
}

test('three matches by hand become a rule that says what it would do, and one press publishes it', async () => {
  await matchByHand(['H1', 'H2', 'H3'])
  await page.reload()
  const proposal = content().locator('.rm-proposal')
  await proposal.getByText('订单号和金额都相同的一对一').waitFor()
  await proposal.getByText('来自 3 次人工匹配').waitFor()
  await proposal.getByText('不与任何已确认的匹配冲突').waitFor()
  await proposal.getByRole('button', { name: '不再建议' }).click()
  const dialog = page.locator('.ant-modal:visible').last()
  await dialog.getByText('以后同样的人工匹配').waitFor()
  await page.keyboard.press('Escape')
  await proposal.getByRole('button', { name: '采纳为新版本' }).click()
  await page.getByText('已发布新版本').waitFor()
  await proposal.waitFor({ state: 'detached' })
})
