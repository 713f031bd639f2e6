import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, setLook, signInByForm, type Visit, type VisitOptions, visit, waitForRest } from './browser.ts'
import { builtFile } from './built-file.ts'
import { adminPassword, type Product, startProduct } from './product.ts'

let product: Product
let browser: Browser
const visits: Visit[] = []

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterEach(async () => {
  for (const one of visits.splice(0)) {
    const problems = one.takeProblems()
    await one.close()
    expect(problems).toEqual([])
  }
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

const open = async (options: VisitOptions = {}, url = product.url): Promise<Visit> => {
  const one = await visit(browser, url, { settings: { multiTab: false, layout: 'side' }, ...options })
  visits.push(one)
  return one
}
const guest = async (path: string): Promise<Page> => {
  const { page } = await open({ isSignedOut: true })
  await page.goto(path)
  await waitForRest(page)
  return page
}
const pathOf = (page: Page): string => page.url().slice(product.url.length)

test('a visitor without a token is sent to the sign-in page with the way back', async () => {
  const page = await guest('/strategy/index?status=running&page=2')
  await page.waitForURL('**/user/login?*')
  expect(pathOf(page)).toBe(`/user/login?redirect=${encodeURIComponent('/strategy/index?status=running&page=2')}`)
  await signInByForm(page)
  expect(pathOf(page)).toBe('/strategy/index?status=running&page=2')
})

test('the form says what is missing and what is wrong, and keeps the name', async () => {
  const page = await guest('/user/login')
  await page.locator('button[type=submit]').click()
  await expectText(page, '请输入用户名')
  await expectText(page, '请输入密码')
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill('not-the-password')
  await page.keyboard.press('Enter')
  await expectText(page, '用户名或密码错误')
  expect(await page.locator('input[autocomplete=username]').inputValue()).toBe('admin')
  await expect.poll(() => page.evaluate("localStorage.getItem('access_token')")).toBeNull()
})

test.each(['//evil.example/', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/user/login'])(
  'after sign-in nobody is led to %s',
  async redirect => {
    const page = await guest(`/user/login?redirect=${encodeURIComponent(redirect)}`)
    await signInByForm(page)
    await page.waitForURL('**/workplace')
    expect(new URL(page.url()).origin).toBe(product.url)
  },
)

test('an unknown path shows the 404 page inside the layout', async () => {
  const { page, go } = await open()
  await go('/no/such/page')
  await expectText(page, '页面不存在')
  await page.getByRole('navigation', { name: '主菜单' }).getByText('集成方案').waitFor()
  await page.getByRole('button', { name: '回到工作台' }).click()
  await page.waitForURL('**/workplace')
})

test('a role without the permission sees 403 and no button it may not press', async () => {
  const { page, go } = await open()
  // The server decides the role; this browser only gets the profile of one that may not read strategies.
  await page.route('**/api/user', async route => {
    const response = await route.fetch()
    const body = await response.json()
    const { permissions } = body.content.role
    body.content.role.permissions = permissions.filter(
      ({ name }: { readonly name: string }) => !/^strategy:/.test(name),
    )
    await route.fulfill({ response, json: body })
  })
  await go('/strategy/index')
  await expectText(page, '你的角色没有打开此页面的权限')
  await go('/workplace')
  await expect.poll(() => page.getByRole('button', { name: '新建方案', disabled: false }).count()).toBe(0)
})

test('signing out forgets the token here and on the server', async () => {
  const { page } = await open()
  const token = await page.evaluate("localStorage.getItem('access_token')")
  await chooseFromUserMenu(page, '退出登录')
  await page.waitForURL('**/user/login')
  await expect.poll(() => page.evaluate("localStorage.getItem('access_token')")).toBeNull()
  const answer = await fetch(`${product.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
})

test('the password dialog names every broken rule and closes on Escape', async () => {
  const { page } = await open()
  await chooseFromUserMenu(page, '修改密码')
  const dialog = page.getByRole('dialog')
  const type = async (old: string, password: string, again: string): Promise<void> => {
    await dialog.getByLabel('原密码').fill(old)
    await dialog.getByLabel('新密码', { exact: true }).fill(password)
    await dialog.getByLabel('再次输入新密码').fill(again)
    await dialog.getByRole('button', { name: /保\s*存/ }).click()
  }
  await type('', '', '')
  await expectText(page, '原密码不能为空')
  await expectText(page, '新密码不能为空')
  await type(adminPassword, adminPassword, adminPassword)
  await expectText(page, '新密码不能与旧密码一样')
  await type(adminPassword, 'a1!', 'a1!')
  await expectText(page, '新密码不能少于8位')
  await type(adminPassword, 'abcdefgh1', 'abcdefgh1')
  await expectText(page, '需要英文与数字混合，至少需要一个特殊字符')
  await type(adminPassword, 'Weir-4712-gate!', 'Weir-4713-gate!')
  await expectText(page, '两次新密码输入不一致')
  await type('not-the-old-one1!', 'Weir-4712-gate!', 'Weir-4712-gate!')
  await expectText(page, '原密码错误')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('a one-time password must be changed before anything else', async () => {
  const fresh = await startProduct({ env: { ADMIN_PASSWORD: '' } })
  try {
    const password = /one-time password\s+(\S+)/.exec(fresh.output())?.[1] ?? ''
    const { page } = await open({ isSignedOut: true }, fresh.url)
    const refused: string[] = []
    page.on('response', answer => {
      if (answer.status() >= 400) refused.push(answer.url())
    })
    await signInByForm(page, 'admin', password)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('首次登录请先修改密码').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.isVisible()).toBe(true)
    await dialog.getByLabel('原密码').fill(password)
    await dialog.getByLabel('新密码', { exact: true }).fill(adminPassword)
    await dialog.getByLabel('再次输入新密码').fill(adminPassword)
    await dialog.getByRole('button', { name: /保\s*存/ }).click()
    await expectText(page, '成功 - 密码已修改')
    await dialog.waitFor({ state: 'hidden' })
    await expectText(page, '从第一条数据开始')
    expect(refused).toEqual([])
    await expect(fresh.signIn('admin', adminPassword)).resolves.toBeDefined()
  } finally {
    for (const one of visits.splice(0)) await one.close()
    await fresh.dispose()
  }
})

test('the language switch changes every text of menu, list and title, and is kept', async () => {
  const { page, go } = await open()
  await go('/strategy/index')
  await expect.poll(() => visibleText(page)).toMatch(/集成方案列表/)
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Strategies').waitFor()
  await waitForRest(page)
  await page.locator('.ant-dropdown').waitFor({ state: 'hidden' })
  for (const path of ['/strategy/index', '/connector/index', '/connector/create', '/system/log', '/workplace']) {
    await go(path)
    // The tenant's and the user's own names stay, and so do the one-letter icons of platforms.
    const own = (await visibleText(page)).replaceAll(/默认租户|管理员|^.$/gm, '')
    expect(own.match(/[\u4e00-\u9fff]+/g) ?? [], path).toEqual([])
  }
  await expect.poll(() => page.title()).toMatch(/^Workplace/)
  await setLook(page, 'zh-CN', 'light', { multiTab: false, layout: 'side' })
})

test('the theme switch turns the page dark and back, and is kept over a reload', async () => {
  const { page } = await open()
  const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const before = await background()
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: '外观' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await page.locator('.ant-dropdown').waitFor({ state: 'hidden' })
  }
  await choose('深色')
  await expect.poll(() => background()).not.toBe(before)
  await page.reload()
  await waitForRest(page)
  await expect.poll(() => background()).not.toBe(before)
  await choose('浅色')
  await expect.poll(() => background()).toBe(before)
})

test('the menu is what the server says, and the breadcrumb tells where one is', async () => {
  const { page, go } = await open()
  const nodes: { readonly content: readonly { readonly path: string }[] } = JSON.parse(
    await page.evaluate(`fetch('/currentUserNav', {
      headers: { authorization: 'Bearer ' + localStorage.getItem('access_token') },
    }).then(answer => answer.text())`),
  )
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByText('系统设置').click()
  await menu.getByText('操作日志').waitFor()
  const paths = new Set(nodes.content.map(node => node.path))
  for (const link of await menu.getByRole('link').all()) expect(paths).toContain(await link.getAttribute('href'))
  await menu.getByText('操作日志').click()
  await page.waitForURL('**/system/log')
  await expect.poll(() => page.getByRole('navigation', { name: '当前位置' }).innerText()).toBe('系统设置')
  await go('/connector/create')
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '连接器' }).click()
  await page.waitForURL('**/connector/index')
})

test('a screen is loaded when it is opened, not before', async () => {
  const { page } = await open({ isSignedOut: true })
  const loaded = new Set<string>()
  page.on('request', request => loaded.add(new URL(request.url()).pathname.slice(1)))
  const list = builtFile('screens/strategy/strategy/strategy-list.tsx')
  const later = [list, builtFile('screens/connect/connector/connector-list.tsx')]
  const inside = [builtFile('app/workspace.tsx'), builtFile('screens/insight/workplace/workplace.tsx')]
  await page.goto('/user/login')
  await waitForRest(page)
  expect(loaded).toContain(builtFile('screens/identity/user/login.tsx'))
  expect([...later, ...inside].filter(file => loaded.has(file))).toEqual([])
  await signInByForm(page)
  expect(later.filter(file => loaded.has(file))).toEqual([])
  await page.getByRole('navigation', { name: '主菜单' }).getByText('集成方案').click()
  await page.waitForURL('**/strategy/index')
  await expectText(page, '还没有集成方案')
  expect(loaded).toContain(list)
})

test('an access token that runs out is renewed without a word; without a way to renew it the visitor signs in again', async () => {
  const { page } = await open()
  const breakAccess = "localStorage.setItem('access_token', 'broken'); localStorage.setItem('token_given_at', '0')"
  await page.evaluate(breakAccess)
  await page.getByRole('navigation', { name: '主菜单' }).getByText('连接器').click()
  await expectText(page, '还没有连接器')
  await expect.poll(() => page.evaluate("localStorage.getItem('access_token')")).not.toBe('broken')
  await page.evaluate(`${breakAccess}; localStorage.setItem('refresh_token', 'broken')`)
  await page.getByRole('navigation', { name: '主菜单' }).getByText('集成方案').click()
  await page.waitForURL('**/user/login?redirect=*')
  await expectText(page, '登录已失效 Unauthorized')
})

async function chooseFromUserMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^账号/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** The texts on screen, without the watermark, which is a picture. */
const visibleText = (page: Page): Promise<string> => page.locator('body').innerText()

/** Waits until the text is on screen. */
async function expectText(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
}
