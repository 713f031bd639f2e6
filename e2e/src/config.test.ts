import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, setLook, type Visit, visit, waitForRest } from './browser.ts'
import { findBarriers } from './find-barriers.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

let product: Product
let browser: Browser
let admin: Visit
let page: Page
let api: Api
let strategy = ''
/** What was downloaded, and is mended and brought back by the tests after. */
let exported = ''

beforeAll(async () => {
  product = await startProduct({ args: ['--demo'] })
  api = await product.signIn()
  strategy = (await api.workplace.demoStatus()).content.strategy_id ?? ''
  await waitForCalm(api, strategy)
  browser = await openBrowser()
  admin = await visit(browser, product.url, { settings: { multiTab: false }, isUnopened: true })
  page = admin.page
})
afterEach(() => expect(admin.takeProblems()).toEqual([]))
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

/** antd writes a space between two Chinese characters, and an icon's English name before them. */
const button = (on: Page | Locator, name: string): Locator =>
  on.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) })
const choose = async (text: string): Promise<void> => {
  await button(page, '清空').or(page.getByText('还没有选择文件')).first().waitFor()
  if (await button(page, '清空').isVisible()) await button(page, '清空').click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'all.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) })
  await page.getByText('已选择 1 个文件').waitFor()
}

test('chosen kinds are one download without a secret, which a plan finds to be what is there', async () => {
  await admin.go('/system/config')
  const download = page.waitForEvent('download')
  await button(page, '下载').click()
  exported = await readFile(await (await download).path(), 'utf8')
  expect(exported).toContain('key: demo-shop-to-erp')
  expect(exported).toMatch(/client_secret: \$\{secret:/)
  await choose(exported)
  await page.getByRole('heading', { name: '密钥' }).waitFor()
  await button(page, '生成计划').click()
  await page.getByText('无需改动：租户与文件一致').waitFor()
  expect(await button(page, '应用').count()).toBe(0)
})

/** A change of one field, planned and unfolded. */
async function planChange(): Promise<void> {
  await choose(exported.replace('template: "{{remark}}"', 'template: "[{{order_no}}]"'))
  await button(page, '生成计划').click()
  await page.getByText('新建 0，修改 1，删除 0，不变 2').waitFor()
  const row = page.locator('.ant-table-row', { hasText: 'demo-shop-to-erp' })
  await row.locator('.ant-table-row-expand-icon').click()
  await page.getByText('spec.mapping.fields[target=FNote].value.template').waitFor()
  await waitForRest(page)
}

test('a change shows its fields and its effect on records, by keyboard it is applied after a question', async () => {
  await planChange()
  await page.getByText('抽样 500 条，共 1,200 条').waitFor()
  await page.getByText('写入内容变化 500').waitFor()
  expect(await findBarriers(page)).toEqual([])
  // Another look loads the page anew.
  await setLook(page, 'zh-CN', 'realDark')
  await admin.go('/system/config')
  await planChange()
  expect(await findBarriers(page)).toEqual([])
  await button(page, '应用').focus()
  await page.keyboard.press('Enter')
  const dialog = page.locator('.ant-modal:visible')
  await dialog.getByText('要么全部完成，要么什么都不变').waitFor()
  await button(dialog, '应用').click()
  await page.getByText('已应用：新建 0，修改 1，删除 0').first().waitFor()
  const { content } = await api.strategy.get({ params: { id: strategy } })
  expect(JSON.stringify(content.config.mapping)).toContain('[{{order_no}}]')
})

test('problems name the line, and nothing can be applied', async () => {
  await choose(exported.replace('connector: sandbox-erp/', 'connector: sandbox-erp/gone '))
  await button(page, '生成计划').click()
  await page.getByText('有 1 个问题').waitFor()
  const line = exported.split('\n').findIndex(each => each.includes('connector: sandbox-erp/')) + 1
  const row = page.locator('.ant-table-row', { hasText: `all.yaml:${line}` })
  await row.getByText('spec.target.connector').waitFor()
  expect(await button(page, '应用').count()).toBe(0)
})

test('a tenant that moved since the plan is left alone', async () => {
  await choose(exported)
  await button(page, '生成计划').click()
  await page.getByText('新建 0，修改 1，删除 0，不变 2').waitFor()
  const { content } = await api.strategy.get({ params: { id: strategy } })
  const { name, group, version, config } = content
  await api.strategy.update({ params: { id: strategy }, body: { name, group, remark: 'mine', version, config } })
  await button(page, '应用').click()
  await button(page.locator('.ant-modal:visible'), '应用').click()
  await page.getByText('计划之后配置有了变化').first().waitFor()
  expect((await api.strategy.get({ params: { id: strategy } })).content.remark).toBe('mine')
  // What the server refused is the browser's to note as well.
  admin.takeProblems()
})
