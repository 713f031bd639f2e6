import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Visit, waitForRest } from './browser.ts'
import { choose, foldChoices, listChoices } from './choices.ts'
import type { Api } from './product.ts'
import { runNewStrategy, waitForCalm } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** Orders look up their customers in what another strategy has stored: made in the studio, explained, run, written. */
let world: FilesVisit
let api: Api
let seen: Visit
let page: Page
let customers: string
let orders: string
let archive: string

beforeAll(async () => {
  world = await visitFiles({
    shop(file) {
      file.exec(`create table customers (id integer primary key, code text not null, erp_no text);
        create table orders (id integer primary key, customer text);`)
      for (let at = 1; at <= 25; at++)
        file.prepare('insert into customers values (?, ?, ?)').run(at, `C-${at}`, `ERP-${at}`)
      for (let at = 1; at <= 5; at++) file.prepare('insert into orders values (?, ?)').run(at, `C-${at * 5}`)
    },
    erp: `create table customers (id integer primary key, code text);
      create table bills (id integer primary key, customerNo text);`,
  })
  ;({ api, seen, page } = world)
  await makeStrategies()
}, 120_000)
afterAll(() => world.close())

const field = (target: string, template: string) => ({ target, value: { kind: 'template' as const, template } })

async function makeStrategies(): Promise<void> {
  const [from, to] = [await world.connect('shop'), await world.connect('erp')]
  const sides = (source: string, target: string) => ({
    source: { connector_id: from, resource: source, key: ['id'] },
    target: { connector_id: to, resource: target, key: ['id'] },
  })
  const upstream = sides('customers', 'customers')
  customers = (
    await runNewStrategy(api, '客户', {
      source: { ...upstream.source, number: 'code' },
      target: upstream.target,
      mapping: { fields: [field('id', '{{id}}'), field('code', '{{code}}')] },
    })
  ).id
  orders = (
    await runNewStrategy(api, '订单', { ...sides('orders', 'bills'), mapping: { fields: [field('id', '{{id}}')] } })
  ).id
  const self = (await api.connector.create({ body: { platform_id: 'self', name: '本平台', params: {} } })).content.id
  const received = await api.strategy.create({
    body: {
      name: '订单归档',
      config: {
        source: { connector_id: self, resource: 'passive.receive', options: { inbox: 'archive' }, key: ['id'] },
        target: { connector_id: self, resource: 'noop.write', key: ['id'] },
        mapping: { copyAll: true, fields: [] },
      },
    },
  })
  archive = received.content.id
  await api.strategy.start({ params: { id: archive } })
}

const dialog = () => page.locator('.ant-modal:visible').last()
const select = (label: string) => dialog().getByLabel(label, { exact: true })

test('a look-up is put together from the other strategy’s fields, and tried on a real record', async () => {
  await seen.go(`/strategy/detail/${orders}?tab=target`)
  await page.getByRole('treeitem', { name: /^customerNo,/ }).click()
  await page.getByText('查找', { exact: true }).click()
  await page.getByRole('button', { name: '编辑查找' }).click()
  await choose(select('查找的方案'), /客户/)
  await choose(select('条件 1 的字段'), /code.*编码.*C-/)
  await dialog().getByLabel('条件 1 等于', { exact: true }).fill('{{customer}}')
  await choose(select('取哪个字段'), /erp_no/)
  await expect.poll(() => dialog().innerText()).toMatch(/客户\s+code = C-\d+/)
  await expect.poll(() => dialog().innerText()).toMatch(/"ERP-\d+"/)
  await dialog().getByRole('button', { name: '应用' }).click()
  await expect.poll(() => page.getByRole('list', { name: '取值过程' }).innerText()).toMatch(/"ERP-\d+"/)
})

test('a condition that no index serves cannot be saved, and says why', async () => {
  await page.getByRole('button', { name: '编辑查找' }).click()
  await dialog().getByLabel('条件 1 的字段', { exact: true }).fill('erp_no')
  await dialog().getByText('条件里既没有主键，也没有编码').waitFor()
  expect(await dialog().getByRole('button', { name: '应用' }).isDisabled()).toBe(true)
  await dialog()
    .getByRole('button', { name: /取\s?消/ })
    .click()
  await dialog().waitFor({ state: 'hidden' })
})

test('saved and run, each order carries its customer’s number, and the record tells where it is from', async () => {
  await page
    .getByRole('button', { name: /^保\s?存/ })
    .first()
    .click()
  await expect
    .poll(async () => (await api.strategy.get({ params: { id: orders } })).content.config.mapping.fields.length)
    .toBe(2)
  const { content } = await api.strategyData.search({ params: { strategy: orders }, body: {} })
  await api.strategyData.reprocess({ params: { strategy: orders }, body: { ids: content.rows.map(row => row.id) } })
  await waitForCalm(api, orders)
  const written = () => {
    const erp = world.open('erp')
    const rows = erp.prepare('select id, customerNo from bills order by id').all()
    erp.close()
    return rows.map(row => ({ ...row }))
  }
  await expect
    .poll(written, { timeout: 30_000 })
    .toEqual([1, 2, 3, 4, 5].map(id => ({ id, customerNo: `ERP-${id * 5}` })))
  const record = content.rows.find(row => row.key === '2')!
  await seen.go(`/strategy/detail/${orders}/${record.id}`)
  const link = page.getByRole('link', { name: '数据 C-10' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toContain(`/strategy/detail/${customers}/`)
})

test('a written record goes on to the strategy that is chosen, and is found there', async () => {
  await seen.go(`/strategy/detail/${orders}?tab=target`)
  await page.getByRole('button', { name: '回写与回调' }).click()
  await page.getByRole('button', { name: '添加回写字段' }).click()
  await page.getByLabel('回写字段 1 的名称').fill('id')
  await page.getByLabel('回写字段 1 的标签').fill('单据号')
  await page.getByLabel('回写字段 1 的取值').fill('{{targetKey}}')
  const next = page.getByLabel('写入成功后交给方案')
  await next.click()
  const refused = listChoices(page).filter({ hasText: '客户' })
  await expect.poll(() => refused.innerText()).toContain('它的源不是接收推送')
  expect(await refused.getAttribute('aria-disabled')).toBe('true')
  await foldChoices(next)
  await choose(next, '订单归档')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^保\s?存/ })
    .last()
    .click()
  const saved = async () => (await api.strategy.get({ params: { id: orders } })).content.config.target.writeBack
  await expect.poll(saved).toMatchObject({
    fields: [{ field: 'id', label: '单据号', value: '{{targetKey}}' }],
    callback: { strategy_id: archive, fields: [] },
  })
  const { content } = await api.strategyData.search({ params: { strategy: orders }, body: {} })
  await api.strategyData.reprocess({ params: { strategy: orders }, body: { ids: content.rows.map(row => row.id) } })
  const handed = async () =>
    (await api.strategyData.search({ params: { strategy: archive }, body: {} })).content.rows.map(row => row.key).sort()
  await expect.poll(handed, { timeout: 30_000 }).toEqual(['1', '2', '3', '4', '5'])
  await seen.go(`/strategy/detail/${orders}/${content.rows[0]!.id}`)
  await page.getByText('回写结果').waitFor()
  await page.getByText('单据号').waitFor()
})

test('an expression keeps the id of what it looks into, and shows its name beside', async () => {
  await seen.go(`/strategy/detail/${orders}?tab=target`)
  await page.getByRole('treeitem', { name: /^id,/ }).click()
  await page.getByText('表达式', { exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'id 值' })
  await editor.click()
  // What may be looked into is offered once it is known.
  await waitForRest(page)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('find')
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'find("客户"' }).click()
  await expect.poll(() => editor.innerText()).toContain(customers)
  await expect.poll(() => page.locator('.sl-code-note').allInnerTexts()).toEqual(['客户'])
  // What is shown beside is no part of the text.
  await page.getByRole('toolbar', { name: '映射工具' }).getByText('源码视图', { exact: true }).click()
  await expect.poll(() => page.locator('.cm-content').innerText()).toContain(`find(\\"${customers}\\", `)
})
