import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, saveSlowly, type Visit, visit } from './browser.ts'
import { choose } from './choices.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'

/** A save takes its time: what is typed meanwhile stays and is saved with the next, or cannot be typed. */
let directory: string
let product: Product
let browser: Browser
let api: Api
let seen: Visit
let connector: string
let strategy: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-slow-save-'))
  const database = openDatabase(join(directory, 'shop.db'))
  database.exec('create table orders (id integer primary key, order_no text)')
  database.close()
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  const params = { place: 'directory', directory, name: 'shop.db' }
  connector = (await api.connector.create({ body: { platform_id: 'sqlite', name: 'shop', params } })).content.id
  const side = { connector_id: connector, resource: 'orders' }
  const config = {
    source: { ...side, key: ['id'], increment: { field: 'id' } },
    target: side,
    mapping: { fields: [{ target: 'id', value: { kind: 'template' as const, template: '{{id}}' } }] },
  }
  strategy = (await api.strategy.create({ body: { name: '订单', config } })).content.id
  browser = await openBrowser()
  seen = await visit(browser, product.url, { settings: { multiTab: false, layout: 'side' }, isUnopened: true })
})
afterAll(async () => {
  await seen.close()
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

const main = () => seen.page.locator('main')
const saveIn = (place: Locator) => place.getByRole('button', { name: '保存', exact: true })

/** One thing is saved, another typed meanwhile; that stays, and the next save takes it. */
async function typeWhileSaving(place: Locator, field: Locator, read: () => Promise<unknown>): Promise<void> {
  const save = () => saveIn(place).click()
  await field.fill('第一')
  await saveSlowly(seen.page, save, () => field.fill('第二'))
  await expect.poll(read).toBe('第一')
  expect(await field.inputValue()).toBe('第二')
  await save()
  await expect.poll(read).toBe('第二')
  expect(await field.inputValue()).toBe('第二')
}

/** What is pressed while it is saved goes nowhere. */
const typeWhileHeld = (save: () => Promise<void>): Promise<void> =>
  saveSlowly(seen.page, save, async () => {
    await seen.page.locator('.sl-held[inert]').waitFor()
    await seen.page.keyboard.type('x')
  })

test('of an interface', async () => {
  const doc = { name: '接口', type: 'QUERY' as const, method: 'GET' as const, api: '/orders', id: ['id'] }
  const { id } = (await api.apiAsset.create({ body: { platform_id: 'http', doc } })).content
  await seen.go(`/api-assets/api/${id}`)
  await typeWhileSaving(
    main(),
    main().getByLabel('名称').first(),
    async () => (await api.apiAsset.get({ params: { id } })).content.doc.name,
  )
})

test('of an adapter', async () => {
  const { id } = (await api.adapter.create({ body: { platform_id: 'http', doc: { name: '适配器' } } })).content
  await seen.go(`/api-assets/adapter/${id}`)
  await typeWhileSaving(
    main(),
    main().getByLabel('名称').first(),
    async () => (await api.adapter.get({ params: { id } })).content.doc.name,
  )
})

test('what is typed as the source of an adapter is in its form and in what is saved', async () => {
  const { id } = (await api.adapter.create({ body: { platform_id: 'http', doc: { name: '源码' } } })).content
  await seen.go(`/api-assets/adapter/${id}?tab=source`)
  const source = main().getByRole('textbox', { name: '适配器源码' })
  const was = await source.inputValue()
  await source.fill(`${was}]`)
  await main().getByRole('tab', { name: '表单' }).click()
  await main().getByRole('alert').waitFor()
  expect(await source.inputValue()).toBe(`${was}]`)
  await source.fill(was.replace('"源码"', '"表单"'))
  await main().getByRole('tab', { name: '表单' }).click()
  await expect.poll(() => main().getByLabel('名称').first().inputValue()).toBe('表单')
  await main().getByRole('tab', { name: '源码' }).click()
  await source.fill((await source.inputValue()).replace('"表单"', '"保存"'))
  await main().getByRole('button', { name: '保存' }).first().click()
  await expect.poll(async () => (await api.adapter.get({ params: { id } })).content.doc.name).toBe('保存')
})

test('of what makes up for lost records, and of deletes', async () => {
  await seen.go(`/strategy/detail/${strategy}?tab=cursor`)
  const read = async () => (await api.strategy.get({ params: { id: strategy } })).content.config
  const section = (name: string) => main().getByRole('region', { name, exact: true })
  const remedy = section('补漏')
  await remedy.getByRole('switch').click()
  await remedy.getByLabel('从几天前').fill('5')
  await saveSlowly(
    seen.page,
    () => saveIn(remedy).click(),
    () => remedy.getByLabel('从几天前').fill('7'),
  )
  await expect.poll(async () => (await read()).remedy?.fromDaysAgo).toBe(5)
  expect(await remedy.getByLabel('从几天前').inputValue()).toBe('7')
  const deletes = section('源里删除的数据')
  await choose(deletes.getByLabel('处理方式'), '只标记为已删除')
  await deletes.getByLabel('软删除条件').fill('is_deleted')
  await typeWhileSaving(
    deletes,
    deletes.getByLabel('等于'),
    async () => (await read()).source.deletes?.when?.[0]?.[0]?.value,
  )
})

test('a form that its save begins anew is held until then, and the focus is where it was', async () => {
  const { page } = seen
  await seen.go(`/connector/detail/${connector}?tab=params`)
  const name = main().getByLabel('名称')
  await name.fill('门店')
  await typeWhileHeld(() => name.press('Enter'))
  await page.getByText('已保存，下次运行时生效').waitFor()
  expect(await name.inputValue()).toBe('门店')
  await page.keyboard.type('二')
  expect(await name.inputValue()).toBe('门店二')
})

test('so is a dialog that its save closes; refused, one goes on', async () => {
  const { page } = seen
  for (const name of ['单位', '门店']) await api.mapping.create({ body: { name, on_miss: 'error' } })
  await seen.go('/resources/mapping')
  await page.locator('.ant-table-row', { hasText: '单位' }).getByRole('button', { name: '设置' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('名称')
  await name.fill('门店')
  await typeWhileHeld(() => saveIn(dialog).click())
  await dialog.locator('.ant-form-item-explain-error').waitFor()
  await name.fill('门店三')
  await typeWhileHeld(() => saveIn(dialog).click())
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('门店三').waitFor()
})

test('nothing was said on the console', () => {
  expect(seen.takeProblems()).toEqual([])
})
