import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForRun } from './run-strategy.ts'

let directory: string
let product: Product
let browser: Browser
let api: Api
let seen: Visit
let page: Page
/** Orders of the shop into the ERP; those of the ERP into the depot. */
const ids = { orders: '', deliveries: '' }

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-passport-'))
  makeDatabases()
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  const connect = async (name: string) => {
    const params = { place: 'directory', directory, name: `${name}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
  }
  const [shop, erp, depot] = [await connect('shop'), await connect('erp'), await connect('depot')]
  ids.orders = await runStrategy('商城订单', shop, erp)
  ids.deliveries = await runStrategy('出库', erp, depot)
  browser = await openBrowser()
  seen = await visit(browser, product.url, { settings: { multiTab: false, layout: 'side' }, isUnopened: true })
  page = seen.page
}, 120_000)
afterAll(async () => {
  await seen.close()
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

/** The ERP takes no order without an amount. */
function makeDatabases(): void {
  for (const name of ['shop', 'erp', 'depot']) {
    const database = openDatabase(join(directory, `${name}.db`))
    const check = name === 'erp' ? ' check (amount > 0)' : ''
    database.exec(
      `create table orders (id integer primary key, order_no text not null, amount integer not null${check})`,
    )
    if (name === 'shop')
      for (let n = 1; n <= 12; n += 1)
        database.prepare('insert into orders values (?, ?, ?)').run(n, `SO-${n}`, n === 5 ? 0 : n * 100)
    database.close()
  }
}

async function runStrategy(name: string, source: string, target: string): Promise<string> {
  const config = {
    source: { connector_id: source, resource: 'orders', key: ['id'], number: 'order_no' },
    target: { connector_id: target, resource: 'orders' },
    mapping: { copyAll: true, fields: [] },
  }
  const { id } = (await api.strategy.create({ body: { name, config } })).content
  const { run_id } = (await api.strategy.runNow({ params: { id }, body: {} })).content
  await waitForRun(api, run_id)
  return id
}

const countInDepot = (number: string): number => {
  const database = openDatabase(join(directory, 'depot.db'), { readOnly: true })
  try {
    return Number(database.prepare('select count(*) as n from orders where order_no = ?').get(number)?.['n'])
  } finally {
    database.close()
  }
}
const dialog = () => page.locator('.ant-modal:visible').last()
const timeline = () => page.getByRole('list', { name: '数据护照' })
const recordOf = async (strategy: string, number: string): Promise<string> => {
  const { content } = await api.strategyData.search({ params: { strategy }, body: { keys: [number] } })
  return content.rows[0]?.id ?? ''
}

test('a business number typed anywhere leads to its whole life, and on into the next strategy', async () => {
  await seen.go('/workplace')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill('SO-7')
  await page.getByRole('option', { name: 'SO-7' }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => timeline().getByRole('listitem').count()).toBe(4)
  const related = page.getByRole('list', { name: '相关数据' })
  expect(await related.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^本条[\s\S]*SO-7[\s\S]*已完成/),
    expect.stringMatching(/^相同单号[\s\S]*SO-7[\s\S]*已完成/),
  ])
  expect(await timeline().innerText()).toMatch(/读取[\s\S]*手动运行[\s\S]*结果[\s\S]*映射版本 1 · .*保存于/)
  await timeline().getByRole('button', { name: '查看内容' }).first().click()
  await expect.poll(() => timeline().innerText()).toMatch(/"order_no"[\s\S]*"SO-7"/)
  const first = page.url()
  await related.getByRole('link', { name: '打开 SO-7' }).click()
  await expect.poll(() => page.url()).not.toBe(first)
  expect(page.url()).toMatch(new RegExp(`${ids.orders}|${ids.deliveries}`))
})

test('what a person decided stands in the life of the record, on the page that is shared too', async () => {
  const id = await recordOf(ids.orders, 'SO-5')
  await seen.go(`/strategy/detail/${ids.orders}/${id}`)
  await expect.poll(() => timeline().innerText()).toMatch(/写入尝试\s+第 1 次\s+错误/)
  await api.strategyData.ignore({ params: { strategy: ids.orders }, body: { ids: [id] } })
  await seen.go(`/strategy-data/${ids.orders}/${id}`)
  await expect.poll(() => timeline().innerText()).toMatch(/人工处理\s+已忽略[\s\S]*忽略了它/)
})

test('a figure of today opens the list it counts', async () => {
  await seen.go('/strategy/index')
  const row = page.locator('.ant-table-row', { hasText: '商城订单' })
  const figure = row.getByRole('link', { name: /今天有变化的数据 12 条/ })
  await figure.waitFor()
  expect(await row.getByRole('img', { name: /近 24 小时写入 11 条，未成功 1 条/ }).count()).toBe(1)
  await figure.click()
  await expect.poll(() => page.locator('.ant-table-row').count()).toBe(12)
  expect(await page.getByRole('button', { name: /起有变化/ }).count()).toBe(1)
})

test('a filter is kept under a name, and the list opens with it', async () => {
  await seen.go('/strategy/index?keyword=出库')
  await page.getByRole('button', { name: '常用筛选' }).click()
  await page.getByRole('button', { name: '保存当前筛选' }).click()
  await dialog().getByLabel('名称').fill('只看出库')
  await dialog().getByRole('checkbox', { name: '打开列表时默认使用' }).check()
  await dialog().getByRole('button', { name: '保存' }).click()
  await page.getByText('筛选已保存').waitFor()
  await seen.go('/connector/index')
  await seen.go('/strategy/index')
  await expect.poll(() => page.locator('.ant-table-row').allInnerTexts()).toEqual([expect.stringContaining('出库')])
  await page.getByRole('button', { name: '清除' }).first().click()
  await expect.poll(() => page.locator('.ant-table-row').count()).toBe(2)
})

test('the picture tells where records ended up, and each number opens its list', async () => {
  await seen.go(`/strategy/detail/${ids.orders}`)
  const outcomes = page.getByRole('list', { name: '去向' })
  await expect.poll(() => outcomes.innerText()).toMatch(/已写入\s+11\s+共 11 条/)
  await expect.poll(() => page.getByRole('status').first().innerText()).toMatch(/读到的数据都已写入|被拒绝/)
  await outcomes.getByRole('link', { name: /已写入共 11 条/ }).click()
  await expect.poll(() => page.locator('.ant-table-row').count()).toBe(11)
})

test('the debugger queries and maps without writing, and writes when that is confirmed', async () => {
  await seen.go(`/strategy/detail/${ids.deliveries}?tab=debugger`)
  await page.getByRole('button', { name: '查询', exact: true }).click()
  const record = page.getByLabel('源数据（JSON，可改）')
  await expect.poll(() => record.inputValue()).toContain('"SO-1"')
  await record.fill('{"id": 90, "order_no": "BY-HAND", "amount": 7}')
  await page.getByRole('button', { name: '转换', exact: true }).click()
  await expect.poll(() => page.getByLabel('要写入的数据（JSON，可改）').inputValue()).toContain('BY-HAND')
  expect(countInDepot('BY-HAND')).toBe(0)
  await page.getByRole('button', { name: '写入目标…' }).click()
  await dialog().getByRole('button', { name: '取消' }).click()
  expect(countInDepot('BY-HAND')).toBe(0)
  await page.getByRole('button', { name: '写入目标…' }).click()
  await dialog().getByRole('button', { name: '写入', exact: true }).click()
  await page.getByText('已写入', { exact: true }).first().waitFor()
  expect(countInDepot('BY-HAND')).toBe(1)
})

test('the console answers commands, asks before what writes, and gives its log away', async () => {
  await seen.go(`/strategy/detail/${ids.orders}?tab=debugger`)
  const screen = page.getByRole('log', { name: '命令行' })
  const enter = async (line: string) => {
    await page.getByLabel('命令', { exact: true }).fill(line)
    await page.keyboard.press('Enter')
  }
  const id = await recordOf(ids.orders, 'SO-3')
  await enter(`eval int(row.amount) * 2 --data ${id}`)
  await expect.poll(() => screen.innerText()).toMatch(/"value": "\{\\"value\\":600\}"/)
  await enter('vars')
  await expect.poll(() => screen.innerText()).toContain('LAST_SYNC_TIME')
  await enter('nothing')
  await expect.poll(() => screen.innerText()).toContain('没有“nothing”这个命令')
  await enter('sync-now')
  await dialog().getByRole('button', { name: '执行' }).click()
  await expect.poll(() => screen.innerText(), { timeout: 60_000 }).toMatch(/"state": "(succeeded|partial)"/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载日志' }).click(),
  ])
  const file = join(directory, 'debug.txt')
  await download.saveAs(file)
  expect(await readFile(file, 'utf8')).toMatch(/> vars[\s\S]*> sync-now/)
})

test('every command of the console can be found and given: looked at, run, and completed from a button', async () => {
  await seen.go(`/strategy/detail/${ids.orders}?tab=debugger`)
  const screen = page.getByRole('log', { name: '命令行' })
  const prompt = page.getByLabel('命令', { exact: true })
  const answer = async (line: string, pattern: RegExp, isAsked = false) => {
    await page.getByRole('button', { name: '清空' }).click()
    await prompt.fill(line)
    await page.keyboard.press('Enter')
    if (isAsked) {
      await dialog().getByRole('button', { name: '执行' }).click()
      await dialog().waitFor({ state: 'hidden' })
    }
    await expect.poll(() => screen.innerText(), { timeout: 60_000 }).toMatch(pattern)
    return screen.innerText()
  }
  await prompt.fill('help')
  await page.keyboard.press('Enter')
  for (const name of ['ds', 'dt', 'sync-now', 'run-job', 'preview', 'eval', 'find', 'vars', 'set', 'check', 'http'])
    await expect.poll(() => screen.innerText()).toMatch(new RegExp(`^${name}\\b`, 'm'))
  const id = await recordOf(ids.orders, 'SO-3')
  await answer('dispatch-source', /"records"/)
  await answer('dt', /"count": 0/)
  await answer(`preview ${id}`, /"mapped": .*SO-3/)
  await answer('find SO-3', /"SO-3"/)
  await answer('check', /"level"/)
  await answer('set LAST_SYNC_TIME 2', /没有.*增量|增量字段/, true)
  await answer(`run-job ${id}`, /"status": 2[\s\S]*"state": "(succeeded|partial)"/, true)
  const ran = /"run_id": "([0-9a-f-]+)"/.exec(await answer('dt run', /"run_id"/, true))?.[1] ?? ''
  await answer(`run-job ${ran}`, /"state": "(succeeded|partial)"/, true)
  const foreign = (await api.run.list({ query: { strategy_id: ids.deliveries } })).content[0]?.id
  await answer(`run-job ${foreign}`, /属于方案“出库”/, true)
  await answer('run-job x', /run-job <runId \| dataId>/)
  await answer('http /orders', /用时/)
  await page.getByRole('button', { name: 'preview …' }).click()
  await expect.poll(() => prompt.inputValue()).toBe('preview ')
  expect(await page.evaluate('document.activeElement.value')).toBe('preview ')
})

test('the log is followed as it grows, searched and taken along', async () => {
  await seen.go(`/strategy/detail/${ids.deliveries}?tab=logs`)
  const lines = page.getByRole('list', { name: '运行日志' })
  await expect.poll(() => lines.innerText()).toContain('调试器手工写入目标 1 条')
  const before = await lines.getByRole('listitem').count()
  const { run_id } = (await api.strategy.runNow({ params: { id: ids.deliveries }, body: {} })).content
  await waitForRun(api, run_id)
  await expect.poll(() => lines.getByRole('listitem').count()).toBeGreaterThan(before)
  await page.getByRole('textbox', { name: '搜索日志内容' }).fill('手工')
  await expect.poll(() => lines.getByRole('listitem').count()).toBe(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载' }).click(),
  ])
  const file = join(directory, 'strategy.log')
  await download.saveAs(file)
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual([expect.stringContaining('手工')])
})
