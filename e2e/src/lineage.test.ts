import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from './product.ts'
import { waitForRun } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** The picture of systems over 30 days, by keyboard, and where a field of a strategy goes. */
let world: FilesVisit
let api: Api
let page: Page
const ids: Record<string, string> = {}

beforeAll(async () => {
  world = await visitFiles({
    shop: "create table orders (id integer primary key, buyer text); insert into orders values (1, 'a'), (2, 'b');",
    erp: 'create table bills (id integer primary key, who text); create table copies (id integer primary key, who text);',
  })
  ;({ api, page } = world)
  const [shop, erp] = [await world.connect('shop'), await world.connect('erp')]
  const make = async (name: string, source: object, target: object, mapping: object) => {
    const config = { source: { key: ['id'], ...source }, target, mapping } as never
    ids[name] = (await api.strategy.create({ body: { name, config } })).content.id
  }
  const field = (to: string, from: string) => ({ target: to, value: { kind: 'template', template: `{{${from}}}` } })
  const fields = [field('id', 'id'), field('who', 'buyer')]
  const hostile = '<img src=x onerror=alert(1)>'
  await make('订单', { connector_id: shop, resource: 'orders' }, { connector_id: erp, resource: 'bills' }, { fields })
  await make(
    hostile,
    { connector_id: erp, resource: 'bills' },
    { connector_id: erp, resource: 'copies' },
    { copyAll: true, fields: [], script: { code: 'export function beforeMapping() {}' } },
  )
}, 120_000)
afterAll(() => world.close())

test('a field chosen from a strategy lights its way and lists who reads it, and each entry opens its place', async () => {
  await page.goto(`${world.product.url}/strategy/detail/${ids['订单']}`)
  await page.getByRole('link', { name: '数据去向' }).click()
  await page.waitForURL(/\/digraph\/flow\?strategy=/)
  const field = page.getByRole('combobox', { name: '字段', exact: true })
  await field.fill('buyer')
  await field.press('Enter')
  const rows = page.locator('#content table tbody tr.ant-table-row')
  await rows.first().waitFor()
  const texts = await rows.allInnerTexts()
  expect(texts.map(text => text.split(/\s*\n?\t\s*/).join(' | '))).toEqual([
    '1 | 方案 | 订单 | 映射字段 | buyer | who | 读取',
    '2 | 方案 | <img src=x onerror=alert(1)> | 作为源端读取 | who | who | 读取',
    '3 | 方案 | <img src=x onerror=alert(1)> | 复制其余字段 | 整条数据 | who | 读取',
    '3 | 方案 | <img src=x onerror=alert(1)> | 脚本读取整条数据 | 整条数据 | 任意字段 | 可能读取',
  ])
  expect(await page.locator('path.db-edge.db-lit').count()).toBe(2)
  await page.getByRole('link', { name: '订单', exact: true }).last().click()
  await page.waitForURL(/\/strategy\/detail\//)
})

test('the slider goes over days by keyboard, grey where nothing was kept, and into the hours of one', async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`${world.product.url}/digraph/flow`)
  const slider = page.getByRole('slider', { name: '时间' })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await page.locator('.ln-sum strong').waitFor()
  expect(await page.locator('.ln-stage svg[role="img"] path.db-edge-none').count()).toBe(2)
  await page.getByText('还没有保存任何运行数据').waitFor()
  await page.getByRole('button', { name: '看这一天的每个小时' }).click()
  await page.waitForURL(/day=\d{4}-\d\d-\d\d/)
  await page.locator('[role="slider"][aria-valuemax="23"]').waitFor()
  await page.getByRole('button', { name: '播放' }).click()
  await page.getByRole('button', { name: '暂停' }).waitFor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: '播放' }).waitFor()
  expect(await page.getByRole('button', { name: '播放' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '回到 30 天' }).click()
  await page.getByText('线宽是 24 小时写入').waitFor()
})

test('hours of weekdays and streams are drawn after a run, with the same figures in a table behind them', async () => {
  const { content: started } = await api.strategy.runNow({ params: { id: ids['订单'] ?? '' }, body: {} })
  expect(await waitForRun(api, started.run_id)).toMatchObject({ state: 'succeeded' })
  const place = { x: 0, width: 960, height: 320 }
  const components = [
    { id: 'heat-1', kind: 'heat' as const, ...place, y: 0, sources: ['heat.written' as const] },
    { id: 'sankey-1', kind: 'sankey' as const, ...place, y: 330, sources: ['picture.flow' as const] },
  ]
  const head = { format: 'sluice-dashboard', edition: 1, refresh_seconds: 5 } as const
  const design = { width: 1280, height: 720, components }
  const { content } = await api.digraph.import({ body: { ...head, name: '<b>时段</b>', design } })
  await page.goto(`${world.product.url}/digraph/view/${content.id}`)
  await page.locator('.db-kind-heat svg').waitFor()
  expect(await page.locator('.db-kind-heat table tbody tr').count()).toBe(7)
  await page.locator('.db-kind-sankey svg').waitFor()
  expect(await page.locator('.db-kind-sankey table tbody tr').innerText()).toMatch(/shop\s+erp\s+2/)
})

test('beside the mapping a field says where it comes from and goes, by keyboard, and what is edited stays', async () => {
  await page.goto(`${world.product.url}/strategy/detail/${ids['订单']}?tab=target`)
  await page.getByRole('treeitem', { name: /^who,/ }).click()
  const value = page.getByRole('combobox', { name: 'who 值' })
  await value.fill('id')
  await page.getByText('有未保存的修改').waitFor()
  const open = page.getByRole('button', { name: 'who 的来处与去向' })
  await open.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'who：来处与去向' })
  // Of what is saved: `buyer`, not what is typed.
  await drawer.getByRole('button', { name: '查看 buyer 的来处与去向' }).waitFor()
  await drawer.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('who 的来处与去向')
  expect(await value.inputValue()).toBe('id')
  await open.press('Enter')
  await drawer.getByRole('button', { name: '查看 buyer 的来处与去向' }).press('Enter')
  await page
    .getByRole('dialog', { name: 'buyer：来处与去向' })
    .getByRole('link', { name: '在流向图中查看这个字段' })
    .click()
  await page.waitForURL(/\/digraph\/flow\?.*field=buyer/)
  await page.locator('#content table tbody tr.ant-table-row').first().waitFor()
  await page.goBack()
  await page.getByRole('treeitem', { name: /^who,/ }).click()
  await expect.poll(() => value.inputValue()).toBe('id')
  await page.getByRole('button', { name: '撤销修改' }).click()
})

test('a save that gives up a field asks once, names who reads it, and is taken back or goes through', async () => {
  await page.goto(`${world.product.url}/strategy/detail/${ids['订单']}?tab=target`)
  const version = async () => (await api.strategy.get({ params: { id: ids['订单'] ?? '' } })).content.version
  const before = await version()
  const change = async () => {
    await page.getByRole('treeitem', { name: /^who,/ }).click()
    await page.getByRole('combobox', { name: 'who 值' }).fill('')
    await page.getByRole('button', { name: '保存', exact: true }).click()
  }
  await change()
  const question = page.getByRole('dialog', { name: '这一修改会影响使用者' })
  await question.getByText(/不再写入这些目标字段：who/).waitFor()
  await question.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).waitFor()
  await question.getByRole('button', { name: '返回修改' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await version()).toBe(before)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await question.getByRole('button', { name: '仍然保存' }).click()
  await page.getByText(`已保存为版本 ${before + 1}`).waitFor()
})

test('a strategy whose target others read is deleted by typing its name only, and one that nobody reads without', async () => {
  await page.goto(`${world.product.url}/strategy/index`)
  const ask = async (name: string) => {
    const row = page.locator('#content .ant-table-row').filter({ hasText: name })
    await row.locator('.ant-checkbox-input').click()
    await page.locator('#content .sl-table-selection').getByRole('button', { name: '删除' }).click()
    const dialog = page.locator('.ant-modal:visible')
    await dialog.getByText('删除后').or(dialog.getByText('不能恢复')).first().waitFor()
    return { row, dialog }
  }
  const { dialog, row } = await ask('订单')
  await dialog.getByText('删除后，以下对象会受影响：').waitFor()
  await dialog.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).waitFor()
  expect(await dialog.getByRole('button', { name: '删除' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row.locator('.ant-checkbox-input').click()
  const other = await ask('<img')
  expect(await other.dialog.getByRole('button', { name: '删除' }).isDisabled()).toBe(false)
})
