import { type Vendor, vendors } from '@sluice/sandbox'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, openBrowser, type Theme, type Visit, type VisitOptions, waitForRest } from './browser.ts'
import { findBarriers } from './find-barriers.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { withVisit } from './with-visit.ts'

/** What strategies are built from: platforms, interfaces, and the wizard for connectors. */

let product: Product
let browser: Browser
let api: Api
let shop: Vendor

beforeAll(async () => {
  product = await startProduct({ env: { EGRESS_ALLOW: 'private' } })
  browser = await openBrowser()
  api = await product.signIn()
  shop = await vendors['shopify']!() // one of the simulated
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
  await shop.stop()
})

const inVisit = (work: (seen: Visit) => Promise<void>, look?: VisitOptions) =>
  withVisit(browser, product.url, work, look)

test('platforms are found by their kind of sign-in, which stays in the address', () =>
  inVisit(async ({ page, go }) => {
    await go('/api-assets/platform?view=table&keyword=s')
    await page.getByRole('link', { name: 'MySQL' }).waitFor()
    await page.getByRole('combobox', { name: '认证方式' }).click()
    await page.getByTitle('OAuth2 人工授权').click()
    await page.waitForURL(url => url.searchParams.get('sign_in') === 'grant')
    await page.getByRole('link', { name: 'MySQL' }).waitFor({ state: 'detached' })
    const names = () => page.getByRole('table').last().getByRole('link').allInnerTexts()
    await expect.poll(names).toEqual(expect.arrayContaining([expect.stringMatching(/SMTP/)]))
    await page.reload()
    await waitForRest(page)
    expect(await names()).toEqual(expect.arrayContaining([expect.stringMatching(/SMTP/)]))
    await page.getByRole('button', { name: '清除' }).first().click()
    await page.getByRole('link', { name: 'MySQL' }).waitFor()
  }))

test('paging by ids greater than the last is chosen in the form, and stands in the source', () =>
  inVisit(async ({ page, go }) => {
    const doc = { name: 'Rising', type: 'QUERY' as const, method: 'GET' as const, api: '/rising', id: ['no', 'line'] }
    const { content } = await api.apiAsset.create({ body: { platform_id: 'http', doc } })
    await go(`/api-assets/api/${content.id}`)
    await page.getByLabel('分页方式').click()
    await page.getByTitle('ID 大于上一页').click()
    await page.getByLabel('页码 / 偏移 / 游标 / ID 参数').fill('since_id')
    expect(await page.getByLabel('总数路径').count()).toBe(0)
    await page.getByRole('button', { name: '保存' }).first().click()
    await page.getByText('主键由多个字段组成时，需要递增 ID 的路径').first().waitFor()
    await page.getByLabel('递增 ID 的路径').fill('seq')
    await page.getByLabel('首页的起始 ID').fill('0')
    await page.getByRole('button', { name: '保存' }).first().click()
    await expect
      .poll(async () => (await api.apiAsset.get({ params: { id: content.id } })).content.doc.pagination)
      .toMatchObject({ mode: 'id_gt', pageField: 'since_id', idPath: 'seq', firstCursor: '0' })
    await page.getByRole('tab', { name: '源码' }).click()
    const source = page.getByRole('textbox', { name: '接口定义源码' })
    await expect.poll(() => source.inputValue()).toContain('mode: id_gt')
  }))

test('what is typed as source is in the form, and what cannot be read keeps one with it', () =>
  inVisit(async ({ page, go }) => {
    const doc = { name: 'Typed', type: 'QUERY' as const, method: 'GET' as const, api: '/typed', id: ['no'] }
    const { content } = await api.apiAsset.create({ body: { platform_id: 'http', doc } })
    await go(`/api-assets/api/${content.id}?tab=source`)
    const source = page.getByRole('textbox', { name: '接口定义源码' })
    const was = await source.inputValue()
    await source.fill(`name: [\n${was}`)
    await page.getByRole('tab', { name: '表单' }).click()
    await page.getByRole('alert').waitFor()
    expect(await source.inputValue()).toBe(`name: [\n${was}`)
    await source.fill(was.replace('api: /typed', 'api: /retyped'))
    await page.getByRole('tab', { name: '表单' }).click()
    expect(await page.getByLabel('路径', { exact: true }).inputValue()).toBe('/retyped')
    await page.getByRole('tab', { name: '源码' }).click()
    await source.fill((await source.inputValue()).replace('/retyped', '/saved'))
    await page.getByRole('button', { name: '保存' }).first().click()
    await expect
      .poll(async () => (await api.apiAsset.get({ params: { id: content.id } })).content.doc.api)
      .toBe('/saved')
  }))

test('a parameter that was just added waits for its name', () =>
  inVisit(async ({ page, go }) => {
    await go('/api-assets/api/new?platform=http')
    const response = page.getByRole('region', { name: '响应参数', exact: true })
    await response.getByRole('button', { name: '添加' }).click()
    await page.keyboard.type('no')
    await response.getByRole('textbox', { name: '字段标识 no' }).waitFor()
  }))

test('a line of a value map that was just added waits for its value', () =>
  inVisit(async ({ page, go }) => {
    const { content } = await api.mapping.create({ body: { name: 'States', on_miss: 'error' } })
    await go(`/resources/mapping/${content.id}`)
    await page.getByRole('button', { name: '添加一行' }).click()
    await page.keyboard.type('paid')
    await page.getByRole('textbox', { name: 'A 值 paid' }).waitFor()
  }))

test('lines of a value map come from a file: what is wrong is listed with its line, what is right is shown before it is taken', () =>
  inVisit(async ({ page, go }) => {
    const { content } = await api.mapping.create({ body: { name: 'Units', on_miss: 'error' } })
    const file = (lines: readonly string[]) => ({
      name: 'units.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['A 值,B 值', ...lines].join('\n')),
    })
    const dialog = page.getByRole('dialog')
    await go(`/resources/mapping/${content.id}`)
    await page.getByRole('button', { name: '导入', exact: true }).click()
    await dialog.locator('input[type=file]').setInputFiles(file(['箱,box', ',nothing', '箱,case']))
    await dialog.getByText('行有问题，修正后才能导入').waitFor()
    const [problems] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载问题清单' }).click(),
    ])
    expect(problems.suggestedFilename()).toBe('Units.errors.xlsx')
    expect(await dialog.getByRole('button', { name: '导入', exact: true }).isDisabled()).toBe(true)
    await dialog.locator('input[type=file]').setInputFiles(file(['箱,box', '=1+1,sum', '*,other']))
    await dialog.getByText('新增 3 行，修改 0 行，删除 0 行，不变 0 行').waitFor()
    await dialog.getByRole('button', { name: '导入', exact: true }).click()
    await page.getByText('已导入：新增 3，修改 0，删除 0').waitFor()
    await page.getByText('其余所有值').waitFor()
    const { content: lines } = await api.mapping.lines({ params: { id: content.id }, query: {} })
    expect(lines.map(({ a_value, b_value }) => [a_value, b_value])).toEqual(
      expect.arrayContaining([
        ['箱', 'box'],
        ['=1+1', 'sum'],
        ['*', 'other'],
      ]),
    )
  }))

test('another environment is filled in by its own labels, and the history speaks the words of the form', () =>
  inVisit(async ({ page, go }) => {
    const params = { base_url: 'https://far.example', auth: 'bearer', token: 'secret' }
    const { content } = await api.connector.create({ body: { platform_id: 'http', name: 'Two places', params } })
    await go(`/connector/detail/${content.id}`)
    await page.getByRole('radiogroup', { name: '环境' }).waitFor()
    await page.getByRole('tab', { name: '环境' }).click()
    await page.getByRole('button', { name: '填写参数' }).first().click()
    await page.getByRole('dialog').getByLabel('基础地址').fill('https://test.example')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: '历史' }).click()
    await page.getByText('– → 固定令牌（Bearer）').waitFor()
  }))

test('what a person has to grant is granted where the wizard ends', () =>
  inVisit(async ({ page, go }) => {
    const client = {
      authorization_url: `${shop.url}/authorize`,
      token_url: '/token',
      client_id: 'c',
      client_secret: 's',
    }
    const params = { base_url: shop.url, auth: 'oauth2Code', ...client }
    const { content } = await api.connector.create({ body: { platform_id: 'http', name: 'To be granted', params } })
    await go(`/connector/create?step=done&platform=http&id=${content.id}`)
    await page.getByText('尚未授权').waitFor()
    await page.getByRole('button', { name: '去授权' }).waitFor()
  }))

test('of many interfaces in a file, those that are wanted are found by words and chosen alone', () =>
  inVisit(async ({ page, go }) => {
    const operation = (name: string) => ({ get: { summary: name, tags: ['Desk'], responses: { 200: {} } } })
    const names = Array.from({ length: 40 }, (_, at) => `Item ${at}`)
    const paths = Object.fromEntries(names.map((name, at) => [`/item-${at}`, operation(name)]))
    const file = { openapi: '3.0.3', info: { title: 'Forty', version: '1' }, paths }
    await go('/api-assets/api')
    await page.getByRole('button', { name: '导入' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('导入到平台').click()
    await page.getByTitle('HTTP / REST 接口').click()
    await dialog.getByRole('textbox').first().fill(JSON.stringify(file))
    await dialog.getByRole('button', { name: '识别' }).click()
    const all = dialog.getByRole('checkbox', { name: /识别到 40 个接口/ })
    await all.uncheck()
    await dialog.getByLabel('按名称、路径或分类查找').fill('desk /item-17')
    await expect.poll(() => dialog.getByRole('row').count()).toBe(1)
    await all.check()
    await dialog.getByRole('button', { name: '导入 1 个' }).click()
    await page.getByRole('link', { name: 'Item 17' }).waitFor()
  }))

/** What a screen reader would say of the focused element, roughly. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement: element } = document
    if (element === null || element === document.body) return ''
    const label = element.labels?.[0]?.innerText ?? ''
    return [element.getAttribute('aria-label'), label, element.innerText].filter(Boolean).join(' ').trim()
  })()`)

const words = {
  'zh-CN': {
    search: '搜索平台名称或说明',
    name: '名称',
    next: '下一步',
    back: '上一步',
    address: '店铺地址',
    token: 'Admin API 访问令牌',
    toTest: '下一步：测试',
    testText: '保存前先连一次',
    again: '重新测试',
    passed: '测试通过',
    save: '保存连接器',
    saved: '已保存',
    view: '查看连接器',
  },
  'en-US': {
    search: 'Search platforms',
    name: 'Name',
    next: 'Next',
    back: 'Back',
    address: 'Shop address',
    token: 'Admin API access token',
    toTest: 'Next: test',
    testText: 'Connect once before saving',
    again: 'Test again',
    passed: 'Test passed',
    save: 'Save connector',
    saved: 'is saved',
    view: 'View connector',
  },
} as const satisfies Partial<Record<Language, Record<string, string>>>

/** Presses Tab until the focus is there; whoever is trapped on the way never comes. */
async function tabTo(page: Page, name: string): Promise<void> {
  const met: string[] = []
  for (let step = 0; step < 120; step += 1) {
    if ((await focused(page)) === name) return
    await page.keyboard.press('Tab')
    met.push(await focused(page))
  }
  throw new Error(`${name} is not reached by Tab: ${met.join(' | ')}`)
}

const focusOn = (page: Page, text: string) => expect.poll(() => focused(page)).toContain(text)
const isWrong = (page: Page) => page.evaluate("document.activeElement.getAttribute('aria-invalid') === 'true'")

describe('the wizard for a connector, by keyboard alone', () => {
  const looks = (Object.keys(words) as (keyof typeof words)[]).flatMap(language =>
    (['light', 'realDark'] satisfies Theme[]).map(theme => [language, theme] as const),
  )

  test.each(looks)('%s, %s: five steps, each begins with the focus', (language, theme) =>
    inVisit(
      async ({ page, go }) => {
        const text = words[language]
        const { keyboard } = page
        await go('/connector/create')
        await tabTo(page, text.search)
        await keyboard.type('shopify')
        await page.getByRole('button', { name: /MySQL/ }).waitFor({ state: 'detached' })
        await keyboard.press('Enter')

        await focusOn(page, text.name)
        await tabTo(page, text.next)
        await keyboard.press('Enter')
        await focusOn(page, text.name)
        expect(await isWrong(page)).toBe(true)
        await keyboard.type(`By keys ${language} ${theme}`)
        await tabTo(page, text.next)
        expect(await findBarriers(page, { hasFrame: false })).toEqual([])
        await keyboard.press('Enter')

        await focusOn(page, text.address)
        // Back and forth.
        await tabTo(page, text.back)
        await keyboard.press('Enter')
        await focusOn(page, text.name)
        await tabTo(page, text.next)
        await keyboard.press('Enter')
        await focusOn(page, text.address)
        await keyboard.type(shop.params['shop_url'] as string) // the vendor's own
        await tabTo(page, text.toTest)
        await keyboard.press('Enter')
        await focusOn(page, text.token)
        expect(await isWrong(page)).toBe(true)
        await keyboard.type(shop.params['access_token'] as string) // as above
        await tabTo(page, text.toTest)
        expect(await findBarriers(page, { hasFrame: false })).toEqual([])
        await keyboard.press('Enter')

        await focusOn(page, text.testText)
        await page.getByText(text.passed).waitFor()
        await tabTo(page, text.again)
        await keyboard.press('Enter')
        await page.getByText(text.passed).waitFor()
        expect(await focused(page)).toContain(text.again)
        await tabTo(page, text.save)
        expect(await findBarriers(page, { hasFrame: false })).toEqual([])
        await keyboard.press('Enter')

        await focusOn(page, text.saved)
        await waitForRest(page)
        expect(await findBarriers(page, { hasFrame: false })).toEqual([])
        await tabTo(page, text.view)
        await keyboard.press('Enter')
        await page.waitForURL('**/connector/detail/**')
      },
      { language, theme },
    ),
  )

  test('what the server refuses at the end leads to its field; the way out is never closed', () =>
    inVisit(async ({ page, go }) => {
      const text = words['zh-CN']
      const { keyboard } = page
      await api.connector.create({ body: { platform_id: 'shopify', name: 'Taken', params: shop.params } })
      await go('/connector/create?platform=shopify&step=basic')
      await tabTo(page, text.name)
      await keyboard.type('Taken')
      // In a field it is what it is on the button.
      await keyboard.press('Enter')
      await focusOn(page, text.address)
      await keyboard.type('http://127.0.0.1:9')
      await tabTo(page, text.token)
      await keyboard.type('wrong')
      await keyboard.press('Enter')
      await focusOn(page, text.testText)
      await page.getByText('测试未通过').waitFor()
      await tabTo(page, text.save)
      await keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await keyboard.press('Escape')
      await focusOn(page, text.save)
      await keyboard.press('Enter')
      await tabTo(page, '仍然保存')
      await keyboard.press('Enter')
      await focusOn(page, text.name)
      expect(await isWrong(page)).toBe(true)
      await keyboard.press('End')
      await keyboard.type(' no more')
      // From the last control the browser's own bar has its turn, then the page begins anew.
      const start = await focused(page)
      await keyboard.press('Tab')
      for (let step = 0; step < 120 && (await focused(page)) !== start; step += 1) await keyboard.press('Tab')
      expect(await focused(page)).toBe(start)
    }))

  test('a list of pairs that is required has its error where the first pair is added', () =>
    inVisit(async ({ page, go }) => {
      await go('/connector/create?platform=http&step=params')
      await page.getByLabel('基础地址').fill('http://127.0.0.1:9')
      await tabTo(page, '认证方式')
      await page.keyboard.press('ArrowDown')
      const login = page.locator('.ant-select-item-option-active').filter({ hasText: '登录换取令牌' })
      for (let step = 0; step < 20 && (await login.count()) === 0; step += 1) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByLabel('登录地址').fill('/login')
      await page.getByLabel('令牌路径').fill('token')
      await tabTo(page, words['zh-CN'].toTest)
      await page.keyboard.press('Enter')
      await page.getByText('请填写登录参数').waitFor()
      await focusOn(page, '添加一项')
      await page.keyboard.press('Enter')
      await page.getByText('请填写登录参数').waitFor({ state: 'detached' })
      await page.getByPlaceholder('名称').fill('user')
      await tabTo(page, words['zh-CN'].toTest)
      await page.keyboard.press('Enter')
      await focusOn(page, words['zh-CN'].testText)
    }))
})
