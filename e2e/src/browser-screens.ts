import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import type { Api, Product } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

/** A screen of the console with data in it. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** What is pressed once the page is at rest. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** A demo that has run, a strategy to see in use, a connector whose test failed. */
export async function prepareScreens(product: Product, directory: string): Promise<readonly Screen[]> {
  const api = await product.signIn()
  const { content: demo } = await api.workplace.demoStatus()
  const strategy = demo.strategy_id ?? ''
  await waitForCalm(api, strategy)
  const { content: connectors } = await api.connector.list({ query: {} })
  for (const { id } of connectors) await api.connector.test({ params: { id } })
  const failing = await createFailing(api)
  await createFile(api, directory)
  const rowsOf = async (status: 2 | 3) =>
    (await api.strategyData.search({ params: { strategy }, body: { status: [status], pageSize: 1 } })).content.rows[0]
      ?.id
  const shop = connectors.find(connector => connector.platform_id === 'sandbox-shop')?.id ?? ''
  return listScreens({ strategy, failing, shop, good: (await rowsOf(2)) ?? '', bad: (await rowsOf(3)) ?? '' })
}

async function createFailing(api: Api): Promise<string> {
  const params = { host: '127.0.0.1', port: 1, database: 'orders', username: 'reader', password: 'none' }
  const { content } = await api.connector.create({ body: { platform_id: 'postgresql', name: '订单库', params } })
  await api.connector.test({ params: { id: content.id } })
  return content.id
}

async function createFile(api: Api, directory: string): Promise<void> {
  const database = new DatabaseSync(join(directory, 'stock.db'))
  database.exec('create table stock (sku text primary key, name text not null, qty integer, price decimal(10,2))')
  const insert = database.prepare('insert into stock values (?, ?, ?, ?)')
  for (let row = 1; row <= 40; row += 1) insert.run(`SKU-${row}`, `商品 ${row}`, row * 3, row * 1.5)
  database.close()
  const params = { place: 'directory', directory, name: 'stock.db' }
  await api.connector.create({ body: { platform_id: 'sqlite', name: 'stock', params } })
}

interface Ids {
  readonly strategy: string
  readonly failing: string
  readonly shop: string
  readonly good: string
  readonly bad: string
}

function listScreens({ strategy, failing, shop, good, bad }: Ids): readonly Screen[] {
  const detail = `/strategy/detail/${strategy}`
  const wizard = '/connector/create?platform=postgresql&step='
  return [
    { name: 'workplace', path: '/workplace' },
    { name: 'connectors', path: '/connector/index' },
    { name: 'connector-platforms', path: '/connector/create' },
    { name: 'connector-basic', path: `${wizard}basic` },
    { name: 'connector-params', path: `${wizard}params` },
    { name: 'connector-test-step', path: `${wizard}test` },
    { name: 'connector-detail', path: `/connector/detail/${failing}` },
    { name: 'connector-test', path: `/connector/detail/${failing}?tab=test` },
    { name: 'connector-resources', path: `/connector/detail/${shop}?tab=resources`, prepare: openFirstResource },
    { name: 'connector-strategies', path: `/connector/detail/${shop}?tab=strategies` },
    {
      name: 'connector-delete',
      path: `/connector/detail/${shop}`,
      prepare: page => page.locator('.ant-btn-dangerous').first().click(),
    },
    { name: 'strategies', path: '/strategy/index' },
    {
      name: 'strategies-selected',
      path: '/strategy/index',
      prepare: page => page.locator('.ant-table-row .ant-checkbox-input').first().check(),
    },
    { name: 'strategies-none', path: '/strategy/index?keyword=nothing' },
    { name: 'strategy-create', path: '/strategy/create' },
    { name: 'strategy-overview', path: detail },
    { name: 'strategy-source', path: `${detail}?tab=source` },
    { name: 'strategy-target', path: `${detail}?tab=target` },
    { name: 'strategy-schedule', path: `${detail}?tab=schedule` },
    { name: 'strategy-runs', path: `${detail}?tab=runs` },
    { name: 'strategy-run', path: `${detail}?tab=runs`, prepare: openFirstRun },
    { name: 'strategy-data', path: `${detail}?tab=data` },
    { name: 'strategy-data-errors', path: `${detail}?tab=data&status=3` },
    { name: 'record', path: `${detail}/${good}` },
    { name: 'record-error', path: `${detail}/${bad}` },
    { name: 'record-attempts', path: `${detail}/${bad}`, prepare: page => page.getByRole('tab').last().click() },
    { name: 'record-shared', path: `/strategy-data/${strategy}/${good}` },
    { name: 'operation-log', path: '/system/log' },
    { name: 'password', path: '/workplace', prepare: openPassword },
    { name: 'not-found', path: '/nowhere' },
    { name: 'forbidden', path: '/exception/403' },
    { name: 'server-error', path: '/exception/500' },
  ]
}

async function openFirstResource(page: Page): Promise<void> {
  await page.locator('.cn-resource').first().click()
}

async function openFirstRun(page: Page): Promise<void> {
  await page.locator('.ant-table-row button').first().click()
}

async function openPassword(page: Page): Promise<void> {
  await page.locator('.sh-user').click()
  await page.locator('.ant-dropdown-menu-item').first().click()
  await page.locator('.ant-modal input').first().waitFor()
}
