import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose } from './choices.ts'
import { fillBooks, runFlow } from './messy-books.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** What is open, given to a person, proven by a file, and found again in the reports: every sum is the one of its list. */
let world: FilesVisit
let page: Page

beforeAll(async () => {
  world = await visitFiles({})
  ;({ page } = world)
  await runFlow(world.api, await fillBooks(world.product, world.api))
}, 120_000)
afterAll(() => world.close())

const content = () => page.locator('#content')
const rows = () => content().locator('.ant-table-row')
const figure = (name: string) => content().getByRole('link', { name })
const dialog = () => page.locator('.ant-modal:visible').last()
const drawer = () => page.locator('.ant-drawer:visible').last()
/** Of amounts as they are written, in minor units. */
const toMinor = (text: string): bigint => BigInt(/-?[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(/[,.]/g, '') ?? '0')

test('what is open says how much, how old and whose, and each figure opens its list', async () => {
  await world.seen.go('/reconciliation/difference')
  await figure('未分派 CNY').getByText('7', { exact: true }).waitFor()
  await content().getByRole('link', { name: '4–7 天' }).first().click()
  await page.waitForURL(/bucket=4-7/)
  await rows().nth(1).waitFor()
  await expect.poll(() => rows().count()).toBe(2)
})

test('several lines are given to a person with a date, and are theirs', async () => {
  await world.seen.go('/reconciliation/difference?currency=CNY')
  await rows().nth(6).waitFor()
  await content().locator('.ant-table-row .ant-checkbox-input').nth(0).check()
  await content().locator('.ant-table-row .ant-checkbox-input').nth(1).check()
  await content().locator('.sl-table-selection').getByRole('button', { name: '分派' }).click()
  await choose(dialog().getByLabel('负责人'), /管理员/)
  await dialog().getByLabel('截止日期', { exact: true }).fill('2020-01-31')
  await page.keyboard.press('Enter')
  await dialog().getByLabel(/备注/).fill('请本周核实')
  await dialog().getByRole('button', { name: '分派' }).click()
  await page.getByText('已更新 2 行').waitFor()
  await figure('逾期 CNY').getByText('2', { exact: true }).waitFor()
  await figure('我的 CNY').click()
  await page.waitForURL(/assignee=me/)
  await rows().filter({ hasText: '2020-01-31 逾期' }).nth(1).waitFor()
  await expect.poll(() => rows().count()).toBe(2)
})

test('a file proves a line, and is there again', async () => {
  await rows().first().locator('.ant-btn-link').click()
  await drawer().getByText('请本周核实').waitFor()
  await drawer()
    .locator('input[type=file]')
    .setInputFiles({ name: '回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })
  await drawer().getByRole('button', { name: '回单.pdf' }).waitFor()
  await drawer()
    .locator('input[type=file]')
    .setInputFiles({ name: '回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
  await page.getByText(/内容与扩展名不符/).waitFor()
  const saved = page.waitForEvent('download')
  await drawer().getByRole('button', { name: '回单.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('回单.pdf')
  await page.keyboard.press('Escape')
  await rows().first().getByText('备注 1 · 凭据 1').waitFor()
})

test('a report opens the lines that it sums up, and the sums are equal', async () => {
  await world.seen.go('/reconciliation/report')
  const row = rows().filter({ hasText: '旗舰店支付宝' }).filter({ hasText: '货款' }).nth(1)
  await row.waitFor()
  const amount = row.locator('a').first()
  const said = toMinor(await amount.innerText())
  await amount.click()
  await page.waitForURL(/reconciliation\/billing\?.*from=/)
  await rows().first().waitFor()
  const listed = await rows().locator('td:nth-child(6)').allInnerTexts()
  expect(listed.reduce((sum, text) => sum + toMinor(text), 0n)).toBe(said)
  await world.seen.go('/reconciliation/report?kind=ages')
  const age = rows().filter({ hasText: '8–30 天' }).locator('a').last()
  const [, lines] = /^(\d+) · /.exec(await age.innerText()) ?? []
  const total = toMinor((await age.innerText()).replace(/^\d+ · /, ''))
  await age.click()
  await page.waitForURL(/reconciliation\/difference\?.*bucket=8-30/)
  await rows().first().waitFor()
  const open = await rows().locator('td:nth-child(4)').allInnerTexts()
  expect([String(open.length), open.reduce((sum, text) => sum + toMinor(text), 0n)]).toEqual([lines, total])
})
