import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type Visit, visit, waitForRest } from './browser.ts'
import { choose } from './choices.ts'
import { openDatabase } from './open-database.ts'
import { type Product, startProduct } from './product.ts'

const postgresUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const hasPostgres = Boolean(process.env['CI']) || (await canConnect())
const database = `sluice_walk_${process.pid}`
const rowCount = 120

let product: Product
let browser: Browser
let reader: Visit
let page: Page
let directory: string

// One newcomer walks through the whole product; each test goes on where the one before stopped.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-walk-'))
  makeStock(join(directory, 'stock.db'))
  product = await startProduct()
  browser = await openBrowser()
  reader = await visit(browser, product.url, { settings: { multiTab: false } })
  page = reader.page
})
afterEach(() => expect(reader.takeProblems()).toEqual([]))
afterAll(async () => {
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

describe('the demo', () => {
  test('one button on the empty workbench sets data in motion, and its numbers move without a reload', async () => {
    await page.evaluate('window.isSamePage = true')
    await page.getByRole('button', { name: '新建演示' }).click()
    await page.waitForURL('**/strategy/detail/*')
    await waitForRest(page)
    const seen = new Set<string>()
    const written = page.locator('.st-outcome-written a').first()
    for (let waitedMs = 0; waitedMs < 60_000 && !(await isBalanced()); waitedMs += 100) {
      if (await written.isVisible()) seen.add(await written.innerText())
      await page.waitForTimeout(100)
    }
    await page.locator('.st-outcome-written a', { hasText: '1,197' }).first().waitFor()
    expect(seen.size).toBeGreaterThan(2)
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    await expect.poll(readOutcomes).toEqual([1197, 0, 1, 2, 0])
  })

  test('the books balance, and the errors are one press away', async () => {
    await expect.poll(() => isBalanced()).toBe(true)
    await page.locator('.st-states').getByText('错误的').click()
    await page.waitForURL(/tab=data/)
    await page.waitForURL(/status=3/)
    await waitForRest(page)
    await expect.poll(() => page.locator('.ant-table-row').count()).toBe(1)
    await page.locator('.ant-table-row').getByText('数量必须大于 0').waitFor()
  })

  test('a record shows what came, what was sent, what was answered and every attempt', async () => {
    await page.locator('.ant-table-row').getByRole('link').first().click()
    await page.getByRole('heading', { name: '原始数据' }).waitFor()
    await waitForRest(page)
    await page.locator('.sl-json').first().getByText('"buyer_nick"').waitFor()
    await page.locator('.sl-json').nth(1).getByText('"FBillNo"').waitFor()
    await page.locator('.sl-json').last().getByText('"QTY_NOT_POSITIVE"').waitFor()
    await page.getByRole('heading', { name: /没有写入“.*”：数量必须大于 0/ }).waitFor()
    // What is at fault is marked in what came, in what was made of it and in what was answered.
    await expect.poll(() => page.locator('.sl-json:has(.sl-json-fault)').count()).toBe(3)
    await page.locator('summary', { hasText: '技术细节' }).click()
    await page.getByRole('heading', { name: /尝试记录/ }).waitFor()
    await page.locator('.st-attempt').getByText('第 1 次').waitFor()
  })

  test('its link opens the same record as a page of its own', async () => {
    await page.getByRole('button', { name: '复制链接' }).click()
    await page.getByText('链接已复制').waitFor()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(link).toMatch(/\/strategy-data\/[^/]+\/\d+$/)
    const other = await reader.context.newPage()
    await other.goto(link)
    await other.getByText('QTY_NOT_POSITIVE').waitFor()
    expect(await other.getByRole('navigation', { name: '主菜单' }).count()).toBe(0)
    await other.close()
  })

  test('writing an error again asks first', async () => {
    await page.getByRole('button', { name: '重新处理' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('按当前映射再写一次目标').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '重新处理' }).click()
    await dialog.getByRole('button', { name: '重新处理' }).click()
    await page.getByText('1 条已处理').waitFor()
  })
})

describe('connectors by hand', () => {
  test('a SQLite file is uploaded, tested and saved in five steps', async () => {
    await menu('连接器').click()
    await page.getByRole('button', { name: '新建连接器' }).click()
    await page.getByRole('button', { name: /SQLite 文件/ }).click()
    await page.getByLabel('名称').fill('仓库库存')
    await press('下一步')
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '上传文件' }).click()
    await (await chosen).setFiles(join(directory, 'stock.db'))
    await page.getByText('stock.db').waitFor()
    await press('下一步：测试')
    await page.getByText('测试通过').waitFor()
    await press('保存连接器')
    await page.getByText('“仓库库存”已保存').waitFor()
  })

  test.skipIf(!hasPostgres)(
    'a wrong database of PostgreSQL fails at its step with advice; the right one passes',
    async () => {
      const admin = await connect(postgresUrl)
      await admin.query(`create database ${database}`)
      await admin.end()
      await menu('连接器').click()
      await page.getByRole('button', { name: '新建连接器' }).click()
      await page.getByRole('button', { name: /PostgreSQL/ }).click()
      await page.getByLabel('名称').fill('报表库')
      await press('下一步')
      const url = new URL(postgresUrl)
      await page.getByLabel('主机').fill(url.hostname)
      await page.getByLabel('端口').fill(url.port || '5432')
      await page.getByLabel('数据库').fill(database)
      await page.getByLabel('用户名').fill('nobody_of_this_name')
      await page.getByLabel('密码').fill('wrong')
      await press('下一步：测试')
      await page.getByText('测试未通过').waitFor()
      await expect.poll(() => page.locator('.sl-step-ok').count()).toBeGreaterThan(0)
      expect((await page.locator('.sl-step-advice').innerText()).length).toBeGreaterThan(5)
      await press('上一步')
      await page.getByLabel('用户名').fill(url.username)
      await page.getByLabel('密码').fill(url.password || 'none')
      await press('下一步：测试')
      await page.getByText('测试通过').waitFor()
      await press('保存连接器')
      await page.getByText('“报表库”已保存').waitFor()
    },
  )
})

describe.skipIf(!hasPostgres)('a strategy by hand', () => {
  afterAll(async () => {
    const admin = await connect(postgresUrl)
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
  })

  test('five steps, with a table made to fit and a preview of a real record, move every row equal', async () => {
    await press('去新建方案')
    await press('下一步')
    await page.getByText('请填写方案名称').waitFor()
    await page.getByLabel('方案名称').fill('库存 → 报表')
    await press('下一步')
    await chooseSide('仓库库存', 'stock')
    await press('下一步')
    await choose(page.getByLabel('连接器', { exact: true }), '报表库')
    await press('按源字段建表')
    await page.getByLabel('表名').fill('public.stock')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定/ })
      .click()
    await page.getByText('已新建').waitFor()
    await press('下一步')
    await page.getByText(/已自动映射 \d+ 个/).waitFor()
    await page.locator('.st-value', { hasText: 'sku' }).getByText('"SKU-').first().waitFor()
    await press('下一步')
    await choose(page.getByLabel('运行频率', { exact: true }), '每天')
    await page.getByText('接下来 5 次运行').waitFor()
    await expect.poll(() => page.locator('.st-times li').count()).toBe(5)
    await press('保存并立即运行')
    await page.waitForURL('**/strategy/detail/*')
    await page.getByText('账平').waitFor({ timeout: 60_000 })
    expect((await readOutcomes())[0]).toBe(rowCount)
    expect(await readTarget()).toEqual(readStock(join(directory, 'stock.db')))
  })

  test('an edited mapping is shown on a real record and saved as a new version', async () => {
    await page.getByRole('tab', { name: '目标与映射' }).click()
    await waitForRest(page)
    await page.getByRole('treeitem', { name: /^name,/ }).click()
    await page.getByText('表达式', { exact: true }).click()
    await page.getByRole('textbox', { name: 'name 值' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('upper(row.sku)')
    await page.locator('.st-value', { hasText: 'name' }).getByText('"SKU-').first().waitFor()
    await page.getByText('有未保存的修改').waitFor()
    await press('保存')
    await page.getByText('已保存为版本 2').waitFor()
    await page.getByText('版本 2').first().waitFor()
  })

  test('it is started and stopped, alone and from the list, whose filters survive a reload', async () => {
    await press('启动')
    await page.getByText('已启动').first().waitFor()
    await press('停止')
    await page.getByText('已停止').first().waitFor()
    await menu('集成方案').click()
    await page.getByLabel('搜索名称或编码').fill('库存')
    await page.waitForURL(/keyword=/)
    await page.reload()
    await waitForRest(page)
    await expect.poll(() => page.getByLabel('搜索名称或编码').inputValue()).toBe('库存')
    await expect.poll(() => page.locator('.ant-table-row').count()).toBe(1)
    await page.locator('.ant-table-row .ant-checkbox-input').check()
    await page.locator('.sl-table-selection').getByRole('button', { name: '启动' }).click()
    await page.getByText('1 个方案处理成功').waitFor()
    await page.locator('.ant-table-row').getByText('已启动').waitFor()
    await page.locator('.ant-table-row .ant-checkbox-input').check()
    await page.locator('.sl-table-selection').getByRole('button', { name: '停止' }).click()
    await page.locator('.ant-table-row').getByText('已停止').waitFor()
  })

  test('a connector in use cannot be deleted, and the strategy that uses it is named', async () => {
    await menu('连接器').click()
    await page.getByRole('button', { name: '删除 报表库' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('正在使用，不能删除').waitFor()
    await dialog.getByRole('link', { name: '库存 → 报表' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
})

const menu = (name: string): Locator => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name })
/** antd writes a space between two Chinese characters, and an icon's English name before them. */
const press = (name: string): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) }).click()
const isBalanced = (): Promise<boolean> => page.getByText('账平').isVisible()

async function chooseSide(connector: string, resource: string): Promise<void> {
  await choose(page.getByLabel('连接器', { exact: true }), connector)
  await page.getByLabel('表或视图').fill(resource)
  await page.keyboard.press('Tab')
  await page.getByText(/个字段/).waitFor()
}

/** The big number of a box of the flow, then its parts. */
/** Written, waiting, to retry, in error, unknown: of the run. */
async function readOutcomes(): Promise<number[]> {
  const texts = await page.locator('.st-outcomes li > :nth-child(2)').allInnerTexts()
  return texts.map(text => Number(text.replaceAll(/[^\d]/g, '')))
}

interface Stock {
  readonly sku: string
  readonly name: string
  readonly qty: string
  readonly price: string | null
}

function makeStock(file: string): void {
  const stock = openDatabase(file)
  stock.exec('create table stock (sku text primary key, name text not null, qty bigint not null, price decimal(12,2))')
  const insert = stock.prepare('insert into stock values (?, ?, ?, ?)')
  // Beyond 2^53, quotes and emoji, null: what is lost first.
  for (let row = 1; row <= rowCount; row += 1)
    insert.run(
      `SKU-${row}`,
      `“商品” ${row} 📦 it's`,
      9_007_199_254_740_993n + BigInt(row),
      row % 7 === 0 ? null : row / 4,
    )
  stock.close()
}

function readStock(file: string): Stock[] {
  const stock = openDatabase(file, { readOnly: true })
  const rows = stock
    .prepare(
      "select sku, name, cast(qty as text) as qty, printf('%.2f', price) as price, price is null as blank from stock order by sku",
    )
    .all()
  stock.close()
  return rows.map(row => ({
    sku: String(row['sku']),
    name: String(row['name']),
    qty: String(row['qty']),
    price: row['blank'] === 1 ? null : String(row['price']),
  }))
}

async function readTarget(): Promise<Stock[]> {
  const url = new URL(postgresUrl)
  url.pathname = `/${database}`
  const client = await connect(url.href)
  const { rows } = await client.query<Stock>(
    'select sku, name, qty::text as qty, round(price::numeric, 2)::text as price from public.stock order by sku collate "C"',
  )
  await client.end()
  return rows
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  await client.connect()
  return client
}

async function canConnect(): Promise<boolean> {
  try {
    await (await connect(postgresUrl)).end()
    return true
  } catch {
    return false
  }
}
