import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from './product.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** A dashboard of a template: laid out by keyboard, saved, looked at in the whole window, followed to a list, imported. */
let world: FilesVisit
let api: Api
let page: Page
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-dashboards-'))
  world = await visitFiles({ shop: 'create table orders (id integer primary key);' })
  ;({ api, page } = world)
  await world.connect('shop')
}, 120_000)
afterAll(async () => {
  await world.close()
  await rm(directory, { recursive: true, force: true })
})

const first = async () => (await api.digraph.list({ query: {} })).content[0]
const placeOf = async (id: string, component: string) =>
  (await api.digraph.get({ params: { id } })).content.design.components.find(each => each.id === component)?.x

test('made of a template, moved by keyboard, taken back, saved, and looked at in the whole window', async () => {
  await page.goto(`${world.product.url}/digraph/index`)
  await page.getByRole('button', { name: '新建' }).first().click()
  await page.getByRole('dialog').getByLabel('名称').fill('值班大屏')
  await page.getByRole('dialog').getByRole('button', { name: '新建' }).click()
  const item = page.locator('[data-component="kpi-1"]')
  await item.waitFor()
  const id = (await first())?.id ?? ''
  const before = (await placeOf(id, 'kpi-1')) ?? 0
  await item.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await item.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '撤销' }).click()
  await item.waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('未保存').waitFor({ state: 'detached' })
  expect(await placeOf(id, 'kpi-1')).toBe(before + 16)
  await page.getByRole('button', { name: '全屏查看' }).click()
  await page.locator('.db-window .db-kind-kpi').first().waitFor()
  // A chart is drawn, and a table with the same figures stands behind it.
  await page.locator('.db-kind-line svg').waitFor()
  expect(await page.locator('.db-kind-line table tbody tr').count()).toBe(24)
})

test('each save leaves a version, which is compared in words, looked at and restored', async () => {
  await page.goto(`${world.product.url}/digraph/index`)
  await page.getByRole('button', { name: '更多操作' }).first().click()
  await page.getByRole('menuitem', { name: '历史版本' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: '版本 1：比较和预览' }).click()
  await drawer.getByText(/^变动 .*：位置$/).waitFor()
  await drawer.locator('.db-preview .db-kind-kpi').first().waitFor()
  await drawer.getByRole('button', { name: /恢\s*复/ }).click()
  const asked = page.locator('.ant-modal:visible', { hasText: '恢复版本 1？' })
  await asked.getByRole('button', { name: /恢\s*复/ }).click()
  await page.getByText('恢复自版本 1').waitFor()
  const id = (await first())?.id ?? ''
  const { content } = await api.digraph.versions({ params: { id }, query: {} })
  expect(content.map(({ version, restored_from }) => [version, restored_from])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])
  await page.goto(`${world.product.url}/digraph/view/${id}`)
})

test('a figure opens the list that it counts', async () => {
  const figure = page.locator('.db-kind-kpi', { hasText: '已启动方案' }).getByRole('link').last()
  await figure.click()
  await page.waitForURL(/\/strategy\/index\?status=running/)
})

test('a link shows it to people without an account, behind its password, until it is ended', async () => {
  await page.goto(`${world.product.url}/digraph/index`)
  const openPanel = async () => {
    await page.getByRole('button', { name: '更多操作' }).first().click()
    await page.getByRole('menuitem', { name: '分享' }).click()
  }
  await openPanel()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: '生成链接' }).click()
  await drawer.getByText('请输入链接名称').waitFor()
  await drawer.getByLabel('链接名称').fill('一楼大厅')
  await drawer.getByLabel('密码（可选）').fill('wall-4711')
  await drawer.getByLabel('只允许这些地址打开（可选）').fill('300.1.1.1')
  await drawer.getByRole('button', { name: '生成链接' }).click()
  await drawer.locator('.ant-form-item-has-error', { hasText: '300.1.1.1' }).waitFor()
  await drawer.getByLabel('只允许这些地址打开（可选）').fill('127.0.0.0/8\n::1')
  await drawer.getByRole('button', { name: '生成链接' }).click()
  const address = await drawer.locator('[data-made] code').innerText()
  const context = await page.context().browser()!.newContext({ locale: 'zh-CN' })
  const reader = await context.newPage()
  await reader.goto(address)
  await reader.getByLabel('密码').fill('wall-4712')
  await reader.getByRole('button', { name: /打\s*开/ }).click()
  await reader.getByText('密码不对').waitFor()
  await reader.getByLabel('密码').fill('wall-4711')
  await reader.getByRole('button', { name: /打\s*开/ }).click()
  await reader.locator('.db-window .db-kind-kpi').first().waitFor()
  expect(await reader.getByRole('link').count()).toBe(0)
  // A screen that loads itself anew asks nobody.
  await reader.reload()
  await reader.locator('.db-window .db-kind-kpi').first().waitFor()
  await drawer.getByRole('button', { name: '知道了' }).click()
  await drawer.getByRole('button', { name: '停用' }).click()
  await page.getByRole('dialog', { name: '停用' }).getByRole('button', { name: '停用' }).click()
  await drawer.getByText('已停用').first().waitFor()
  await reader.reload()
  await reader.getByText('链接打不开').waitFor()
  await context.close()
})

test('a file that is no dashboard is refused by field, and nothing of it is kept', async () => {
  const file = join(directory, 'evil.json')
  const component = {
    id: 'a',
    kind: 'text',
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    options: { link: 'javascript:alert(1)' },
  }
  const design = { width: 1920, height: 1080, components: [component] }
  await writeFile(
    file,
    JSON.stringify({
      format: 'sluice-dashboard',
      edition: 1,
      name: '<img src=x onerror=alert(1)>',
      refresh_seconds: 30,
      design,
    }),
  )
  await page.goto(`${world.product.url}/digraph/index`)
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByText('design.components.0.options.link').waitFor()
  expect((await api.digraph.list({ query: {} })).total).toBe(1)
})
