import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visit } from './browser.ts'
import { choose } from './choices.ts'
import type { Api } from './product.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

let world: FilesVisit
let api: Api
let seen: Visit
let page: Page
let id: string

beforeAll(async () => {
  const orders = 'create table orders (id integer primary key, amount text not null)'
  world = await visitFiles({ shop: orders, branch: orders, target: orders })
  ;({ api, seen, page } = world)
  id = await makeStrategy()
}, 120_000)
afterAll(() => world.close())

/** Orders from the shop into the target, saved twice. */
async function makeStrategy(): Promise<string> {
  await world.connect('branch')
  const [source, target] = [await world.connect('shop'), await world.connect('target')]
  const config = {
    source: { connector_id: source, resource: 'orders', key: ['id'], pageSize: 500 },
    target: { connector_id: target, resource: 'orders' },
    mapping: { copyAll: true, fields: [] },
  }
  const made = (await api.strategy.create({ body: { name: '订单', group: '华东', config } })).content
  const changed = { ...config, source: { ...config.source, pageSize: 20 } }
  await api.strategy.update({
    params: { id: made.id },
    body: { name: '订单', group: '华东', remark: '', config: changed, version: 1 },
  })
  return made.id
}

const dialog = () => page.locator('.ant-modal:visible').last()
const rowOf = (version: number) => page.locator(`.ant-table-row[data-row-key="${version}"]`)
const idInAddress = () => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const select = (label: string) => dialog().getByLabel(label)

test('every save is a version: what changed is told by setting and line by line, and an earlier one comes back', async () => {
  await seen.go(`/strategy/detail/${id}?tab=versions`)
  await expect.poll(() => rowOf(2).innerText()).toMatch(/^2 当前\s+源/)
  expect(await rowOf(1).innerText()).toMatch(/^1\s+新建/)
  await rowOf(1).getByRole('button', { name: '与当前比较' }).click()
  const settings = page.getByRole('table', { name: '版本 1 → 版本 2' })
  await expect.poll(() => settings.innerText()).toMatch(/源 · 每页条数\s+500\s+20/)
  await page.getByText('按配置文本逐行比较').click()
  const difference = page.getByRole('region', { name: '版本 1 → 版本 2' }).last()
  await expect.poll(() => difference.innerText()).toMatch(/-\s+"pageSize": 500[\s\S]*\+\s+"pageSize": 20/)
  await rowOf(1).getByRole('button', { name: '恢复' }).click()
  await dialog().getByRole('button', { name: '恢复' }).click()
  await page.getByText('已恢复为新的版本').waitFor()
  await expect.poll(() => rowOf(3).innerText()).toMatch(/^3 当前\s+源/)
  const { content } = await api.strategy.get({ params: { id } })
  expect([content.version, content.config.source.pageSize]).toEqual([3, 500])
})

test('a copy opens with its own name, over another connector, as a draft without data', async () => {
  await seen.go(`/strategy/detail/${id}`)
  await page.getByRole('button', { name: '复制' }).click()
  await expect.poll(() => dialog().getByRole('textbox', { name: '订单' }).inputValue()).toBe('订单-副本')
  await choose(select('替换源连接器'), 'branch')
  await dialog().getByRole('button', { name: '复制' }).click()
  await page.getByRole('heading', { name: '订单-副本' }).waitFor()
  const { content } = await api.strategy.get({ params: { id: idInAddress() } })
  expect(content).toMatchObject({
    name: '订单-副本',
    status: 'draft',
    group: '华东',
    source: { connector_name: 'branch' },
  })
})

test('a draft is started from its own page: the check decides', async () => {
  const { content: copy } = await api.strategy.get({ params: { id: idInAddress() } })
  await page.getByText('还没有启动过').waitFor()
  await page.getByRole('button', { name: /启动$/ }).click()
  await page.getByText('已启动').first().waitFor()
  await api.strategy.stop({ params: { id: copy.id } })
  expect((await api.strategy.get({ params: { id: copy.id } })).content.status).toBe('stopped')
})

test('an exported strategy is read in again, over the connector that its file names', async () => {
  await seen.go('/strategy/index?keyword=副本')
  await page.getByRole('button', { name: '导出' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '方案（YAML）' }).click(),
  ])
  const file = join(world.directory, 'strategies.yaml')
  await download.saveAs(file)
  await seen.go('/strategy/create')
  await page.getByRole('button', { name: '导入' }).click()
  await dialog().locator('input[type=file]').setInputFiles(file)
  await dialog().getByRole('button', { name: '读取' }).click()
  await dialog().getByRole('textbox', { name: '名称' }).fill('读入的订单')
  await dialog().getByRole('button', { name: '导入 1 个方案' }).click()
  await page.getByRole('heading', { name: '读入的订单' }).waitFor()
  const { content } = await api.strategy.get({ params: { id: idInAddress() } })
  expect(content).toMatchObject({ status: 'draft', source: { connector_name: 'branch', resource: 'orders' } })
  await api.strategy.batchDelete({ body: { ids: [content.id] } })
})

test('several are edited at once; only what is ticked changes', async () => {
  await seen.go('/strategy/index')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: '批量编辑' }).click()
  await dialog().getByRole('checkbox', { name: '分组' }).check()
  await dialog().getByRole('combobox', { name: '分组' }).fill('华南')
  await dialog().getByRole('button', { name: '保存' }).click()
  await page.getByText('2 个方案处理成功').waitFor()
  const { content } = await api.strategy.search({ body: {} })
  expect(content.map(row => [row.group, row.schedule.cron])).toEqual([
    ['华南', null],
    ['华南', null],
  ])
})

test('a quoted strategy remembers its origin and shows what changed there since', async () => {
  await seen.go('/strategy/create')
  await page.getByRole('button', { name: '引用已有方案' }).click()
  await choose(select('被引用的方案'), '订单 ·')
  await expect.poll(() => dialog().getByLabel('名称').inputValue()).toBe('订单-副本 2')
  await dialog().getByLabel('名称').fill('引用的订单')
  await dialog().getByRole('button', { name: '新建' }).click()
  await page.getByRole('heading', { name: '引用的订单' }).waitFor()
  const quoted = idInAddress()
  const { content: original } = await api.strategy.get({ params: { id } })
  const { name, group, remark, version, config } = original
  await api.strategy.update({
    params: { id },
    body: { name, group, remark, version, config: { ...config, source: { ...config.source, pageSize: 70 } } },
  })
  await seen.go(`/strategy/detail/${quoted}?tab=versions`)
  await page.getByText('来源现在是版本 4。').waitFor()
  await page.getByRole('button', { name: '查看来源的变化' }).click()
  const difference = page.getByRole('table', { name: '来源：版本 3 → 版本 4' })
  await expect.poll(() => difference.innerText()).toMatch(/源 · 每页条数\s+\d+\s+70/)
})
