import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Model, startModel } from '@sluice/sandbox'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser, signInByForm, type Visit, visit, waitForRest } from './browser.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForRun } from './run-strategy.ts'
import { WATCH_CHAT } from './watch-timing.ts'

let directory: string
let product: Product
let browser: Browser
let api: Api
let opened: Visit
let page: Page

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-account-'))
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  browser = await openBrowser()
  api = await product.signIn()
})
beforeEach(async () => {
  await api.user.saveSettings({ body: { layout: 'top', multiTab: true, timeZone: '', homePage: '/workplace' } })
  opened = await visit(browser, product.url)
  page = opened.page
})
afterEach(async () => {
  const problems = opened.takeProblems()
  await opened.close()
  expect(problems).toEqual([])
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

const openMenu = async (): Promise<void> => {
  await page.getByRole('button', { name: /^账号/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).waitFor()
}
const bell = () => page.getByRole('button', { name: /^通知/ })
const openBell = async (): Promise<void> => {
  await bell().click()
  await page.getByRole('tab', { name: /服务器异常/ }).waitFor()
}
const stored = (key: string): Promise<string | null> =>
  page.evaluate(`localStorage.getItem(${JSON.stringify(key)})`) as Promise<string | null> // localStorage's own answer

describe('the user dropdown', () => {
  test('has every entry of the specification, and each one works', async () => {
    await openMenu()
    expect(await page.locator('.ant-dropdown:visible').getByRole('menuitem').allInnerTexts()).toEqual([
      '个人中心',
      '个人设置',
      '修改密码',
      '刷新缓存',
      '智能助手',
      '退出登录',
    ])
    const entryOf = (name: string) => page.locator('.ant-dropdown').getByRole('menuitem', { name })
    for (const [entry, path] of [
      ['个人中心', '**/account/center'],
      ['个人设置', '**/account/settings/base'],
      ['智能助手', '**/account/assistant'],
    ] as const) {
      if (!(await entryOf(entry).isVisible())) await openMenu()
      await entryOf(entry).click()
      await page.waitForURL(path)
      await entryOf(entry).waitFor({ state: 'hidden' })
    }
    await page.getByText('选择一个会话').waitFor()
    await openMenu()
    await page.getByRole('menuitem', { name: '修改密码' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /确\s*定|保\s*存/ }).click()
    await dialog.getByText('原密码不能为空').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('refreshing the cache forgets everything but the sign-in; logging out forgets that and the exceptions', async () => {
    await page.evaluate(`localStorage.setItem('errorKey1', '{}'); localStorage.setItem('anything', 'x')`)
    const token = await stored('access_token')
    await openMenu()
    await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: '刷新缓存' }).click()])
    await waitForRest(page)
    expect([await stored('access_token'), await stored('anything'), await stored('errorKey1')]).toEqual([
      token,
      null,
      null,
    ])
    await page.evaluate(`localStorage.setItem('errorKey1', '{}')`)
    await openMenu()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL('**/user/login*')
    expect([await stored('access_token'), await stored('errorKey1')]).toEqual([null, null])
    const answer = await fetch(`${product.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(401)
  })
})

describe('the assistant', () => {
  let model: Model
  beforeAll(async () => {
    model = await startModel('sk-e2e-key')
  })
  afterAll(() => model.close())

  const connect = async (): Promise<void> => {
    if ((await api.assistant.provider()).content.connector !== null) return
    const params = { base_url: model.url, api_key: model.key, model: 'model-01' }
    await api.connector.create({ body: { platform_id: 'openai', name: '本地模型', params } })
  }
  const panel = () => page.getByRole('region', { name: '智能助手' })
  const input = () => page.getByRole('textbox', { name: '问题' })
  const send = () => page.getByRole('button', { name: '发送' })
  const log = () => page.getByRole('log', { name: '对话' })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: '智能助手' }).click()
    const focus = () => page.evaluate("document.activeElement?.getAttribute('aria-label')")
    await expect.poll(focus, { timeout: 20_000 }).toBe('问题')
  }

  test('at the header: says what it lacks, answers, fails with the way out; every opening is a new session', async () => {
    await open()
    const link = panel().getByRole('link', { name: '新建 OpenAI 连接器' })
    expect(await link.getAttribute('href')).toBe('/connector/create?step=basic&platform=openai')
    await connect()
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'hidden' })

    await open()
    await expect.poll(() => link.count()).toBe(0)
    expect(await send().isDisabled()).toBe(true)
    await page.keyboard.type('<img src=x>')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('你好')
    await page.keyboard.press('Enter')
    await log().getByText('You asked: <img src=x>').waitFor()
    await page.getByText('生成成功').waitFor()
    expect(await log().getByRole('img').count()).toBe(0)
    expect(model.asked.at(-1)?.messages.at(-1)).toEqual({ role: 'user', content: '<img src=x>\n你好' })

    model.fault = 'page'
    await input().fill('再问一次')
    await send().click()
    await log().getByText('异常错误（abnormal error）').waitFor()
    await page.getByText('生成失败').waitFor()
    await log().getByText('请检查是否已配置 OpenAI 连接器。').waitFor()

    model.fault = 'silent'
    await input().fill('还在吗')
    await page.keyboard.press('Enter')
    await log().getByText('正在思考…').waitFor()
    await input().fill('草稿')
    expect(await send().isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await open()
    expect([await input().inputValue(), await log().getByText('还在吗').count()]).toEqual(['', 0])
  })

  test('as a page: sessions are found, renamed, opened and deleted', async () => {
    model.fault = 'none'
    await connect()
    const made = await api.assistant.create({ body: { name: '退款流程' } })
    await api.assistant.ask({ params: { id: made.content[0]!._id.$oid }, body: { msg: '怎样映射字段？' } })
    await opened.go('/account/assistant')
    const list = page.getByRole('navigation', { name: '会话' })
    await list.getByLabel('搜索名称或内容').fill('退款')
    await expect.poll(() => list.getByRole('listitem').count(), { timeout: 20_000 }).toBe(1)
    await list.getByRole('link', { name: /退款流程/ }).click()
    await log().getByText('You asked: 怎样映射字段？').waitFor()
    await input().fill('然后呢？')
    await page.keyboard.press('Enter')
    await log().getByText('You asked: 然后呢？').waitFor()
    await page.evaluate(WATCH_CHAT)
    await input().fill('一行\n'.repeat(60))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('chat.isAtEnd()'), { timeout: 20_000 }).toBe(true)
    const waits = (await page.evaluate('chat.waits')) as number[] // of the script's own making
    expect(waits.filter(ms => ms < 750)).toEqual([])
    await list.getByRole('button', { name: '退款流程 的操作' }).click()
    await page.getByRole('menuitem', { name: '重命名' }).click()
    await page.getByRole('dialog').getByLabel('名称').fill('退款与换货')
    await page.keyboard.press('Enter')
    await list.getByRole('link', { name: /退款与换货/ }).waitFor()
    await list.getByRole('button', { name: '退款与换货 的操作' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /删\s*除/ })
      .click()
    await page.getByText('没有找到').waitFor()
    await page.getByText('选择一个会话').waitFor()
  })
})

describe('personal settings', () => {
  test('each page has its own address, and moving among them leaves one tab', async () => {
    await opened.go('/account/settings')
    await page.waitForURL('**/account/settings/base')
    for (const [name, path] of [
      ['安全设置', 'security'],
      ['个性化设置', 'custom'],
      ['账号绑定', 'binding'],
      ['新消息通知', 'notification'],
      ['基本设置', 'base'],
    ] as const) {
      await page.getByRole('navigation', { name: '个人设置' }).getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**/account/settings/${path}`)
      await waitForRest(page)
      const tabs = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link')
      await expect.poll(() => tabs.allInnerTexts()).toEqual(['工作台', name])
    }
  })

  test('name, addresses and picture are kept, and what is wrong is said at its field', async () => {
    await opened.go('/account/settings/base')
    await page.getByLabel('手机号').fill('12345')
    await page.getByRole('button', { name: /保\s*存/ }).click()
    await page.getByText('手机号格式不正确').waitFor()
    await page.getByLabel('昵称').fill('小林')
    await page.getByLabel('邮箱').fill('lin@example.test')
    await page.getByLabel('手机号').fill('138 0000 0000')
    await page.getByRole('button', { name: /保\s*存/ }).click()
    await page.getByText('已保存').waitFor()
    await page.getByRole('button', { name: '账号 小林' }).waitFor()
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
    const picture = page.locator('img.sh-avatar')
    await picture.waitFor()
    await expect.poll(() => picture.getAttribute('src')).toMatch(/^data:image\/webp;base64,/)
    await opened.go('/account/center')
    await page.getByText('lin@example.test').waitFor()
    await page.getByText('13800000000').waitFor()
    await page.getByText('更换头像').first().waitFor()
  })

  test('zone, first page and look follow the user to another browser', async () => {
    await opened.go('/account/settings/custom')
    await page.getByRole('combobox', { name: '时区' }).click()
    await page.keyboard.type('Sao_Paulo')
    await page.getByTitle(/America\/Sao_Paulo/).click()
    await page.getByRole('combobox', { name: '默认页面' }).click()
    await page.getByTitle('个人中心', { exact: true }).click()
    const profile = async () => (await api.user.profile()).content.settings
    await expect.poll(profile).toMatchObject({ timeZone: 'America/Sao_Paulo', homePage: '/account/center' })
    const elsewhere = await visit(browser, product.url, { isSignedOut: true })
    await signInByForm(elsewhere.page)
    await elsewhere.page.waitForURL('**/account/center')
    const utc = (await api.system.log({ query: { action: 'passport.login', pageSize: 1 } })).content[0]!.created_at
    const local = new Date(Date.parse(utc) - 3 * 3_600_000).toISOString().slice(0, 10)
    await elsewhere.page.locator('.sl-table').getByText(local).first().waitFor()
    expect(elsewhere.takeProblems()).toEqual([])
    await elsewhere.close()
  })

  test('an access token is shown once, works for a script, and ends when it is revoked', async () => {
    await opened.go('/account/settings/security')
    await page.getByRole('button', { name: '新建令牌' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称').fill('每晚构建')
    await dialog.getByRole('button', { name: '只读' }).click()
    await dialog.getByRole('button', { name: /新\s*建/ }).click()
    await page.getByText('令牌已新建').waitFor()
    const token = (await page.locator('.ac-token code').innerText()).trim()
    const call = async (method: string, path: string) =>
      (await fetch(product.url + path, { method, headers: { authorization: `Bearer ${token}` } })).status
    expect(await call('GET', '/api/dh/lessee/connector')).toBe(200)
    expect(await call('DELETE', '/api/dh/lessee/connector/00000000-0000-7000-8000-000000000000')).toBe(405)
    expect(await call('GET', '/api/dp/account/token')).toBe(405)
    await page.reload()
    await waitForRest(page)
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: '撤销 每晚构建' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /撤\s*销/ })
      .click()
    await page.getByText('令牌已撤销').waitFor()
    expect(await call('GET', '/api/dh/lessee/connector')).toBe(401)
  })
})

describe('the bell', () => {
  test('keeps the last ten server exceptions and shows path, line, exception, message and trace', async () => {
    let count = 0
    const content = {
      exception: 'TypeError',
      message: 'boom',
      file: 'orders.ts',
      line: 7,
      trace: [{ function: 'readOrder', file: 'order.ts', line: 3 }],
    }
    await page.route('**/api/dp/account/center', route => {
      count += 1
      const body = {
        success: false,
        code: 'internal',
        message: 'x',
        content: [{ ...content, message: `boom ${count}` }],
      }
      return route.fulfill({ status: 500, json: body })
    })
    await opened.go('/account/center')
    while (count < 12) {
      const before = count
      await page.getByRole('button', { name: '重试' }).first().click()
      await expect.poll(() => count).toBeGreaterThan(before)
      await waitForRest(page)
    }
    const keys = (await page.evaluate('Object.keys(localStorage)')) as string[] // its own names
    expect(keys.filter(key => /^errorKey\d/.test(key)).sort()).toEqual(
      Array.from({ length: 10 }, (_, index) => `errorKey${index + 1}`).sort(),
    )
    await openBell()
    await page.getByRole('tab', { name: /服务器异常/ }).click()
    const newest = page.locator('.sh-exceptions > li').first()
    await expect.poll(() => page.locator('.sh-exceptions > li').count()).toBe(10)
    await newest.locator('summary').click()
    const text = await newest.innerText()
    for (const part of [
      '/api/dp/account/center · orders.ts',
      '7',
      'TypeError',
      `boom ${count}`,
      'readOrder order.ts:3',
    ])
      expect(text).toContain(part)
    await page.getByRole('button', { name: /清\s*空/ }).click()
    await page.getByText('没有服务器异常').waitFor()
    await page.keyboard.press('Escape')
    // The browser itself prints each answer of 500.
    expect(opened.takeProblems().filter(problem => !/500/.test(problem))).toEqual([])
  })

  test('tells of a failed strategy once, leads there, is read, and settles when the strategy recovers', async () => {
    const strategy = await createBroken()
    await api.notice.clear({ body: {} }) // each visitor was a new device
    const fail = async () => {
      const { content } = await api.strategy.runNow({ params: { id: strategy }, body: {} })
      return (await waitForRun(api, content.run_id)).state
    }
    expect([await fail(), await fail()]).toEqual(['failed', 'failed'])
    // The next poll of the bell, no reload.
    await page.getByRole('button', { name: '通知 (1)' }).waitFor({ timeout: 90_000 })
    await openBell()
    const notice = page.getByRole('button', { name: /方案“坏方案”运行失败 ×2/ })
    await notice.click()
    await page.waitForURL(`**/strategy/detail/${strategy}?tab=runs`)
    await page.getByRole('button', { name: '通知', exact: true }).waitFor()
    await opened.go('/account/settings/notification')
    await page.getByText('此安装还没有设置邮件服务').waitFor()
    const toggle = page.getByRole('switch', { name: '方案运行失败 站内' })
    await toggle.click()
    await opened.go('/account/notices')
    await page.getByText('没有通知').waitFor()
    await opened.go('/account/settings/notification')
    await toggle.click()
    await opened.go('/account/notices')
    await page.getByRole('link', { name: '方案“坏方案”运行失败' }).waitFor()
    inShop('insert into numbers values (1)')
    expect(await fail()).toBe('succeeded')
    await page.reload()
    await page.locator('.sl-table').getByText('已恢复').waitFor()
    await page.getByRole('button', { name: '全部清空' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '全部清空' }).click()
    await page.getByText('没有通知').waitFor()
  })
})

const inShop = (sql: string): void => {
  const shop = openDatabase(join(directory, 'shop.db'))
  shop.exec(sql)
  shop.close()
}

/** A strategy that replaces a whole set, and whose source is empty: that fails until it has a row. */
async function createBroken(): Promise<string> {
  inShop(`create table numbers (id integer primary key); create table copies (id integer primary key)`)
  const body = { platform_id: 'sqlite', name: 'shop', params: { place: 'directory', directory, name: 'shop.db' } }
  const { id } = (await api.connector.create({ body })).content
  const { content } = await api.strategy.create({
    body: {
      name: '坏方案',
      config: {
        source: { connector_id: id, resource: 'numbers', key: ['id'] },
        target: { connector_id: id, resource: 'copies', key: ['id'], mode: 'replace' },
        mapping: { copyAll: true, fields: [] },
      },
    },
  })
  return content.id
}
