import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBooks } from './messy-books.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** Rules of an account, from a slider to a published version. */
let world: FilesVisit
let page: Page

beforeAll(async () => {
  world = await visitFiles({})
  ;({ page } = world)
  await fillBooks(world.product, world.api)
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
