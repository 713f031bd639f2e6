import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { choose } from './choices.ts'
import { type Api, type Product, startProduct } from './product.ts'

const database = `sluice_made_${process.pid}`
const postgresUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const isCi = Boolean(process.env['CI'])
const connectMaria = () =>
  createConnection({ host: '127.0.0.1', user: 'root', password: '', dateStrings: true, connectTimeout: 2000 })
const canReach = async (): Promise<boolean> => {
  try {
    await runPostgres('select 1')
    await (await connectMaria()).end()
    return true
  } catch {
    return false
  }
}

const columns = 22
const source = `create table orders (id bigint primary key, no varchar(30) not null, amount numeric not null, price numeric(12,4),
  huge numeric(40,0), paid boolean not null, urgent boolean, qty smallint, weight real, ratio double precision, day date, clock time(3),
  at timestamp(3), at_tz timestamptz not null, uid uuid not null, doc json, docb jsonb, tags text[], body bytea, span interval,
  note text, secret text);
  insert into orders values
  (9007199254740993, 'A-1', 12345678901234567890.123456789, 12.3400, 1234567890123456789012345678901234567890, true, false, -32768, 0.1, 0.30000000000000004,
   '2024-02-29', '23:59:59.999', '2024-01-05 10:00:00.123', '2024-01-05 10:00:00.123456+08', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
   '{"b": [1, null]}', '{"z": 12345678901234567890}', '{a,"b c"}', '\\x00ff', '1 day 02:03:04', 'Ünï 🙂', 's'),
  (2, '长', -0.5, null, null, false, null, null, null, null, null, null, null, '1999-12-31 23:59:59+00', '00000000-0000-0000-0000-000000000000',
   null, null, null, null, null, '', null)`
/** Both sides as text that means the same. */
const readSource = `select id::text, no, trim_scale(amount)::text as amount, trim_scale(price)::text as price, huge::text, paid::int::text as paid,
  urgent::int::text as urgent, qty::text, weight::text, ratio::text, day::text, clock::text as clock, to_char(at, 'YYYY-MM-DD HH24:MI:SS.MS') as at,
  to_char(at_tz at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at_tz, uid::text, doc::jsonb::text as doc, docb::text, array_to_json(tags)::jsonb::text as tags,
  encode(body, 'hex') as body, span::text as span, note from orders order by id`
const trim = (name: string) => `trim(trailing '.' from trim(trailing '0' from cast(${name} as char))) as ${name}`
const readTarget = `select cast(id as char) as id, no, ${trim('amount')}, ${trim('price')}, cast(huge as char) as huge, cast(paid as char) as paid,
  cast(urgent as char) as urgent, cast(qty as char) as qty, cast(weight as char) as weight, cast(ratio as char) as ratio, day, cast(clock as char) as clock,
  cast(at as char) as at, cast(at_tz as char) as at_tz, uid, cast(doc as char) as doc, cast(docb as char) as docb,
  cast(tags as char) as tags, lower(hex(body)) as body, span, note from \`${database}\`.orders order by id`

describe.skipIf(!isCi && !(await canReach()))(
  'a messy table of 22 columns, PostgreSQL to MariaDB by the default path',
  () => {
    let product: Product
    let api: Api
    let browser: Browser
    let reader: Visit
    let page: Page
    let orders: string
    beforeAll(async () => {
      await runPostgres(`create database ${database}`)
      await runPostgres(source, database)
      const maria = await connectMaria()
      await maria.query(`create database ${database} character set utf8mb4`)
      await maria.end()
      product = await startProduct()
      api = await product.signIn()
      const url = new URL(postgresUrl)
      const params = {
        host: url.hostname,
        port: Number(url.port || 5432),
        database,
        username: url.username,
        password: url.password || 'none',
      }
      const { content: made } = await api.connector.create({
        body: { name: '订单库', platform_id: 'postgresql', params },
      })
      orders = made.id
      await api.connector.create({
        body: {
          name: '数仓',
          platform_id: 'mysql',
          params: { host: '127.0.0.1', port: 3306, database, username: 'root', password: '' },
        },
      })
      browser = await openBrowser()
      reader = await visit(browser, product.url, { settings: { multiTab: false }, isUnopened: true })
      page = reader.page
    })
    afterEach(() => expect(reader.takeProblems()).toEqual([]))
    afterAll(async () => {
      await browser?.close()
      await product?.dispose()
      await runPostgres(`drop database if exists ${database} with (force)`)
      const maria = await connectMaria()
      await maria.query(`drop database if exists ${database}`)
      await maria.end()
    })
    const press = (name: string) =>
      page.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) }).click()

    test('a strategy that is begun from a connector reads from it, also after beginning again', async () => {
      await reader.go(`/connector/detail/${orders}`)
      await press('新建方案')
      for (const name of ['写错的', '订单 → 数仓']) {
        await page.getByLabel('方案名称').fill(name)
        await page.keyboard.press('Enter')
        await page.locator('.st-source').getByText('订单库').waitFor()
        if (name === '写错的') await press('重新开始')
      }
    })

    test('the new table shows its statement and what it does not keep; a field is left out by a press', async () => {
      await page.getByLabel('表或视图').fill('public.orders')
      await page.keyboard.press('Tab')
      await page.getByText(/个字段/).waitFor()
      await press('下一步')
      await choose(page.getByLabel('连接器', { exact: true }), '数仓')
      await press('按源字段建表')
      const dialog = page.getByRole('dialog')
      await dialog.getByText(`新表包含 ${columns} / ${columns} 个源字段`).waitFor()
      await expect.poll(() => dialog.getByLabel('表名').inputValue()).toBe('orders')
      const statement = dialog.locator('.st-statement')
      await statement.getByText('`amount` decimal(65,30) not null').waitFor()
      await dialog.getByText('NaN 和无穷大会被拒收。').first().waitFor()
      await dialog.getByLabel('同步 secret').uncheck()
      await dialog.getByText(`新表包含 ${columns - 1} / ${columns} 个源字段`).waitFor()
      await expect.poll(() => statement.innerText()).not.toContain('secret')
      await dialog.getByRole('button', { name: /确\s*定/ }).click()
      await page.getByText('已新建').waitFor()
      await dialog.waitFor({ state: 'detached' })
    })

    test('a name that is taken is neither proposed nor lost: what the target says stands beside it', async () => {
      await press('按源字段建表')
      const dialog = page.getByRole('dialog')
      await expect.poll(() => dialog.getByLabel('表名').inputValue()).toBe('orders_2')
      await dialog.getByLabel('表名').fill('orders')
      const confirm = dialog.getByRole('button', { name: /确\s*定/ })
      await expect.poll(() => confirm.isEnabled()).toBe(true)
      await confirm.click()
      await dialog.locator('.ant-form-item-explain-error').getByText('已存在').waitFor()
      await dialog.getByRole('button', { name: /取\s*消/ }).click()
      await dialog.waitFor({ state: 'detached' })
    })

    test('every field is mapped by itself, the one left out is named, and the summary tells the conversions', async () => {
      await press('下一步')
      await page.getByText(`已自动映射 ${columns - 1} 个`).waitFor()
      await page.getByText('全部源字段都有去向').waitFor()
      await page.getByText('已明确不同步：secret').waitFor()
      await press('下一步')
      await page.getByText(`${columns - 1} / ${columns} 个源字段有去向`).waitFor()
      await page.getByText('约 2 条').waitFor()
      await page.getByText('true 写为 1，false 写为 0。').first().waitFor()
      await page.getByText('按主键幂等').waitFor()
    })

    test('every value arrives equal', async () => {
      await press('保存并立即运行')
      await page.waitForURL('**/strategy/detail/*')
      const [strategy] = (await api.strategy.search({ body: { keyword: '订单 → 数仓' } })).content
      await expect
        .poll(async () => (await api.run.list({ query: { strategy_id: strategy!.id } })).content[0]?.state, {
          timeout: 60_000,
        })
        .toBe('succeeded')
      const maria = await connectMaria()
      const [rows] = await maria.query(readTarget)
      await maria.end()
      const normal = (row: object) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            isJson(name) && value !== null ? String(value).replaceAll(/([:,]) /g, '$1') : value,
          ]),
        )
      const found = (rows as Record<string, unknown>[]).map(normal)
      expect(found).toEqual((await runPostgres(readSource, database)).map(normal))
    })
  },
)

const isJson = (name: string): boolean => ['doc', 'docb', 'tags'].includes(name)

async function runPostgres(sql: string, name?: string): Promise<Record<string, unknown>[]> {
  const url = new URL(postgresUrl)
  if (name) url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 2000 })
  await client.connect()
  try {
    const answer = await client.query(sql)
    return Array.isArray(answer) ? [] : answer.rows
  } finally {
    await client.end()
  }
}
