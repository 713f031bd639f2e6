import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signInByForm, type Visit, visit, waitForRest } from './browser.ts'
import { builtFile } from './built-file.ts'
import { type Api, type Product, startProduct } from './product.ts'

/** What was typed and is not saved outlives whatever happens to the page; a secret that was typed is kept nowhere. */
let product: Product
let browser: Browser
let api: Api
let opened: Visit
let page: Page
let connector: string

beforeAll(async () => {
  product = await startProduct()
  api = await product.signIn()
  const params = { host: '127.0.0.1', port: 1, database: 'd', username: 'u', password: 'p' }
  connector = (await api.connector.create({ body: { platform_id: 'postgresql', name: '订单库', params } })).content.id
  browser = await openBrowser()
  opened = await visit(browser, product.url, { settings: { multiTab: true, layout: 'side' }, isUnopened: true })
  page = opened.page
}, 120_000)
afterAll(async () => {
  await opened.close()
  await browser.close()
  await product.dispose()
})

const NOTE = '尚未保存的内容'
const box = (label: string): Locator =>
  page
    .locator('.ant-form-item')
    .filter({ has: page.locator('label', { hasText: new RegExp(`^${label}$`) }) })
    .locator('input, textarea')
    .filter({ visible: true })
    .first()
const storedText = (): Promise<string> => page.evaluate('JSON.stringify(localStorage)')

interface FormCase {
  readonly path: () => string
  /** The button that opens it; absent: the page is the form. */
  readonly open?: string
  readonly field: string
}
const forms: Readonly<Record<string, FormCase>> = {
  role: { path: () => '/system/role', open: '新建角色', field: '角色名称' },
  subAccount: { path: () => '/system/user', open: '新建子账号', field: '昵称' },
  pool: { path: () => '/resources/process', open: '新建进程池', field: '名称' },
  map: { path: () => '/resources/mapping', open: '新建映射表', field: '名称' },
  connector: { path: () => `/connector/detail/${connector}?tab=params`, field: '名称' },
  asset: { path: () => '/api-assets/api/new', field: '名称' },
  website: { path: () => '/system/website', field: '简称' },
  strategy: { path: () => '/strategy/create', field: '方案名称' },
}

const show = async ({ path, open }: FormCase): Promise<void> => {
  await opened.go(path())
  if (open) await page.getByRole('button', { name: open }).first().click()
}

test.each(Object.entries(forms))('%s: a reload brings back what was typed, a press throws it away', async (_, form) => {
  await show(form)
  const before = await box(form.field).inputValue()
  await box(form.field).fill('写到一半')
  // Nobody reloads before the page has heard the key.
  await expect.poll(() => page.evaluate(`JSON.stringify(localStorage).includes('写到一半')`)).toBe(true)
  await show(form)
  await expect.poll(() => box(form.field).inputValue()).toBe('写到一半')
  const note = page.getByRole('status').filter({ hasText: NOTE })
  await note.getByRole('button').click()
  await note.waitFor({ state: 'detached' })
  expect(await box(form.field).inputValue()).toBe(before)
  await show(form)
  expect(await box(form.field).inputValue()).toBe(before)
})

test('a page that is closed, let go for many others, or left because the sign-in has ended', async () => {
  const form = forms['connector'] as FormCase
  const isBack = async (): Promise<void> => {
    await expect.poll(() => box(form.field).inputValue()).toBe('写到一半')
    await page.getByRole('status').filter({ hasText: NOTE }).waitFor()
  }
  await show(form)
  await page.locator('.sl-secret button').click()
  await page.locator('input[type=password]').fill('never-keep-this')
  await box(form.field).fill('写到一半')
  await page.locator('.sh-tabs li[data-shown=true] button').click()
  await page.waitForURL(url => url.pathname !== form.path())
  await show(form)
  await isBack()
  expect(await storedText()).not.toContain('never-keep-this')
  for (const link of await page.getByRole('navigation', { name: '主菜单' }).getByRole('link').all()) {
    if (await link.isVisible()) await link.click()
    await waitForRest(page)
  }
  await show(form)
  await isBack()
  await page.evaluate(`['access_token', 'refresh_token'].forEach(key => localStorage.removeItem(key))`)
  await page.reload()
  await signInByForm(page)
  await show(form)
  await isBack()
})

test('nothing of it is there for the next person at the same browser, and nothing after a sign-out', async () => {
  const form = forms['connector'] as FormCase
  await show(form)
  await box(form.field).fill('写到一半')
  await page.getByRole('button', { name: /^账号/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL('**/user/login**')
  expect(await storedText()).not.toContain('写到一半')
  await signInByForm(page)
  await show(form)
  expect(await box(form.field).inputValue()).toBe('订单库')
})

test('without a line: it is said, and what was pressed is done when the line is back', async () => {
  await show(forms['website'] as FormCase)
  await box('备案号').fill('沪ICP备1号')
  await opened.context.setOffline(true)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('status').filter({ hasText: '刚才的 1 项操作会在恢复后继续' }).waitFor()
  await opened.context.setOffline(false)
  await page.getByText('网站属性已保存').waitFor()
  await show(forms['website'] as FormCase)
  expect(await box('备案号').inputValue()).toBe('沪ICP备1号')
})

test('a part that cannot be loaded leaves the page and what was typed; what is told is told all the same', async () => {
  for (const part of ['shell/palette.tsx', 'shell/toaster.tsx'])
    await page.route(`**/${builtFile(part)}`, route => route.abort())
  await show(forms['website'] as FormCase)
  await box('简称').fill('溪流')
  await page.getByRole('button', { name: /^搜索页面/ }).click()
  await page.getByRole('alert').filter({ hasText: '页面的一部分没有加载成功' }).waitFor()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: '已保存' }).waitFor()
  expect(await box('简称').inputValue()).toBe('溪流')
  await page.unrouteAll()
})
