import pg from 'pg'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, setLook, type Visit, visit, waitForRest } from './browser.ts'
import { listChoices } from './choices.ts'
import { findBarriers } from './find-barriers.ts'
import { type Api, type Product, startProduct } from './product.ts'

const server = new URL('postgres://postgres@127.0.0.1:5432/postgres')
const database = `sluice_discovery_${process.pid}`
const TABLES = Number(process.env['DISCOVERY_TABLES'] ?? 3000)
const admin = new pg.Client({ connectionString: server.href })
const far = new pg.Client({ host: server.hostname, port: 5432, user: 'postgres', database })
let product: Product
let browser: Browser
let api: Api
let seen: Visit
let connector = ''

beforeAll(async () => {
  await admin.connect()
  await admin.query(`create database ${database}`)
  await far.connect()
  // In parts: one transaction cannot hold as many locks.
  for (let from = 1; from <= TABLES; from += 500) {
    const names = Array.from({ length: Math.min(500, TABLES - from + 1) }, (_, at) => `t_${from + at}`)
    await far.query(names.map(name => `create table ${name} (id int primary key, note text)`).join(';'))
  }
  await far.query(`create schema sales; create table sales.orders (id int primary key, note text);
    comment on table sales.orders is 'what customers want'`)
  product = await startProduct({ env: { EGRESS_ALLOW: 'private' } })
  browser = await openBrowser()
  api = await product.signIn()
  const params = { host: server.hostname, port: 5432, database, username: 'postgres', password: 'x' }
  const body = { platform_id: 'postgresql', name: 'Many tables', params }
  connector = (await api.connector.create({ body })).content.id
  seen = await visit(browser, product.url, { settings: { multiTab: false, layout: 'side' }, isUnopened: true })
}, 240_000)
afterEach(() => expect(seen.takeProblems()).toEqual([]))
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
  await far.end()
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
})

const keyword = (): Locator => seen.page.locator('.cn-browse-bar input')
const list = (): Locator => seen.page.locator('.cn-resources')
const name = (text: string): Locator => list().locator('.cn-resource', { hasText: text })
const button = (text: string): Locator =>
  seen.page.getByRole('button', { name: new RegExp(`${[...text].join('\\s*')}$`) })
const read = async () => (await api.catalogue.get({ params: { id: connector } })).content
const waitUntilListed = () =>
  expect.poll(async () => (await read()).discovery?.state, { timeout: 120_000, interval: 300 }).toBe('done')

test('the tab opens at once, is listed by itself and searched by the server', async () => {
  await seen.go(`/connector/detail/${connector}?tab=resources`)
  await keyword().waitFor()
  await waitUntilListed()
  expect(await read()).toMatchObject({ objects: TABLES + 1, gone: 0, is_stale: false })
  await seen.page.getByText(`共 ${TABLES + 1} 个`).waitFor()
  expect(await list().locator('.cn-resource').count()).toBe(100)
  await keyword().fill('customers WANT')
  await name('what customers want').click()
  await seen.page.getByRole('heading', { name: 'sales.orders' }).waitFor()
  await seen.page.getByText('note', { exact: true }).first().waitFor()
})

test('a strategy finds its table by a few letters, the whole name first, and takes a name that is not listed', async () => {
  await far.query('create table brand_new (id int primary key)')
  await seen.go('/strategy/create')
  await waitForRest(seen.page)
  await seen.page.locator('#content').getByRole('textbox').first().fill('By a few letters')
  await button('下一步').click()
  await seen.page.locator('#content').getByRole('combobox', { name: '连接器' }).first().fill('Many tables')
  await listChoices(seen.page).filter({ hasText: 'Many tables' }).click()
  const field = seen.page.getByLabel('表或视图').first()
  await field.fill('t_12')
  const first = listChoices(seen.page).first()
  await expect.poll(() => first.textContent()).toContain('public.t_12')
  expect(await first.textContent()).not.toContain('t_120')
  await first.click()
  await seen.page.getByText('2 个字段').first().waitFor()
  await field.fill('public.brand_new')
  await field.blur()
  await seen.page.getByText('已按输入的名称向外部系统核对').or(seen.page.getByText('1 个字段')).first().waitFor()
  await field.fill('public.no_such')
  await field.blur()
  await seen.page.getByText('public.no_such').last().waitFor()
  await seen.page.locator('.sl-error, .ant-alert-error, [role=alert]').first().waitFor()
})

test('listed again it tells what came and went, by name and with the field that has another type', async () => {
  await api.connector.describeResource({ params: { id: connector }, body: { resource: 'sales.orders', options: {} } })
  await far.query('drop table t_1; alter table sales.orders alter note type varchar(20), add column at timestamptz')
  await seen.go(`/connector/detail/${connector}?tab=resources`)
  await waitUntilListed()
  await button('重新读取清单').click()
  await expect.poll(async () => (await read()).gone, { timeout: 60_000 }).toBe(1)
  await waitUntilListed()
  await button('变化').click()
  for (const text of [
    'public.t_1',
    '消失',
    'public.brand_new',
    '新增',
    'note：text → character varying(20)',
    '新增字段 at',
  ])
    await seen.page.getByText(text, { exact: false }).first().waitFor()
  const light = await findBarriers(seen.page)
  await setLook(seen.page, 'zh-CN', 'realDark')
  await waitForRest(seen.page)
  expect([...light, ...(await findBarriers(seen.page))]).toEqual([])
  await setLook(seen.page, 'zh-CN', 'light')
})

test('the list leaves as CSV, gone ones as one asks for them', async () => {
  const body = { presence: 'gone' } as const
  const file = await (await api.catalogue.export({ params: { id: connector }, body })).text()
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain('public.t_1,public,t_1,table')
})
