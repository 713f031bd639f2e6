import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toAssetResource } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { runNewStrategy, waitForRun } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** Three things that go wrong, each found and opened from the workbench; by whoever knows nothing of them. */

/** Longer than a person may need is too long. */
const A_MINUTE = 60_000
const RIGHT_TO_LEFT = 'طلبات المتجر الشمالي'
const LONG = `从华东一号仓到财务系统的每日出库单据同步方案（含退货、换货与补发）${'第三方'.repeat(6)}`

let files: FilesVisit
/** Two systems of other companies over HTTP: one that goes away, one whose token ends. */
let far: Awaited<ReturnType<typeof startFar>>
let closing: Awaited<ReturnType<typeof startFar>>
const ids = { outage: '', token: '', mapping: '' }

async function startFar() {
  const state = { token: 'good' }
  const server: Server = createServer((req, res) => {
    const isKnown = req.headers.authorization === `Bearer ${state.token}`
    res.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    const at = new Date(Date.now() - 3_600_000).toISOString()
    res.end(JSON.stringify(isKnown ? [1, 2, 3].map(id => ({ id, amount: id * 10, at })) : { error: 'token has ended' }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens
  return {
    state,
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      return new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

beforeAll(async () => {
  const orders = 'create table orders (id integer primary key, amount integer not null, at text not null default "")'
  files = await visitFiles({
    shop(file) {
      file.exec(orders)
      const insert = file.prepare('insert into orders values (?, ?, ?)')
      for (let id = 1; id <= 20; id += 1) insert.run(id, id * 5, `2026-01-${String(id).padStart(2, '0')}T08:00:00Z`)
    },
    // Strict, as a real one: SQLite itself would take an empty text for a number.
    erp: orders.replace('amount integer not null', `amount integer not null check (typeof(amount) = 'integer')`),
    depot: orders,
    books: orders,
  })
  far = await startFar()
  closing = await startFar()
}, 120_000)
afterAll(async () => {
  await files.close()
  await far.stop()
  await closing.stop()
})

async function connectFar(name: string, url: string): Promise<{ id: string; resource: string }> {
  const { api } = files
  const body = { platform_id: 'http', name, params: { base_url: url, auth: 'bearer', token: 'good' } }
  const connector = (await api.connector.create({ body })).content
  const doc = {
    name: `订单 ${name}`,
    type: 'QUERY' as const,
    method: 'GET' as const,
    api: `/${name.length}`,
    id: ['id'],
  }
  const asset = (await api.apiAsset.create({ body: { platform_id: 'http', doc } })).content
  await api.apiAsset.publish({ params: { id: asset.id } })
  return { id: connector.id, resource: toAssetResource(asset.id, asset.version) }
}

const verdict = () => files.page.locator('.wp-verdict')
const needs = () => files.page.locator('.wp-need')
/** What a person does: looks at the page until it shows it. */
const see = async (name: string): Promise<void> => {
  await expect
    .poll(
      async () => {
        await files.page.reload()
        await files.page.locator('.wp-verdict-icon').waitFor()
        return needs().filter({ hasText: name }).count()
      },
      { timeout: A_MINUTE, interval: 3000 },
    )
    .toBeGreaterThan(0)
}

test('of nothing it says that nobody can tell, and shows the way', async () => {
  const { seen, page } = files
  await seen.go('/workplace')
  await expect.poll(() => verdict().innerText()).toContain('好坏无从判断')
  expect(await page.getByText('没有需要您处理的事').count()).toBe(1)
  await page.getByRole('link', { name: '接好来源与目标' }).waitFor()
  expect(await findBarriers(page, { hasFrame: true })).toEqual([])
})

test('what goes well is well, and as new as its records say', async () => {
  const { api, connect, seen, page } = files
  const [shop, erp, depot, books] = [
    await connect('shop'),
    await connect('erp'),
    await connect('depot'),
    await connect('books'),
  ]
  const mapping = { copyAll: true, fields: [] }
  const http = await connectFar('远端商城', closing.url)
  const other = await connectFar('远端仓库', far.url)
  const of = (source: { id: string; resource: string }, target: string, increment = true) => ({
    source: {
      ...{ connector_id: source.id, resource: source.resource, key: ['id'] },
      ...(increment && { increment: { field: 'at' } }),
    },
    target: { connector_id: target, resource: 'orders' },
    mapping,
  })
  const made = [
    await runNewStrategy(api, RIGHT_TO_LEFT, of({ id: shop, resource: 'orders' }, erp)),
    await runNewStrategy(api, LONG, of(http, depot, false)),
    await runNewStrategy(api, '远端库存', of(other, books, false)),
  ]
  ;[ids.mapping, ids.outage, ids.token] = made.map(({ id }) => id) as [string, string, string]
  for (const { id, run } of made) {
    expect(run.state, run.failure?.message).toBe('succeeded')
    await api.strategy.start({ params: { id } })
  }
  await seen.go('/workplace')
  await expect.poll(() => verdict().innerText(), { timeout: 30_000 }).toContain('没有发现问题')
  const row = page.locator('.wp-strips tbody tr', { hasText: RIGHT_TO_LEFT })
  expect(await row.locator('time').first().getAttribute('datetime')).toMatch(/^2026-01-20T08:00:00/)
  expect(await row.getByRole('img', { name: '近 24 小时写入 20 条，出错 0 条' }).count()).toBe(1)
  expect(await findBarriers(page, { hasFrame: true })).toEqual([])
})

test('a far outage is one thing to do, with the true reason and the press that tests it', {
  timeout: 180_000,
}, async () => {
  const { api, page } = files
  await closing.stop()
  await api.strategy.runNow({ params: { id: ids.outage }, body: {} })
  await see('远端商城')
  expect(await verdict().getAttribute('class')).toContain('wp-verdict-bad')
  const need = needs().filter({ hasText: '远端商城' })
  expect(await need.innerText()).toMatch(/连不上，1 个方案受影响/)
  await need.getByRole('link', { name: '测试连接' }).click()
  await expect.poll(() => page.url()).toContain('/connector/detail/')
  await page.getByText('远端商城').first().waitFor()
})

test('a token that has ended is told of as that, and leads to where it is renewed', { timeout: 180_000 }, async () => {
  const { api, seen, page } = files
  far.state.token = 'another'
  const run = await api.strategy.runNow({ params: { id: ids.token }, body: {} })
  await waitForRun(api, run.content.run_id)
  await seen.go('/workplace')
  await see('远端仓库')
  const need = needs().filter({ hasText: '远端仓库' })
  await need.getByRole('link', { name: '更新凭证' }).click()
  await expect.poll(() => page.url()).toContain('/connector/detail/')
})

test('a mapping that was saved wrong is told of with its version, and leads to it', { timeout: 180_000 }, async () => {
  const { api, seen, page, open } = files
  const strategy = (await api.strategy.get({ params: { id: ids.mapping } })).content
  await api.strategy.update({
    params: { id: ids.mapping },
    body: {
      name: strategy.name,
      version: strategy.version,
      config: {
        ...strategy.config,
        mapping: {
          copyAll: true,
          fields: [{ target: 'amount', value: { kind: 'template', template: 'n/a {{amount}}' } }],
        },
      },
    },
  })
  const shop = open('shop')
  for (let id = 21; id <= 40; id += 1)
    shop
      .prepare('insert into orders values (?, ?, ?)')
      .run(id, 1, `2026-02-${String(id - 20).padStart(2, '0')}T08:00:00Z`)
  shop.close()
  const run = await api.strategy.runNow({ params: { id: ids.mapping }, body: {} })
  await waitForRun(api, run.content.run_id)
  await seen.go('/workplace')
  await see(RIGHT_TO_LEFT)
  const need = needs().filter({ hasText: RIGHT_TO_LEFT })
  expect(await need.innerText()).toMatch(/20 条数据没有到达目标[\s\S]*首次出错前，.*保存了版本 2/)
  await need.getByRole('link', { name: '看版本 2' }).click()
  await expect.poll(() => page.url()).toContain('tab=versions')
})

test('each figure of the sentence opens the strategies it counts', async () => {
  const { seen, page } = files
  await seen.go('/workplace')
  await page.locator('.wp-part').first().waitFor()
  for (const part of await page.locator('.wp-verdict .wp-part').all()) {
    const count = Number(/\d+/.exec(await part.innerText())?.[0])
    await part.click()
    await expect.poll(() => page.locator('.wp-strips tbody tr').count()).toBe(Math.min(10, count))
  }
  expect(await findBarriers(page, { hasFrame: true })).toEqual([])
})

test('a person puts the page in an order of their own, which stays after signing in elsewhere', async () => {
  const { seen, page, api } = files
  await seen.go('/workplace')
  await page.getByRole('button', { name: '调整页面' }).click()
  const drawer = page.locator('.ant-drawer:visible')
  await drawer.getByRole('checkbox', { name: '最近的运行' }).uncheck()
  await drawer.getByRole('button', { name: '下移 需要您处理' }).click()
  expect(await findBarriers(page, { hasFrame: false })).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.wp-block-recent').count()).toBe(0)
  expect(await page.locator('.wp-block').first().getAttribute('class')).toContain('wp-block-day')
  await expect
    .poll(async () => (await api.user.profile()).content.settings['workbench'])
    .toMatch(/^day,needs,.*-recent/)
})
