import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeBill, packBill, sampleBills } from '@sluice/bills/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose } from './choices.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

const UNKNOWN = [
  'Depot statement of the month',
  'Posted;Reference;Text;Debit;Credit;Saldo',
  '01.03.2024;R-1;Sale;;1.250,50;2.250,50',
  '02.03.2024;R-2;Fee;12,50;;2.238,00',
  'Summe;;;12,50;1.250,50;',
  '',
].join('\r\n')

/** A bill that comes locked, and one of a kind that nobody knows, as an accountant meets them. */
let world: FilesVisit
let page: Page

beforeAll(async () => {
  world = await visitFiles({})
  ;({ page } = world)
  const { api } = world
  await api.reconAccount.create({
    body: { ...ACCOUNT, code: 'pay', name: '旗舰店', platform: 'alipay', currency: 'CNY' },
  })
  await api.reconAccount.create({
    body: { ...ACCOUNT, code: 'depot', name: 'Depot', platform: 'bank', currency: 'EUR' },
  })
  const locked = await packBill('账务明细.csv', encodeBill(sampleBills[0]!.text, 'gb18030'), { password: '234512' })
  await writeFile(join(world.directory, 'alipay.zip'), locked)
  await writeFile(join(world.directory, 'depot.csv'), UNKNOWN)
}, 120_000)
afterAll(() => world.close())

const ACCOUNT = { shop_no: '', company: '', opening: '0', opening_on: null, remark: '' }
const dialog = () => page.locator('.ant-modal:visible').last()
const drawer = () => page.locator('.ant-drawer:visible').last()

async function upload(account: string, file: string): Promise<void> {
  await world.seen.go('/reconciliation/import')
  await page.getByRole('button', { name: '上传账单' }).first().click()
  await choose(dialog().getByLabel('账户'), account)
  const chooser = page.waitForEvent('filechooser')
  await dialog().getByRole('button', { name: '选择文件' }).click()
  await (await chooser).setFiles(join(world.directory, file))
}

test('a locked archive asks for its password and is read', async () => {
  await upload('旗舰店 (pay)', 'alipay.zip')
  await drawer().getByText('alipay.zip 有密码保护。').waitFor()
  await drawer().getByLabel('压缩包密码').fill('000000')
  await drawer().getByRole('button', { name: '打开' }).click()
  await drawer().getByText('密码无法打开 alipay.zip。').waitFor()
  await drawer().getByLabel('压缩包密码').fill('234512')
  await drawer().getByRole('button', { name: '打开' }).click()
  await drawer().getByText('账单自身的数字与读取结果全部一致。').waitFor()
})

test('columns of an unknown file are mapped, tried, and remembered', async () => {
  await upload('Depot (depot)', 'depot.csv')
  await drawer().getByRole('button', { name: '映射各列' }).click()
  await dialog().getByText('请指定时间或日期所在的列。').waitFor()
  const uses = {
    Posted: '时间或日期',
    Reference: '交易号',
    Text: '类型',
    Debit: '收入金额',
    Credit: '支出金额',
    Saldo: '余额',
  }
  for (const [heading, use] of Object.entries(uses)) await choose(dialog().getByLabel(`“${heading}”列的含义`), use)
  await choose(dialog().getByLabel('日期写法'), '日/月/年')
  await choose(dialog().getByLabel('小数点'), '1.234,50')
  await dialog().getByLabel('合计行的开头').fill('Summe')
  await dialog().getByRole('button', { name: '试读' }).click()
  // In and out are confused: the balance says so, by its line.
  await dialog()
    .getByText(/第 4 行写明余额 2238.00/)
    .first()
    .waitFor()
  await choose(dialog().getByLabel('“Debit”列的含义'), '支出金额')
  await choose(dialog().getByLabel('“Credit”列的含义'), '收入金额')
  await dialog().getByRole('button', { name: '试读' }).click()
  await dialog().getByText('合计与余额全部一致。').waitFor()
  await dialog().getByLabel('模板名称').fill('仓库对账单')
  await dialog().getByRole('button', { name: '保存并读取' }).click()
  await drawer().getByText('账单自身的数字与读取结果全部一致。').waitFor()
  await drawer().getByText('仓库对账单').first().waitFor()
  await page.keyboard.press('Escape')
})

test('what was taught is listed, renamed and deleted', async () => {
  await world.seen.go('/reconciliation/import')
  await page.getByRole('button', { name: '账单模板' }).click()
  await drawer().getByRole('button', { name: '重命名' }).click()
  await dialog().getByLabel('名称').fill('仓库月结单')
  await dialog().getByRole('button', { name: '重命名' }).click()
  await drawer().getByRole('cell', { name: '仓库月结单' }).waitFor()
  await drawer().getByRole('button', { name: '删除' }).click()
  await dialog().getByRole('button', { name: '删除' }).click()
  await drawer().getByText('还没有账单模板').waitFor()
  expect(await drawer().getByRole('cell', { name: '仓库月结单' }).count()).toBe(0)
})
