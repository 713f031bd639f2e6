import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { choose } from './choices.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForRun } from './run-strategy.ts'

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let directory: string
let product: Product
let browser: Browser
let api: Api
let seen: Visit
let page: Page
let strategyId: string
const calls: Call[] = []
/** Somebody's own system, which gets alerts. */
const duty = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    calls.push({ headers: req.headers, body: Buffer.concat(chunks).toString() })
    res.writeHead(200).end('{}')
  })
})

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-health-'))
  const database = openDatabase(join(directory, 'shop.db'))
  database.exec('create table orders (id integer primary key, note text)')
  const insert = database.prepare('insert into orders values (?, ?)')
  for (let row = 1; row <= 40; row += 1) insert.run(row, row === 1 ? '=1+1' : `订单 ${row}`)
  database.close()
  openDatabase(join(directory, 'erp.db')).exec('create table orders (id integer primary key, note text)')
  await new Promise<void>(resolve => duty.listen(0, '127.0.0.1', resolve))
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  strategyId = await makeStrategy()
  browser = await openBrowser()
  seen = await visit(browser, product.url, { settings: { multiTab: false, layout: 'side' }, isUnopened: true })
  page = seen.page
}, 120_000)
afterAll(async () => {
  await seen.close()
  await browser.close()
  await product.dispose()
  duty.closeAllConnections()
  duty.close()
  await rm(directory, { recursive: true, force: true })
})

/** Orders into a table, started, and run once. */
async function makeStrategy(): Promise<string> {
  const connect = async (name: string) => {
    const params = { place: 'directory', directory, name: `${name}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
  }
  const [source, target] = [await connect('shop'), await connect('erp')]
  const config = {
    source: { connector_id: source, resource: 'orders', key: ['id'] },
    target: { connector_id: target, resource: 'orders' },
    mapping: { copyAll: true, fields: [] },
  }
  const { content } = await api.strategy.create({ body: { name: '订单', group: '华东', config } })
  await api.strategy.start({ params: { id: content.id } })
  const run = await api.strategy.runNow({ params: { id: content.id }, body: { full: false } })
  await waitForRun(api, run.content.run_id)
  return content.id
}

const dialog = () => page.locator('.ant-modal:visible').last()
const row = (text: string) => page.locator('.ant-table-row', { hasText: text })
const select = (label: string) => dialog().getByLabel(label, { exact: true })
const dutyUrl = () => `http://127.0.0.1:${(duty.address() as AddressInfo).port}/duty?token=s3cret` // it listens on a port

test('a strategy that does well says so, with its figures; its connector’s failure makes it abnormal, in one sentence', async () => {
  await seen.go('/strategy/health')
  await expect.poll(() => row('订单').innerText()).toContain('健康')
  expect(await row('订单').innerText()).toContain('一切正常')
  expect(await row('订单').innerText()).toContain('40')
  const { content: connectors } = await api.connector.list({ query: {} })
  const shop = connectors.find(connector => connector.name === 'shop')!
  await api.connector.update({
    params: { id: shop.id },
    body: { name: 'shop', params: { place: 'directory', directory, name: 'gone.db' }, version: shop.version },
  })
  await api.connector.test({ params: { id: shop.id } })
  await page.getByRole('button', { name: '刷新' }).first().click()
  await expect.poll(() => row('订单').innerText()).toContain('连接器 shop 最近一次测试未通过')
  await page.getByRole('button', { name: /异常/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('levels')).toBe('abnormal')
  expect(await row('订单').count()).toBe(1)
})

test('a channel is set up and tested: the message is signed, the secret is never shown again', async () => {
  await seen.go('/strategy/health?tab=channel')
  await page.getByRole('button', { name: '新建渠道' }).first().click()
  await choose(select('类型'), 'Webhook')
  await dialog().getByLabel('名称').fill('值班系统')
  await dialog().getByLabel('地址', { exact: true }).fill(dutyUrl())
  await dialog().getByLabel('签名密钥').fill('k3y')
  await dialog().getByRole('button', { name: '保存' }).click()
  await row('值班系统').getByRole('button', { name: '测试' }).click()
  await page.getByText('测试消息已送达').waitFor()
  const { headers, body } = calls[0]!
  const signed = createHmac('sha256', 'k3y').update(`${headers['x-sluice-timestamp']}.${body}`).digest('hex')
  expect(headers['x-sluice-signature']).toBe(`sha256=${signed}`)
  await row('值班系统').getByRole('button', { name: '编辑' }).click()
  await expect.poll(() => dialog().innerText()).toContain('已设置，加密保存')
  expect(await dialog().innerText()).not.toContain('s3cret')
  await page.keyboard.press('Escape')
})

test('a rule from a preset tells of three failed runs within a minute, and of their end', async () => {
  await seen.go('/strategy/health?tab=rule')
  await page.getByRole('button', { name: '新建规则' }).first().click()
  await choose(select('通知到'), '值班系统')
  await dialog().getByRole('button', { name: '保存' }).click()
  await expect.poll(() => row('连续运行失败').count()).toBe(1)
  for (let times = 0; times < 3; times += 1) {
    const { content } = await api.strategy.runNow({ params: { id: strategyId }, body: { full: false } })
    expect((await waitForRun(api, content.run_id)).state).toBe('failed')
  }
  const told = () => calls.map(call => JSON.parse(call.body) as { kind: string; lines: string[] })
  await expect.poll(() => told().map(({ kind }) => kind), { timeout: 90_000 }).toEqual(['test', 'alert'])
  expect(told()[1]?.lines).toEqual(['订单: 最近连续 3 次运行失败，达到 3 次即超限。'])
  await seen.go('/strategy/health?tab=event&open=1')
  await expect.poll(() => row('订单').innerText()).toContain('持续中')
  const { content: connectors } = await api.connector.list({ query: {} })
  const shop = connectors.find(connector => connector.name === 'shop')!
  await api.connector.update({
    params: { id: shop.id },
    body: { name: 'shop', params: { place: 'directory', directory, name: 'shop.db' }, version: shop.version },
  })
  const { content } = await api.strategy.runNow({ params: { id: strategyId }, body: { full: false } })
  await waitForRun(api, content.run_id)
  await expect.poll(() => told().at(-1)?.kind, { timeout: 90_000 }).toBe('recovery')
  await seen.go('/strategy/health?tab=delivery')
  await expect.poll(() => page.locator('.ant-table-row').count()).toBe(3)
  expect(await row('恢复').innerText()).toContain('已送达')
}, 240_000)

test('who subscribes is told in the console', async () => {
  await seen.go('/strategy/health')
  await row('订单')
    .getByRole('button', { name: /更多操作/ })
    .click()
  await page.getByRole('menuitem', { name: '订阅' }).click()
  await page.getByText('已订阅').waitFor()
  const { content } = await api.strategyHealth.search({ body: {} })
  expect(content.rows[0]?.is_subscribed).toBe(true)
})

test('what a list of records is narrowed to can be exported whole, and the way leads to where it is downloaded', async () => {
  await seen.go(`/strategy/detail/${strategyId}?tab=data&keys=7&status=2`)
  await page.getByRole('button', { name: '后台导出' }).click()
  await dialog().getByText('其余筛选条件').waitFor()
  await dialog().getByRole('button', { name: '开始导出' }).click()
  await page.waitForURL(`**/strategy/export/job?strategy=${strategyId}`)
  const jobs = async () => (await api.exportJob.list({ query: {} })).content.map(({ state, rows }) => [state, rows])
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([['done', '1']])
  await api.exportJob.remove({ params: { id: (await api.exportJob.list({ query: {} })).content[0]?.id ?? '' } })
})

test('records are exported in the background and downloaded: nothing runs as a formula', async () => {
  await seen.go(`/strategy/export/job?strategy=${strategyId}`)
  await page.getByRole('button', { name: '新建导出' }).first().click()
  await dialog().getByRole('button', { name: '开始导出' }).click()
  await page.getByText('已开始导出').waitFor()
  await expect.poll(() => row('订单').innerText(), { timeout: 30_000 }).toContain('已完成')
  const saved = page.waitForEvent('download')
  await row('订单').getByRole('button', { name: '下载' }).click()
  const stream = await (await saved).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer) // a download is bytes
  const text = Buffer.concat(chunks).toString()
  expect(text.trim().split('\r\n')).toHaveLength(41)
  expect(text).toContain("'=1+1")
  expect(text.startsWith('\uFEFF主键,')).toBe(true)
})
