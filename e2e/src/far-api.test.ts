import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type Visit } from './browser.ts'
import { findBarriers } from './find-barriers.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { withVisit } from './with-visit.ts'

/** From the description of a far API to its interfaces, its platform and a connector. */

let product: Product
let browser: Browser
let api: Api

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  api = await product.signIn()
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

const inVisit = (work: (seen: Visit) => Promise<void>) => withVisit(browser, product.url, work)

describe('a description that says how to connect', () => {
  const file = {
    openapi: '3.0.3',
    info: { title: 'Far', version: '1' },
    servers: [{ url: 'https://api.far.test/v1' }],
    paths: { '/orders': { get: { summary: 'Far orders', responses: { 200: {} } } } },
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        login: { type: 'http', scheme: 'basic' },
        key: { type: 'apiKey', in: 'header', name: 'X-Far-Key' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
    },
  }
  const template = async (name: string) => {
    const { content } = await api.platform.template({ params: { id: 'http' } })
    return { ...content.template, name, code: name.toLowerCase() }
  }
  const importFile = async (page: Page, platform: string, text = JSON.stringify(file)) => {
    await page.getByRole('button', { name: '导入' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('导入到平台').click()
    await page.getByTitle(platform, { exact: true }).click()
    await dialog.getByRole('textbox').first().fill(text)
    await dialog.getByRole('button', { name: '识别' }).click()
    return dialog
  }

  test('proposes a connector by it, whose form is filled as far as it goes', () =>
    inVisit(async ({ page, go }) => {
      await go('/api-assets/api')
      const dialog = await importFile(page, 'HTTP / REST 接口')
      await dialog.getByText('/v1/orders').waitFor()
      expect(await findBarriers(page, { hasFrame: false })).toEqual([])
      await dialog.getByRole('button', { name: '导入 1 个' }).click()
      await dialog.getByRole('radio', { name: 'cookie · 需要适配器' }).waitFor()
      expect(await dialog.getByRole('radio', { name: 'key · API Key' }).isChecked()).toBe(true)
      expect(await findBarriers(page, { hasFrame: false })).toEqual([])
      // A platform of the product is nobody's to change.
      expect(await dialog.getByRole('button', { name: /写入平台/ }).count()).toBe(0)
      await dialog.getByRole('button', { name: '据此新建连接器' }).click()
      await page.getByLabel('名称').first().fill('By description')
      await page.getByRole('button', { name: '下一步' }).click()
      await expect.poll(() => page.getByLabel('基础地址').inputValue()).toBe('https://api.far.test')
      expect(await page.getByLabel('API Key 名称').inputValue()).toBe('X-Far-Key')
      expect(await page.locator('#params_api_key').inputValue()).toBe('')
    }))

  test('is written into a platform of one’s own where that is wanted', () =>
    inVisit(async ({ page, go }) => {
      const { content } = await api.platform.create({ body: await template('Fardesk') })
      const read = async () => (await api.platform.template({ params: { id: content.id } })).content.template
      await go('/api-assets/api')
      const dialog = await importFile(page, 'Fardesk')
      await dialog.getByRole('button', { name: '导入 1 个' }).click()
      await dialog.getByRole('button', { name: '写入平台“Fardesk”' }).click()
      await expect
        .poll(async () => (await read()).settings)
        .toEqual({ auth: 'apiKey', api_key_place: 'header', api_key_name: 'X-Far-Key' })
      const { params } = await read()
      expect(params.find(each => each.field === 'base_url')?.default).toBe('https://api.far.test')
      expect(params.filter(each => each.group === 'auth').map(each => each.field)).toEqual(['api_key'])
      await dialog.getByRole('button', { name: /写入平台/ }).waitFor({ state: 'detached' })
      await dialog.getByRole('button', { name: '不采用' }).click()
      await dialog.waitFor({ state: 'detached' })
    }))

  test('doubles no path that the address of a connector ends with', () =>
    inVisit(async ({ page, go }) => {
      const { content } = await api.platform.create({ body: await template('Whole') })
      const params = { base_url: 'https://api.far.test/v1/', auth: 'none' }
      await api.connector.create({ body: { platform_id: content.id, name: 'Whole address', params } })
      await go('/api-assets/api')
      const dialog = await importFile(page, 'Whole')
      const choice = dialog.getByRole('checkbox', { name: /路径以 \/v1 开头/ })
      await expect.poll(() => choice.isChecked()).toBe(false)
      await dialog.getByText(/^GET\s*\/orders$/).waitFor()
      await choice.check()
      await dialog.getByText(/^GET\s*\/v1\/orders$/).waitFor()
      await choice.uncheck()
      await dialog.getByRole('button', { name: '导入 1 个' }).click()
      await dialog.getByRole('button', { name: '据此新建连接器' }).waitFor()
      const { content: assets } = await api.apiAsset.list({ query: { platform_id: content.id } })
      expect(assets.map(each => each.api)).toEqual(['/orders'])
    }))

  test('and is no JSON is told with the place, in the language of the page', () =>
    inVisit(async ({ page, go }) => {
      await go('/api-assets/api')
      const dialog = await importFile(page, 'HTTP / REST 接口', '{\n  "openapi": "3.0.3",\n  "paths": {,}\n}')
      await dialog.getByText('第 3 行第 13 列不是有效的 JSON：,}').waitFor()
    }))
})

test('a pasted answer says what of it no run would take, and records that are none are told as such', () =>
  inVisit(async ({ page, go }) => {
    const make = async (doc: object) =>
      (
        await api.apiAsset.create({
          body: {
            platform_id: 'http',
            doc: { name: 'Messy', type: 'QUERY', method: 'GET', api: '/messy', id: ['id'], ...doc },
          },
        })
      ).content.id
    const read = async (answer: string) => {
      await page.getByLabel('响应', { exact: true }).last().fill(answer)
      await page.getByRole('button', { name: /读\s*取$/ }).click()
    }
    await go(`/api-assets/api/${await make({ listPath: 'data' })}`)
    await page.getByRole('tab', { name: '试调' }).click()
    await read('{"data":[{"id":1},{"id":""},"text",7]}')
    await page.getByText('本页 4 条记录').waitFor()
    await page.getByText('其中 2 项不是对象，不能成为记录').waitFor()
    await page.getByText('其中 1 条缺少标识字段 id').waitFor()
    expect(await findBarriers(page, { hasFrame: false })).toEqual([])
    await read('{"data":{"id":1}}')
    await page.getByText('data 是单个对象，不是列表').waitFor()
    await page.getByText('不能成为记录').waitFor({ state: 'detached' })
    await go(`/api-assets/api/${await make({ type: 'EXECUTE', method: 'POST', write: { rows: 10, isList: true } })}`)
    await page.getByRole('tab', { name: '试调' }).click()
    await page.getByLabel('请求中的记录').fill('[{}, ')
    await read('{}')
    await page.getByText('请求中的记录须是 JSON 对象的列表').waitFor()
  }))

test('a new platform begins with its name, and asks for one way to sign in', () =>
  inVisit(async ({ page, go }) => {
    await go('/api-assets/platform/new')
    await page.getByLabel('名称', { exact: true }).waitFor()
    // The field has the focus already.
    await page.keyboard.type('Northwind ERP')
    expect(await page.getByLabel('名称', { exact: true }).inputValue()).toBe('Northwind ERP')
    expect(await page.getByLabel('编码').inputValue()).toBe('northwind-erp')
    expect(await page.getByLabel('图标文字').inputValue()).toBe('NE')
    const rows = () => page.getByRole('table').getByRole('row').filter({ visible: true }).count()
    // A head and the address; the rest is folded.
    expect(await rows()).toBe(2)
    expect(await findBarriers(page, { hasFrame: false })).toEqual([])
    await page.getByRole('combobox', { name: '认证方式' }).first().click()
    await page.getByTitle('API Key', { exact: true }).click()
    await page.getByLabel('字段 api_key_name').waitFor()
    expect(await page.getByLabel('字段 login_url').count()).toBe(0)
    expect(await rows()).toBe(6)
    await page.getByRole('button', { name: '保存' }).first().click()
    await page.waitForURL(url => !url.pathname.endsWith('/new'))
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const { template } = (await api.platform.template({ params: { id } })).content
    expect(template).toMatchObject({ settings: { auth: 'apiKey' }, icon: { text: 'NE' }, code: 'northwind-erp' })
    expect(template.params.some(param => param.when)).toBe(false)
  }))
