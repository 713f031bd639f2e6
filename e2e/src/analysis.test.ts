import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { runNewStrategy } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** What was moved, by somebody who looks at it and presses what they see. */

let files: FilesVisit

beforeAll(async () => {
  const orders = 'create table orders (id integer primary key, amount integer not null check (amount > 0))'
  files = await visitFiles({
    shop(file) {
      file.exec('create table orders (id integer primary key, amount integer not null)')
      for (let id = 1; id <= 30; id += 1) file.prepare('insert into orders values (?, ?)').run(id, id <= 6 ? 0 : id)
    },
    erp: orders,
  })
  const { api, connect } = files
  await runNewStrategy(api, 'نظام الطلبات', {
    source: { connector_id: await connect('shop'), resource: 'orders', key: ['id'] },
    target: { connector_id: await connect('erp'), resource: 'orders' },
    mapping: { copyAll: true, fields: [] },
  })
}, 120_000)
afterAll(() => files.close())

const figure = (label: string) => files.page.locator('.sl-figure', { hasText: label }).first()
const rows = () => files.page.locator('#strategies .ant-table-row')

test('what was written and how much of it succeeded stands first, and each figure opens its list', async () => {
  const { seen, page } = files
  await seen.go('/dashboard/analysis?span=today')
  await expect.poll(() => figure('写入').innerText()).toMatch(/24/)
  expect(await figure('成功率').innerText()).toMatch(/80%/)
  const heightOf = async (place: string) =>
    (await page.locator(`${place} .sl-figure-value`).first().boundingBox())?.height
  const [large = 0, small = 0] = [await heightOf('.an-lead'), await heightOf('.an-rest')]
  expect(large).toBeGreaterThan(small * 1.5)
  for (const [label, search] of [
    ['写入', 'only=written'],
    ['出错', 'only=errors'],
    ['成功率', 'sort=-errors'],
  ] as const) {
    await figure(label).click()
    await expect.poll(() => page.url()).toContain(search)
    await expect.poll(() => rows().count()).toBe(1)
    expect(await rows().first().innerText()).toContain('نظام الطلبات')
  }
  await figure('拒收').click()
  await expect.poll(() => page.url()).toContain('only=rejected')
  await page.getByText('没有符合条件的数据').first().waitFor()
  expect(await findBarriers(page, { hasFrame: true })).toEqual([])
})

test('the list of what waits has as many as the figure says', async () => {
  const { seen, page } = files
  await seen.go('/dashboard/analysis?span=today')
  await expect.poll(() => figure('待处理的错误数据').innerText()).toMatch(/6/)
  await figure('待处理的错误数据').click()
  await expect.poll(() => page.url()).toContain('/strategy/error/data')
})
