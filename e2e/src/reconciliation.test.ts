import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeBill, sampleBills } from '@sluice/bills/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose } from './choices.ts'
import { runNewStrategy } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** Documents as an ERP has them: two that are right, one of another currency, one without a number. */
const ERP = `create table doc (id integer primary key, no text, ref text, amount text, currency text, at text);
  insert into doc values (1, 'XSCK001', 'T200P1003', '1250.50', 'CNY', '2024-03-02 10:00:00'),
    (2, 'THRK002', 'T200P1004', '-40.00', 'CNY', '2024-03-03 10:00:00'),
    (3, 'XSCK003', 'T200P1005', '8.00', 'USD', '2024-03-03 10:00:00'), (4, null, 'T200P1006', '9.00', 'CNY', '2024-03-03 10:00:00');`

/** From nothing to a line of a bill and the very line of the file it was read from, as an accountant does it. */
let world: FilesVisit
let page: Page
let file: string

beforeAll(async () => {
  world = await visitFiles({ erp: ERP })
  ;({ page } = world)
  file = join(world.directory, '账务明细_202403.csv')
  await writeFile(file, encodeBill(sampleBills[0]!.text, 'gb18030')) // the account bill of Alipay
}, 120_000)
afterAll(() => world.close())

const dialog = () => page.locator('.ant-modal:visible').last()
const drawer = () => page.locator('.ant-drawer:visible').last()

test('items and their rules come with one press', async () => {
  await world.seen.go('/reconciliation/business')
  await page.getByRole('button', { name: '添加标准核算项' }).first().click()
  await page.getByRole('cell', { name: '货款 goods' }).waitFor()
  expect(await page.getByText('所有账单行都已归类').count()).toBe(1)
})

test('an account is made', async () => {
  await world.seen.go('/reconciliation/account')
  await page.getByRole('button', { name: '新建账户' }).first().click()
  await dialog().getByLabel('名称').fill('旗舰店支付宝')
  await dialog().getByLabel('编码').fill('flagship-alipay')
  await dialog().getByLabel('商户号 / 账号').fill('2088012345678901')
  await dialog().getByRole('button', { name: '保存' }).click()
  await page.getByRole('cell', { name: /旗舰店支付宝/ }).waitFor()
  expect(await page.getByRole('cell', { name: '支付宝', exact: true }).count()).toBe(1)
})

test('a bill is uploaded, shows why it may be believed, and is loaded', async () => {
  await page.getByRole('link', { name: '导入账单' }).first().click()
  await page.getByRole('button', { name: '上传账单' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await dialog().getByRole('button', { name: '选择文件' }).click()
  await (await chooser).setFiles(file)
  await drawer().getByText('账单自身的数字与读取结果全部一致。').waitFor()
  const text = await drawer().innerText()
  for (const part of ['支付宝账务明细', '1,350.50', '2,040.60', '1,000.00 → 309.90', '2024-03-01 – 2024-03-31'])
    expect(text).toContain(part)
  await drawer().getByRole('button', { name: '导入 5 行' }).click()
  await drawer().getByRole('button', { name: '查看账单行' }).click()
})

test('the lines are there with their sums, and each leads to its own line of the file', async () => {
  const sums = page.getByRole('region', { name: '合计' })
  await sums.getByText('-690.10').waitFor()
  expect(await sums.innerText()).toMatch(/1,350\.50[\s\S]*-2,040\.60/)
  const rows = page.locator('.ant-table-row')
  expect(await rows.count()).toBe(5)
  expect(await rows.nth(2).innerText()).toMatch(/1,250\.50[\s\S]*待对账/)
  await rows.nth(2).getByRole('button').first().click()
  await drawer().getByText('账务明细_202403.csv · 第 8 行').waitFor()
  expect(await drawer().locator('pre').innerText()).toContain('"袜子, 三双"')
  await page.keyboard.press('Escape')
})

test('lines that are chosen are given another item', async () => {
  await page.locator('.ant-table-row').first().locator('input[type=checkbox]').check()
  await page.getByRole('button', { name: '归类', exact: true }).click()
  await choose(dialog().getByLabel('请选择核算项'), '充值与保证金')
  await dialog().getByRole('button', { name: '归类', exact: true }).click()
  await page.locator('.ant-table-row').first().getByText('充值与保证金').waitFor()
})

test('a bill that does not add up is refused with its line', async () => {
  const changed = sampleBills[0]!.text.replace('共1350.50元', '共1350.05元')
  await writeFile(file, encodeBill(changed, 'gb18030'))
  await world.seen.go('/reconciliation/import')
  await page.getByRole('button', { name: '上传账单' }).first().click()
  await choose(dialog().getByLabel('账户'), /旗舰店支付宝/)
  const chooser = page.waitForEvent('filechooser')
  await dialog().getByRole('button', { name: '选择文件' }).click()
  await (await chooser).setFiles(file)
  await drawer().getByText('第 13 行写明 1350.05').first().waitFor()
  expect(await drawer().getByRole('button', { name: /^导入/ }).count()).toBe(0)
})

test('a strategy writes documents, and each line leads back to its record', async () => {
  const { api } = world
  const self = (await api.connector.create({ body: { platform_id: 'self', name: '本平台', params: {} } })).content.id
  const field = (target: string, template: string) => ({ target, value: { kind: 'template' as const, template } })
  const { id, run } = await runNewStrategy(api, 'ERP 单据进对账', {
    source: { connector_id: await world.connect('erp'), resource: 'doc', key: ['id'] },
    target: { connector_id: self, resource: 'reconciliation.b.push' },
    mapping: {
      fields: [
        { target: 'account', value: { kind: 'constant' as const, value: 'flagship-alipay' } },
        ...[field('doc_no', '{{no}}'), field('order_no', '{{ref}}'), field('amount', '{{amount}}')],
        ...[field('currency', '{{currency}}'), field('occurred_at', '{{at}}')],
      ],
    },
  })
  // Two of four are not there, so it is not green.
  expect([run.state, run.counts.written]).toEqual(['partial', 2])
  await world.seen.go('/reconciliation/supply-chain')
  const sums = page.getByRole('region', { name: '合计' })
  await sums.getByText('1,210.50').waitFor()
  expect(await page.locator('.ant-table-row').count()).toBe(2)
  await page.locator('.ant-table-row').filter({ hasText: 'XSCK001' }).getByRole('button').first().click()
  await drawer().getByText('"ref":"T200P1003"').waitFor()
  await drawer().getByRole('link', { name: '查看记录护照' }).click()
  await page.waitForURL(new RegExp(`/strategy/detail/${id}/\\d+`))
  await page
    .getByText(/\bB\d+$/)
    .filter({ visible: true })
    .first()
    .waitFor()
})
