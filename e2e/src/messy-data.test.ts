import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { In, StrategyConfig } from '@sluice/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit } from './browser.ts'
import { choose } from './choices.ts'
import { findBarriers } from './find-barriers.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy, waitForRun } from './run-strategy.ts'
import { withVisit } from './with-visit.ts'

/** Data that says less than it should: what the console shows of it, and the press that settles it. */
let directory: string
let product: Product
let browser: Browser
let api: Api
let sqlite: string

/** Two rows, and then "nothing" in a form of its own; `/empty` has no rows at all. */
const far = createServer((req, res) => {
  const url = new URL(req.url ?? '/', 'http://far')
  const isFirst = url.searchParams.get('page') === '1' && url.pathname !== '/empty'
  res.writeHead(isFirst ? 200 : 404, { 'content-type': 'application/json' })
  res.end(isFirst ? '{"list":[{"id":1},{"id":2}]}' : '{"error":"no rows"}')
})

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-messy-'))
  // Latin-1 as German spreadsheets write it: decimal commas, and a line that is broken in the middle.
  const lines = ['id;name;amount', '1;Müller;1,50', '2;Schrö', 'der;2,50', '3;Grünwald;3,50', '']
  await writeFile(join(directory, 'kunden.csv'), Buffer.from(lines.join('\r\n'), 'latin1'))
  sqliteRun('create table sums (id integer primary key, total text); create table ids (id integer primary key)')
  sqliteRun('create table documents (no text primary key, count integer)')
  sqliteRun("create table bills (id integer primary key, price text); insert into bills values (1, '0.1'), (2, '0.3')")
  sqliteRun("create table lines (id integer primary key, no text); insert into lines values (1, 'A'), (2, 'B')")
  await new Promise<void>(resolve => far.listen(0, '127.0.0.1', resolve))
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  browser = await openBrowser()
  api = await product.signIn()
  sqlite = await connect('sqlite', '本地库', { place: 'directory', directory, name: 'all.db' })
  await connect('file', '文件夹', { place: 'directory', directory, pattern: '*.csv' })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
  far.closeAllConnections()
  far.close()
  await rm(directory, { recursive: true, force: true })
})

function sqliteRun(sql: string): void {
  const database = openDatabase(join(directory, 'all.db'))
  database.exec(sql)
  database.close()
}
const connect = async (platform_id: string, name: string, params: Record<string, string>): Promise<string> =>
  (await api.connector.create({ body: { name, platform_id, params } })).content.id
const inVisit = (work: (seen: Visit) => Promise<void>) => withVisit(browser, product.url, work)
const field = (target: string, template = `{{${target}}}`) => ({
  target,
  value: { kind: 'template' as const, template },
})
const press = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) }).click()
const retry = { maxAttempts: 1, firstDelaySeconds: 1 }

test('the readings of a file stand side by side, and one press reads its fields', () =>
  inVisit(async ({ page, go }) => {
    await go('/strategy/create')
    await page.getByLabel('方案名称').fill('客户')
    await press(page, '下一步')
    await choose(page.getByLabel('连接器', { exact: true }), '文件夹')
    await page.getByLabel('文件', { exact: true }).fill('kunden.csv')
    await page.keyboard.press('Tab')
    await page.getByText('选择下面的一种读法后才能读出字段').waitFor()
    const encoding = page.getByRole('group', { name: /编码/ })
    expect(await encoding.getByRole('button').first().innerText()).toContain('Müller')
    await encoding.getByRole('button', { name: /^Windows-1252/ }).click()
    await page.getByText('3 个字段').waitFor()
    const delimiter = page.getByRole('group', { name: /分隔符/ })
    await expect.poll(() => delimiter.getByRole('button', { pressed: true }).innerText()).toMatch(/id\s+┆\s+name/)
    expect(await findBarriers(page)).toEqual([])
  }))

test('an API that answers 404 for no rows: the check proposes it, a later page names the setting', () =>
  inVisit(async ({ page, go }) => {
    const source = await connect('http', '怪接口', {
      base_url: `http://127.0.0.1:${(far.address() as AddressInfo).port}`, // listening on TCP
    })
    const config = (path: string): In<typeof StrategyConfig> => ({
      source: {
        connector_id: source,
        resource: path,
        key: ['id'],
        options: { list_path: 'list', pagination: 'page', page_param: 'page' },
      },
      target: { connector_id: sqlite, resource: 'ids' },
      mapping: { fields: [field('id')] },
      retry,
    })
    const late = await runNewStrategy(api, '后来没有', config('/rows'))
    expect(late.run).toMatchObject({ state: 'failed', counts: { written: 2 } })
    await go(`/strategy/detail/${late.id}?tab=runs`)
    await press(page, '详情')
    await page.getByText('请在源的“没有数据”的写法中选择“状态码 404”').first().waitFor()
    const { content: empty } = await api.strategy.create({ body: { name: '没有数据', config: config('/empty') } })
    await go(`/strategy/detail/${empty.id}`)
    await page.getByText(/此地址不存在（HTTP 404）：\{"error":"no rows"\} 如果对方.*请检查基础地址和路径。/).waitFor()
    await press(page, '采用')
    await page.getByText(/可以启动，有 \d+ 条提醒/).waitFor()
    expect(await page.getByText('检查全部通过').count()).toBe(0)
    const { run_id } = (await api.strategy.runNow({ params: { id: empty.id }, body: {} })).content
    expect(await waitForRun(api, run_id)).toMatchObject({ state: 'succeeded', counts: { read: 0 } })
  }))

test('what the newest edition changes is compared record by record before it is taken', () =>
  inVisit(async ({ page, go }) => {
    const total = {
      target: 'total',
      value: { kind: 'expression' as const, expression: 'string(double(row.price) * 3.0)' },
    }
    const { id } = await runNewStrategy(api, '旧账单', {
      source: { connector_id: sqlite, resource: 'bills', key: ['id'] },
      target: { connector_id: sqlite, resource: 'sums' },
      mapping: { edition: 1, fields: [field('id'), total] },
    })
    await go(`/strategy/detail/${id}`)
    await press(page, '对比已存数据')
    await page.getByText('2 条已存数据中有 2 条结果不同').waitFor()
    await press(page, '查看差异')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('"0.8999999999999999"').first().waitFor()
    await drawer.getByText('"0.9"').first().waitFor()
    expect(await findBarriers(page, { hasFrame: false })).toEqual([])
    await page.keyboard.press('Escape')
    await press(page, '改用最新版')
    await page.getByRole('dialog').getByRole('button', { name: '改用最新版' }).click()
    await page.getByText('已存为版本 2，使用最新版').waitFor()
  }))

test('a document that no row gives any more waits for a decision, and goes when it is made', () =>
  inVisit(async ({ page, go }) => {
    const here = await connect('self', '本平台', {})
    const rows = await runNewStrategy(api, '明细', {
      source: { connector_id: sqlite, resource: 'lines', key: ['id'] },
      target: { connector_id: here, resource: 'noop.write' },
      mapping: { copyAll: true, fields: [] },
    })
    const documents = await runNewStrategy(api, '单据', {
      source: {
        connector_id: here,
        resource: `strategy.query/${rows.id}`,
        key: ['no'],
        group: { by: ['no'], calculate: [{ name: 'count', op: 'count' }] },
      },
      target: { connector_id: sqlite, resource: 'documents', key: ['no'] },
      mapping: { fields: [field('no'), field('count')] },
    })
    sqliteRun("update lines set no = 'A' where no = 'B'")
    for (const [id, state] of [
      [rows.id, 'succeeded'],
      [documents.id, 'partial'],
    ] as const) {
      const { run_id } = (await api.strategy.runNow({ params: { id }, body: {} })).content
      expect(await waitForRun(api, run_id)).toMatchObject({ state })
    }
    await go(`/strategy/detail/${documents.id}?tab=cursor`)
    await choose(page.getByLabel('处理方式'), '目标里删除')
    await expect.poll(() => page.getByLabel('写为 0 的字段').count()).toBe(0)
    await go('/strategy/error/data')
    await page
      .getByText(/已没有任何行属于这张单据/)
      .first()
      .click()
    await page.getByText('决定这些单据在目标中删除、清零、标记还是保留').waitFor()
    await press(page, '决定如何处理')
    await press(page, '开始处理')
    await expect
      .poll(() => {
        const database = openDatabase(join(directory, 'all.db'))
        const found = database
          .prepare('select no, count from documents')
          .all()
          .map(row => ({ ...row }))
        database.close()
        return found
      })
      .toEqual([{ no: 'A', count: 2 }])
  }))
