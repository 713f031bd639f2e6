import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** A month from its check-list to its archive and back. */
let world: FilesVisit
let page: Page
let month: string

beforeAll(async () => {
  world = await visitFiles({})
  ;({ page } = world)
  const [year = 0, of = 0] = new Date().toISOString().split('-').map(Number)
  const before = new Date(Date.UTC(year, of - 2, 1)).toISOString()
  month = before.slice(0, 7)
  await world.api.reconAccount.create({
    body: { name: '旗舰店', code: 'flagship', platform: 'alipay', opening: '120.50', opening_on: before.slice(0, 10) },
  })
}, 120_000)
afterAll(() => world.close())

const drawer = () => page.locator('.ant-drawer:visible').last()
const dialog = () => page.locator('.ant-modal:visible').last()
const press = (name: string) => drawer().getByRole('button', { name, exact: true }).click()
const agree = (name: string) => dialog().getByRole('button', { name }).click()

test('a month that is not over says what stands in its way', async () => {
  await world.seen.go('/reconciliation/data-archiving')
  const open = page.locator('#content tbody .ant-btn-link')
  await open.first().click()
  await drawer().getByText('这个月还没有结束').waitFor()
  await drawer().getByText(`须按顺序关账，下一个是 ${month}。`).waitFor()
  expect(await drawer().getByRole('button', { name: '关账', exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('it is closed with its hash, archived and restored', async () => {
  await page.getByRole('button', { name: month }).click()
  await press('关账')
  await dialog().getByRole('textbox').fill('已与店铺核对')
  await agree('关账')
  await drawer().getByText('已关账').first().waitFor()
  await drawer().getByText('已与店铺核对').waitFor()
  await drawer()
    .locator('.rp-hash code', { hasText: /^[0-9a-f]{64}$/ })
    .waitFor()
  await press('归档')
  await agree('归档')
  await drawer().getByText('已归档').first().waitFor()
  await press('恢复')
  await agree('恢复')
  await drawer().getByText('已关账').first().waitFor()
})

test('whoever closed a month does not open it again', async () => {
  await press('反关账')
  await dialog().getByRole('textbox').fill('少了一份账单')
  await agree('反关账')
  await dialog().getByText('这个月由你关账，须由另一人反关账').waitFor()
})
