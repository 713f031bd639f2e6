import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { choose } from './choices.ts'
import { findBarriers } from './find-barriers.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { withVisit } from './with-visit.ts'

/** From an address in a manual to a source that is read whole, by presses in what the external system answers. */

const orders = Array.from({ length: 57 }, (_, at) => ({
  orderNo: `S-${at + 1}`,
  buyer: '张三',
  remark: at % 2 ? '' : null,
}))
let far: Server
let product: Product
let api: Api
let browser: Browser
beforeAll(async () => {
  far = createServer((req, res) => {
    const { searchParams } = new URL(req.url ?? '/', 'http://far')
    const [no, size] = [Number(searchParams.get('pageNo') ?? 1), Number(searchParams.get('pageSize') ?? 20)]
    const rows = orders.slice((no - 1) * size, no * size)
    const isKnown = req.headers['x-token'] === 'right'
    res.setHeader('content-type', 'application/json')
    res.end(
      JSON.stringify(
        isKnown
          ? { code: 0, msg: 'ok', result: { rows, pageNo: no, pageSize: size, totalCount: '57' } }
          : { code: 40101, msg: '令牌无效', result: null },
      ),
    )
  })
  await new Promise<void>(resolve => far.listen(0, '127.0.0.1', resolve))
  product = await startProduct()
  api = await product.signIn()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
  far.close()
  far.closeAllConnections()
})

const origin = () => `http://127.0.0.1:${(far.address() as AddressInfo).port}` // listening on TCP
const press = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) }).click()

test('a cURL command fills the connector’s form, and a wrong key is told in the words of the external system', () =>
  withVisit(browser, product.url, async ({ page, go }) => {
    await go('/connector/create?step=basic&platform=http')
    await page.getByLabel('名称', { exact: true }).fill('商城')
    await press(page, '下一步')
    await page.getByLabel('粘贴地址或 cURL 命令').fill(`curl -H 'X-Token: wrong' '${origin()}/orders?pageNo=1'`)
    await page.keyboard.press('Enter')
    await page.getByText(/已填入：基础地址/).waitFor()
    expect(await page.getByLabel('基础地址').inputValue()).toBe(origin())
    await press(page, '下一步：测试')
    await page.getByText('令牌无效 (code 40101)').first().waitFor()
    await press(page, '上一步')
    await page.locator('#params_api_key').fill('right')
    await press(page, '下一步：测试')
    await page.getByText('测试通过').waitFor()
    await press(page, '保存连接器')
    await page.getByText('“商城”已保存').waitFor()
  }))

test('list, paging and key are taken from the answer, and all pages are read', () =>
  withVisit(browser, product.url, async ({ page, go }) => {
    await go('/strategy/create')
    await page.getByLabel('方案名称').fill('订单')
    await press(page, '下一步')
    await choose(page.getByLabel('连接器', { exact: true }), '商城')
    await page.getByLabel('接口', { exact: true }).fill('/orders')
    await page.keyboard.press('Tab')
    const look = page.getByRole('complementary', { name: '数据预览' })
    const line = look.locator('.sl-json-line', { hasText: '"rows"' })
    await line.getByRole('button', { name: '用作列表' }).click()
    await look.getByRole('columnheader', { name: 'orderNo' }).waitFor()
    expect(await look.getByRole('row').count()).toBe(21)
    expect(await look.getByText('空文本').count()).toBe(10)
    expect(await findBarriers(page)).toEqual([])
    await look.getByRole('button', { name: '识别分页' }).click()
    await look.getByText('pageNo=1&pageSize=10').first().waitFor()
    await look
      .getByRole('button', { name: /^采\s*用$/ })
      .first()
      .click()
    await look.getByRole('button', { name: '识别分页' }).waitFor({ state: 'detached' })
    await look.getByRole('button', { name: '设为主键' }).click()
    await look.getByRole('button', { name: '字段 orderNo' }).getByRole('img', { name: '主键' }).waitFor()
    // What was taken stands in the form too, folded.
    await page.locator('summary', { hasText: '分页' }).getByText('页码、偏移量、游标或 ID 参数: pageNo').waitFor()
    await press(page, '下一步')
    await choose(page.getByLabel('连接器', { exact: true }), /./)
    const [{ id } = { id: '' }] = (await api.connector.list({ query: { keyword: '商城' } })).content
    const body = {
      resource: '/orders',
      options: { list_path: 'result.rows', pagination: 'page', page_param: 'pageNo' },
    }
    const { content } = await api.connector.lookAtSource({ params: { id }, body })
    expect(content).toMatchObject({ problem: null, more: null, exchange: { status: 200 } })
  }))

test('a target is set up by an answer from a manual, and its fields by a request', () =>
  withVisit(browser, product.url, async ({ page, go }) => {
    await go('/strategy/create')
    await page.getByLabel('方案名称').fill('回写')
    await press(page, '下一步')
    await choose(page.getByLabel('连接器', { exact: true }), '商城')
    await page.getByLabel('接口', { exact: true }).fill('/orders')
    await page.keyboard.press('Tab')
    const look = page.getByRole('complementary', { name: '数据预览' })
    await look.locator('.sl-json-line', { hasText: '"rows"' }).getByRole('button', { name: '用作列表' }).click()
    await look.getByRole('button', { name: '设为主键' }).click()
    await press(page, '下一步')
    await choose(page.getByLabel('连接器', { exact: true }), '商城')
    await page.getByLabel('接口', { exact: true }).fill('/save')
    await page.keyboard.press('Tab')
    const answer = page.getByRole('complementary', { name: '对方的应答' })
    await answer.getByText('"S-1"').waitFor()
    const seen = {
      Status: { Errors: [{ Message: '数量不能为负', DIndex: 1 }], Done: [{ Number: 'A1', DIndex: 0 }] },
    }
    await answer.getByLabel(/粘贴一次真实应答/).fill(JSON.stringify(seen))
    await page.keyboard.press('Tab')
    await answer.getByText('是否按序号对应每条记录？').waitFor()
    await answer.getByRole('button', { name: /^采\s*用$/ }).click()
    const reading = answer.getByRole('region', { name: '按现在的设置会这样读' })
    await reading.getByText('A1').waitFor()
    expect(await reading.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/已写入[\s\S]*A1/),
      expect.stringMatching(/出错[\s\S]*数量不能为负/),
    ])
    expect(await findBarriers(page)).toEqual([])
    await press(page, '下一步')
    const sample = page.getByLabel(/粘贴一份请求示例/)
    await sample.fill('{')
    await page.getByText('这不是 JSON 对象，也不是对象的列表。').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await sample.fill('{"FBillNo":"X","FCust":{"FNumber":"C"}}')
    await page.getByRole('treeitem', { name: /FNumber/ }).waitFor()
    expect(await page.getByRole('treeitem').count()).toBe(3)
  }))
