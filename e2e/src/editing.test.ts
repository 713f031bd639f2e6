import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, saveSlowly, type Visit, visit } from './browser.ts'
import { choose } from './choices.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'

/** Two people change the same things, each in a browser of their own; and a strategy is made from nothing. */
let directory: string
let product: Product
let browser: Browser
let api: Api
let one: Visit
let other: Visit
let id: string
let connectors: { shop: string; erp: string }

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-editing-'))
  for (const [name, columns] of [
    ['shop', 'id integer primary key, order_no text not null, amount text, buyer text'],
    ['erp', 'id integer primary key, order_no text not null, amount text, customer text'],
  ] as const) {
    const database = openDatabase(join(directory, `${name}.db`))
    database.exec(`create table orders (${columns})`)
    database.close()
  }
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  const connect = async (name: string) => {
    const params = { place: 'directory', directory, name: `${name}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
  }
  connectors = { shop: await connect('shop'), erp: await connect('erp') }
  id = await makeStrategy('订单')
  browser = await openBrowser()
  const look = { settings: { multiTab: false, layout: 'side' }, isUnopened: true } as const
  one = await visit(browser, product.url, look)
  other = await visit(browser, product.url, look)
}, 120_000)
afterAll(async () => {
  await one.close()
  await other.close()
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

const field = (target: string, template: string) => ({ target, value: { kind: 'template' as const, template } })

const makeStrategy = async (name: string): Promise<string> => {
  const config = {
    source: { connector_id: connectors.shop, resource: 'orders', key: ['id'] },
    target: { connector_id: connectors.erp, resource: 'orders' },
    mapping: { fields: [field('id', '{{id}}'), field('order_no', '{{order_no}}')] },
  }
  return (await api.strategy.create({ body: { name, config } })).content.id
}
const read = async (strategyId = id) => (await api.strategy.get({ params: { id: strategyId } })).content
const dialog = ({ page }: Visit) => page.locator('.ant-modal:visible').last()
const pageSize = ({ page }: Visit) => page.getByRole('spinbutton', { name: '每页条数' })
const save = ({ page }: Visit) => page.getByRole('button', { name: '保存', exact: true })
const enter = async (who: Visit, value: string) => {
  await pageSize(who).fill(value)
  await pageSize(who).blur()
}

test('who saves second sees who was first, chooses where both changed the same, and loses nothing of either', async () => {
  await one.go(`/strategy/detail/${id}?tab=source`)
  await other.go(`/strategy/detail/${id}?tab=source`)
  // The first changes two things and saves.
  await enter(one, '50')
  await one.page.getByText('调度', { exact: true }).first().click()
  await one.page.getByRole('spinbutton', { name: '最多尝试次数' }).fill('3')
  await save(one).click()
  await one.page.getByText('已保存').first().waitFor()
  expect((await read()).config).toMatchObject({ source: { pageSize: 50 }, retry: { maxAttempts: 3 } })
  // The second has changed one of them too, and something else.
  await enter(other, '70')
  await other.page.getByRole('switch', { name: '已有主键不再取' }).click()
  await save(other).click()
  await expect.poll(() => dialog(other).innerText()).toMatch(/版本 2 · .+ · 源、重试/)
  expect((await read()).version).toBe(2)
  const conflict = dialog(other).getByRole('group', { name: '源 · 每页条数' })
  expect(await conflict.innerText()).toMatch(/1000[\s\S]*对方：\s*50[\s\S]*我的：\s*70/)
  await expect
    .poll(() => dialog(other).innerText())
    .toMatch(/只有对方改的，自动采用：1 处[\s\S]*只有我改的，自动采用：1 处/)
  // By keyboard alone.
  await conflict.getByRole('radio').first().focus()
  await other.page.keyboard.press('Space')
  await other.page.keyboard.press('ArrowDown')
  await expect.poll(() => dialog(other).getByRole('table').innerText()).toMatch(/源 · 每页条数\s+50\s+70/)
  await dialog(other).getByRole('button', { name: '合并并保存' }).click()
  await dialog(other).waitFor({ state: 'detached' })
  const { version, config } = await read()
  expect([version, config.source.pageSize, config.source.idCheck, config.retry.maxAttempts]).toEqual([3, 70, true, 3])
})

test('what is typed outlives a save of somebody else and a look at another tab; discarded, theirs is there', async () => {
  await one.go(`/strategy/detail/${id}?tab=source`)
  await enter(one, '11')
  const { config, version } = await read()
  await api.strategy.update({
    params: { id },
    body: { version, config: { ...config, source: { ...config.source, pageSize: 12 } } },
  })
  await one.page.getByText('版本', { exact: true }).first().click()
  await one.page.getByText('源', { exact: true }).first().click()
  expect(await pageSize(one).inputValue()).toBe('11')
  await save(one).click()
  await dialog(one).getByRole('button', { name: '放弃我的修改' }).click()
  await dialog(one).getByRole('button', { name: '放弃我的修改' }).click()
  await expect.poll(() => pageSize(one).inputValue()).toBe('12')
  expect((await read()).version).toBe(version + 1)
})

test('after a save one goes on where one was, and what was typed meanwhile stays', async () => {
  const { page } = one
  const own = await makeStrategy('接着做')
  await one.go(`/strategy/detail/${own}?tab=target`)
  const chosen = page.getByRole('treeitem', { name: /^order_no,/ })
  const value = page.getByRole('combobox', { name: 'order_no 值' })
  const written = async () => (await read(own)).config.mapping.fields.map(each => each.value)
  await chosen.click()
  await value.fill('amount')
  await saveSlowly(
    page,
    () => save(one).click(),
    async () => {
      await value.fill('buyer')
    },
  )
  await page.getByText('已保存为版本 2').waitFor()
  expect(await written()).toContainEqual({ kind: 'template', template: '{{amount}}' })
  expect(await chosen.getAttribute('aria-selected')).toBe('true')
  expect(await value.inputValue()).toBe('buyer')
  await save(one).click()
  await page.getByText('已保存为版本 3').waitFor()
  expect(await written()).toContainEqual({ kind: 'template', template: '{{buyer}}' })
  expect(await chosen.getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => page.getByText('有未保存的修改').count()).toBe(0)
})

test('mine can become a strategy of its own', async () => {
  await one.go(`/strategy/detail/${id}?tab=source`)
  await enter(one, '21')
  const { config, version } = await read()
  await api.strategy.update({
    params: { id },
    body: { version, config: { ...config, source: { ...config.source, pageSize: 22 } } },
  })
  await save(one).click()
  await dialog(one).getByRole('button', { name: '把我的存为副本' }).click()
  await one.page.getByText('已把你的修改存为新方案 订单-副本').waitFor()
  const { content } = await api.strategy.list({ body: { t: 1 } })
  const copy = content.find(row => row.name === '订单-副本')
  expect([(await read(copy?.id)).config.source.pageSize, (await read()).config.source.pageSize]).toEqual([21, 22])
})

test('behind a gate two drafts are merged the same way, and the result is a draft', async () => {
  const gated = await makeStrategy('闸门')
  await api.strategyPublish.setGate({ params: { id: gated }, body: { required: true } })
  await one.go(`/strategy/detail/${gated}?tab=source`)
  await enter(one, '31')
  const { config } = await read(gated)
  await api.strategy.update({
    params: { id: gated },
    body: { version: 1, config: { ...config, source: { ...config.source, idCheck: true } } },
  })
  await save(one).click()
  await expect.poll(() => dialog(one).innerText()).toMatch(/草稿（第 1 次保存） · .+ · 源/)
  expect(await dialog(one).innerText()).toContain('双方没有改同一处')
  await dialog(one).getByRole('button', { name: '合并并保存' }).click()
  await dialog(one).waitFor({ state: 'detached' })
  const { version, gate } = await read(gated)
  expect([
    version,
    gate.draft?.revision,
    gate.draft?.config.source.pageSize,
    gate.draft?.config.source.idCheck,
  ]).toEqual([1, 2, 31, true])
})

test('a line of a value map that came too late stays on screen, with who was first and a way on', async () => {
  const map = (await api.mapping.create({ body: { name: '单位', on_miss: 'error' } })).content
  await one.go(`/resources/mapping/${map.id}`)
  await one.page.getByRole('button', { name: '添加一行' }).click()
  await one.page.locator('.mp-cell input').first().fill('箱')
  await api.mapping.saveLines({
    params: { id: map.id },
    body: { version: map.version, upsert: [{ a_value: '件', b_value: 'PCS' }], remove: [] },
  })
  await one.page.getByRole('button', { name: '保存 1 处修改' }).click()
  const note = one.page.getByRole('alert')
  await expect.poll(() => note.innerText()).toMatch(/admin 于 .+ 保存了版本 2，你的修改还没有保存/)
  await note.getByRole('button', { name: '在最新内容上继续' }).click()
  await one.page.getByRole('button', { name: '保存 1 处修改' }).click()
  const readLines = async () =>
    (await api.mapping.lines({ params: { id: map.id }, query: {} })).content.map(line => line.a_value).toSorted()
  await expect.poll(readLines).toEqual(['件', '箱'].toSorted())
})

test('a new strategy begins with the fields about which there is no doubt; one press takes them back', async () => {
  const { page } = one
  await one.go('/strategy/create')
  await page.getByRole('textbox', { name: '方案名称' }).fill('从头')
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  const select = (label: string) => page.getByLabel(label, { exact: true })
  await next()
  await choose(select('连接器'), 'shop')
  await choose(select('表或视图'), 'orders')
  await page.locator('.ant-select-selection-item', { hasText: /^id/ }).first().waitFor()
  await next()
  await choose(select('连接器'), 'erp')
  await choose(select('表或视图'), 'orders')
  await next()
  const note = page.getByText('已自动映射 3 个名称')
  await expect.poll(() => page.locator('main').innerText()).toContain('已自动映射 3 个名称')
  const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) })
  await expect.poll(() => row('amount').getAttribute('aria-label')).toMatch(/已映射, 自动/)
  await expect.poll(() => row('customer').getAttribute('aria-label')).toMatch(/未映射$/)
  await page.getByRole('button', { name: '全部撤销' }).click()
  await note.waitFor({ state: 'detached' })
  await expect.poll(() => row('amount').getAttribute('aria-label')).toMatch(/未映射$/)
  await page.getByRole('toolbar', { name: '映射工具' }).getByRole('button', { name: '撤销' }).click()
  await note.waitFor()
})

test('a table’s name may be typed and left at once: the next step waits for what the table is known by', async () => {
  const { page } = one
  await one.go('/strategy/create')
  await page.getByRole('button', { name: '重新开始' }).click()
  await page.getByRole('textbox', { name: '方案名称' }).fill('输入表名')
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  await next()
  await choose(page.getByLabel('连接器', { exact: true }), 'shop')
  const isDescribe = (url: URL) => url.pathname.endsWith('/resource/describe')
  await page.route(isDescribe, async route => {
    await delay(1500)
    await route.continue()
  })
  await page.getByLabel('表或视图', { exact: true }).fill('orders')
  await next()
  await expect.poll(() => page.locator('.ant-steps-item-active').innerText()).toContain('目标')
  expect(await page.getByText('还有必填项没有填写').count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: '上一步' }).click()
  await page.locator('.ant-select-selection-item', { hasText: /^id/ }).first().waitFor()
})

test('a strategy becomes a template; with it and other connectors the next one is begun; it is renamed and deleted', async () => {
  const { page } = one
  await one.go(`/strategy/detail/${id}`)
  await page.getByRole('button', { name: '存为模板' }).click()
  await dialog(one).getByRole('textbox', { name: '模板名称' }).fill('订单模板')
  await dialog(one).getByRole('textbox', { name: '说明' }).fill('门店的做法')
  await dialog(one).getByRole('button', { name: '保存' }).click()
  await page.getByText('已存为模板 订单模板').waitFor()
  await one.go('/strategy/create')
  await page.getByRole('button', { name: '重新开始' }).click()
  await page.getByRole('button', { name: '从模板开始' }).click()
  const list = dialog(one).getByRole('radiogroup', { name: '模板' })
  await expect.poll(() => list.getByRole('radio').count()).toBe(4)
  await dialog(one).getByRole('searchbox').fill('门店')
  await expect.poll(() => list.getByRole('radio').count()).toBe(1)
  await list.getByRole('radio').focus()
  await page.keyboard.press('Space')
  for (const [label, name] of [
    ['源连接器', 'shop'],
    ['目标连接器', 'erp'],
  ] as const) {
    await dialog(one).getByLabel(label).fill(name)
    await page.locator('.ant-select-item-option-active:visible', { hasText: name }).waitFor()
    await page.keyboard.press('Enter')
  }
  await dialog(one).getByRole('button', { name: '使用模板' }).click()
  await page.getByText('已填入模板内容').waitFor()
  expect(await page.getByRole('textbox', { name: '方案名称' }).inputValue()).toBe('订单模板')
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '保存方案' }).click()
  await page.waitForURL(/strategy\/detail\//)
  const made = await read(new URL(page.url()).pathname.split('/').at(-1))
  const original = await read()
  expect([made.name, made.config.mapping, made.config.retry]).toEqual([
    '订单模板',
    original.config.mapping,
    original.config.retry,
  ])
  await one.go('/strategy/create')
  await page.getByRole('button', { name: '从模板开始' }).click()
  await dialog(one).getByRole('button', { name: '改名 订单模板' }).click()
  await dialog(one).getByRole('textbox', { name: '模板名称' }).fill('门店订单')
  await dialog(one).getByRole('button', { name: '保存' }).click()
  await dialog(one).getByRole('button', { name: '删除 门店订单' }).click()
  await dialog(one).getByRole('button', { name: '删除', exact: true }).click()
  await expect.poll(() => list.getByRole('radio').count()).toBe(3)
})

test('by keyboard a strategy is renamed from the list, and from its own page; the log knows both', async () => {
  const { page } = one
  const renamed = await makeStrategy('旧名')
  await one.go('/strategy/index')
  await page.getByRole('button', { name: '重命名 旧名' }).focus()
  await page.keyboard.press('Enter')
  const name = dialog(one).getByRole('textbox', { name: '方案名称' })
  await expect.poll(() => page.evaluate("document.activeElement?.value ?? ''")).toBe('旧名')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('新名')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '新名' }).waitFor()
  const focused = () => page.evaluate("document.activeElement?.getAttribute('aria-label')")
  await expect.poll(focused).toBe('重命名 新名')
  await one.go(`/strategy/detail/${renamed}`)
  await page.getByRole('button', { name: '重命名 新名' }).press('Enter')
  await name.fill('')
  expect(await dialog(one).getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
  await name.fill('定名')
  await dialog(one).getByRole('textbox', { name: '说明' }).fill('每晚对账')
  await dialog(one).getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { name: '定名' }).waitFor()
  const { version, name: saved, remark } = await read(renamed)
  expect([version, saved, remark]).toEqual([1, '定名', '每晚对账'])
  const log = (await api.system.log({ query: { action: 'strategy.rename', pageSize: 5 } })).content
  expect(log.map(entry => entry.object_name)).toEqual(['新名', '旧名'])
})

test('what would miss a strategy is named before it is deleted, and typing its name confirms that', async () => {
  const { page } = one
  const used = await makeStrategy('被用的')
  const { config } = await read(used)
  const where = [{ field: '$key', equals: '{{id}}' }]
  const value = { kind: 'find' as const, strategy_id: used, field: 'order_no', where }
  const mapping = { fields: [{ target: 'order_no', value }] }
  await api.strategy.create({ body: { name: '查找者', config: { ...config, mapping } } })
  await one.go('/strategy/index')
  await page.locator('.ant-table-row', { hasText: '被用的' }).getByRole('checkbox').check()
  await page.locator('.sl-table-selection button:has(.anticon-delete)').click()
  await expect.poll(() => dialog(one).innerText()).toMatch(/在映射里查找它的数据[\s\S]*查找者/)
  const confirm = dialog(one).getByRole('button', { name: '删除', exact: true })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog(one).getByRole('textbox').fill('被用的')
  await confirm.click()
  await expect
    .poll(async () => (await api.strategy.list({ body: { t: 1 } })).content.some(row => row.id === used))
    .toBe(false)
})

test('nothing was said on the console', () => {
  expect([...one.takeProblems(), ...other.takeProblems()]).toEqual([])
})
