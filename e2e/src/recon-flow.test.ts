import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose } from './choices.ts'
import { fillBooks } from './messy-books.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** A month that does not agree, from the first run to nothing left, as an accountant does it. */
let world: FilesVisit
let page: Page
let flow: string

beforeAll(async () => {
  world = await visitFiles({})
  ;({ page } = world)
  flow = await fillBooks(world.product, world.api)
}, 120_000)
afterAll(() => world.close())

const dialog = () => page.locator('.ant-modal:visible').last()
const drawer = () => page.locator('.ant-drawer:visible').last()
const rows = () => page.locator('#content .ant-table-row')
const tab = (name: string) => page.locator('#content').getByRole('tab', { name })
const cards = () => page.getByRole('region', { name: '汇总' })
const card = (name: string) => cards().getByRole('link', { name })
const selection = () => page.locator('.sl-table-selection')

test('a run proposes what agrees, and the cards say what does not', async () => {
  await world.seen.go('/reconciliation/index')
  await card('未处理 CNY').getByText('38', { exact: true }).waitFor()
  await page.getByRole('button', { name: '自动对账' }).click()
  await page.getByText(/完成 · .*自动确认 0，建议 16/).waitFor()
  expect(await card('应收 CNY').innerText()).toContain('3,471.20')
  expect(await card('实收 CNY').innerText()).toContain('997.38')
  expect(await card('应收 USD').innerText()).toContain('45.99')
  await tab('仅 A 有').click()
  await page.getByText('账单有，单据没有').first().waitFor()
})

test('proposals are confirmed together, and what is booked is said before', async () => {
  await tab('建议匹配').click()
  await rows().nth(15).waitFor()
  await page.locator('#content thead input[type=checkbox]').check()
  await selection()
    .getByText(/USD A 45\.99 · B 45\.99 · 差额 0\.00/)
    .waitFor()
  await selection().getByRole('button', { name: '确认' }).click()
  await dialog().getByText('以下差额将入账').waitFor()
  expect(await dialog().innerText()).toMatch(/-0\.03 CNY\s*→ rounding/)
  await dialog().getByRole('button', { name: '确认匹配' }).click()
  await page.getByText('已确认 16 个匹配').waitFor()
  await card('差异 CNY').getByText('已入账 -0.03').waitFor()
})

test('equal amounts are no guess: a line says why it is open, and a person chooses', async () => {
  await tab('有歧义').click()
  await rows().nth(2).waitFor()
  await rows().filter({ hasText: '没有对应' }).first().locator('.rf-open').click()
  await drawer().getByText('为什么没有匹配').waitFor()
  await drawer().getByText('金额相同').first().waitFor()
  await drawer().getByRole('button', { name: '与它匹配' }).first().click()
  await drawer().getByText('差额（A − B） 0.00 CNY').waitFor()
  await drawer().getByLabel('原因').fill('客户电话确认')
  await drawer().getByRole('button', { name: '匹配', exact: true }).click()
  await page.getByText('已匹配', { exact: true }).first().waitFor()
})

test('a fee is booked by one person and approved by another', async () => {
  await world.seen.go('/reconciliation/index?state=all&number=T2026200')
  await rows().nth(1).waitFor()
  await page.locator('#content thead input[type=checkbox]').check()
  await selection().getByRole('button', { name: '人工匹配' }).click()
  await drawer().getByText('-1.79 CNY').waitFor()
  await choose(drawer().getByLabel('选择核算项'), '平台佣金')
  await drawer().getByLabel('原因').fill('平台扣了服务费')
  await drawer().getByRole('button', { name: '提交差额入账' }).click()
  // In its row: the note of the page says so before the list does.
  await rows()
    .getByText(/等待另一人批准/)
    .first()
    .waitFor()
  await rows().first().locator('.rf-open').first().click()
  await drawer().getByRole('button', { name: '批准入账并匹配' }).click()
  await dialog().getByRole('button', { name: '确认匹配' }).click()
  await page.getByText('差额由你入账，须由另一人批准').waitFor()
})

test('what is left is ignored or carried over with a reason, and an undone match is open again', async () => {
  await world.seen.go('/reconciliation/index?state=only_a&currency=CNY&number=T2026204')
  await rows().first().locator('input[type=checkbox]').check()
  await selection().getByRole('button', { name: '忽略' }).click()
  await dialog().getByLabel('原因').fill('提现到自有账户')
  await dialog().getByRole('button', { name: '忽略' }).click()
  await rows().first().waitFor({ state: 'detached' })
  await world.seen.go('/reconciliation/index?state=only_b&currency=CNY')
  await rows().first().locator('input[type=checkbox]').check()
  await selection().getByRole('button', { name: '挂账' }).click()
  await dialog().getByLabel('原因').fill('下月结算')
  await dialog().getByRole('button', { name: '挂账' }).click()
  await world.seen.go('/reconciliation/index?state=carried')
  await rows()
    .getByText(/下月结算/)
    .waitFor()
  const { content } = await world.api.flow.cards({ params: { id: flow }, query: {} })
  const cny = content.find(({ currency }) => currency === 'CNY')
  expect(cny).toMatchObject({ booked_minor: '-3', states: { ignored: { a: { minor: '-200000' } } } })
  await world.seen.go('/reconciliation/index?state=matched&number=T2026100')
  await rows().first().locator('.rf-open').first().click()
  await drawer().getByRole('button', { name: '撤销匹配' }).click()
  await dialog().getByLabel('原因').fill('对错了订单')
  await dialog().getByRole('button', { name: '撤销匹配' }).click()
  await page.getByText('已撤销，明细恢复待对账').waitFor()
})
