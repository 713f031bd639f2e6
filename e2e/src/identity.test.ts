import { createHmac } from 'node:crypto'
import { startOidcProvider, TEST_CLIENT, type TestProvider } from '@sluice/api/testing/start-oidc-provider.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signInByForm, type Visit, visit, waitForRest } from './browser.ts'
import { findFreePort } from './find-free-port.ts'
import { adminPassword, type Product, startProduct } from './product.ts'

let product: Product
let browser: Browser
let idp: TestProvider
let guest: Visit
let page: Page
let linkedAtMs = 0
let recovery: readonly string[] = []

beforeAll(async () => {
  // The callback address is registered at the provider, so the port must be known before.
  const port = await findFreePort()
  product = await startProduct({
    env: { PORT: String(port), REGISTRATION: 'on', EGRESS_ALLOW: 'private', NODE_ENV: 'development' },
  })
  idp = await startOidcProvider([`${product.url}/user/sso`])
  browser = await openBrowser()
  guest = await visit(browser, product.url, { isSignedOut: true })
  page = guest.page
  // The browser computes here, and this machine may be busy.
  page.setDefaultTimeout(90_000)
})
afterAll(async () => {
  await browser.close()
  await idp.close()
  await product.dispose()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const field = (name: string) => page.getByLabel(name, { exact: true })
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()
/** A second of computing in the place of the picture. */
const proveHuman = async () => {
  await page.locator('.us-captcha img').waitFor()
  await button('看不清？改用免图验证').click()
  await said('验证完成，无需输入字符')
}
const signOut = async () => {
  await page.evaluate('localStorage.removeItem("access_token")')
  await page.goto('/user/login')
  await waitForRest(page)
}

test('three wrong passwords bring the picture; answered without seeing it, the right password signs in', async () => {
  await page.goto('/user/login?redirect=%2Fsystem%2Flog')
  await waitForRest(page)
  await button('登 录').or(button('登录')).click()
  await said('请输入用户名')
  await said('请输入密码')
  await field('用户名').fill('admin')
  for (let round = 0; round < 3; round++) {
    await field('密码').fill(`Wrong-pass-${round}`)
    await page.locator('button[type=submit]').click()
    await waitForRest(page)
    await said('用户名或密码错误')
  }
  await field('密码').fill(adminPassword)
  await page.locator('button[type=submit]').click()
  await said('请先完成图形验证，再登录一次。')
  await field('图形验证码').fill('!!!!')
  const releasePicture = await holdNextPicture()
  await page.locator('button[type=submit]').click()
  await said('验证码错误')
  // The next picture is on its way: what was typed now would be answered to none, or be lost when it comes.
  await expect.poll(() => field('图形验证码').isDisabled()).toBe(true)
  expect(await page.locator('.us-captcha img').count()).toBe(0)
  releasePicture()
  await page.locator('.us-captcha img').waitFor()
  expect([await field('图形验证码').isEnabled(), await field('图形验证码').inputValue()]).toEqual([true, ''])
  await proveHuman()
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/system\/log/)
  await waitForRest(page)
})

test('a stranger who guesses keeps nobody out: a new browser computes and is in, a known one need not', async () => {
  const known = page
  const stranger = await visit(browser, product.url, { isSignedOut: true })
  page = stranger.page
  page.setDefaultTimeout(90_000)
  const attempt = async (password: string) => {
    await field('密码').fill(password)
    const answered = page.waitForResponse(/passport\/login$/)
    await page.locator('button[type=submit]').click()
    await answered
    await waitForRest(page)
  }
  await page.goto('/user/login')
  await waitForRest(page)
  await field('用户名').fill('admin')
  for (let round = 0; round < 4; round++) await attempt(`Guess-${round}`)
  for (let round = 0; round < 2; round++) {
    await proveHuman()
    await attempt(`Proved-${round}`)
  }
  await proveHuman()
  await attempt(adminPassword)
  await said(/这个用户名今天多次输错密码/)
  await said('验证完成，无需输入字符')
  expect(await page.locator('.us-captcha').isVisible()).toBe(false)
  await attempt(adminPassword)
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
  page = known
  await signOut()
  await field('用户名').fill('admin')
  await attempt(adminPassword)
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
  await stranger.close()
})

/** The next picture that is asked for stays on its way until it is released. */
async function holdNextPicture(): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(
    /captcha\/image/,
    async held => {
      await released
      await held.continue()
    },
    { times: 1 },
  )
  return release
}

test('a phone is linked by a code; signing in by phone counts down and says what is wrong', async () => {
  await page.goto('/account/settings/binding')
  await button('绑定手机').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('手机号').fill('12345')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByText('手机号格式错误').waitFor()
  await dialog.getByLabel('手机号').fill('13812345678')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByText(/\d+ 秒后重发/).waitFor()
  await dialog.getByLabel('短信验证码').fill(await readCode())
  await dialog.getByRole('button', { name: /^绑\s?定$/ }).click()
  await said('+86138****5678')
  linkedAtMs = Date.now()
  await signOut()
  await page.getByRole('tab', { name: '手机号登录' }).click()
  await field('手机号').fill('123')
  await button('获取验证码').click()
  await said(/手机号格式错误/)
  await field('手机号').fill('13912345678')
  await proveHuman()
  await button('获取验证码').click()
  await said(/\d+ 秒后重发/)
  const code = await readCode()
  await field('短信验证码').fill(code === '000000' ? '000001' : '000000')
  await page.locator('button[type=submit]').click()
  await said('验证码错误')
})

/** In development the page itself shows it. */
async function readCode(): Promise<string> {
  const shown = page.getByText(/开发环境：验证码为 \d{6}/)
  await shown.waitFor()
  return /\d{6}/.exec(await shown.innerText())![0]
}

test('a company registers, with its password judged while it is typed, and its administrator signs in', async () => {
  await page.goto('/user/register')
  await waitForRest(page)
  await field('公司名称').fill('水闸贸易')
  await field('公司编码').fill('acme')
  await field('用户名').fill('admin')
  await field('密码').fill('short')
  await said('密码强度：太短')
  await page.locator('button[type=submit]').click()
  await said('新密码不能少于8位')
  await field('密码').fill(adminPassword)
  await said('密码强度：很强')
  await field('确认密码').fill(adminPassword)
  await proveHuman()
  await page.locator('button[type=submit]').click()
  // Another tenant has an administrator of this name; nobody learns of it.
  await page.waitForURL(/\/user\/register-result/)
  await said(/水闸贸易.*acme.*admin@acme/)
  await button('去登录').click()
  await signInByForm(page, 'admin@acme')
  expect(guest.takeProblems()).toEqual([])
})

test('an authenticator is set up, asked for at the next sign-in, and a recovery code does in its place', async () => {
  await page.goto('/account/settings/security')
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: '动态口令' }) })
  await panel.getByRole('button', { name: /^启\s?用$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '下一步' }).click()
  const secret = await dialog.locator('.sl-totp-secret code').innerText()
  await dialog.getByLabel('6 位动态口令').fill(writeCode(secret))
  await dialog.getByRole('button', { name: /^启\s?用$/ }).click()
  await dialog.locator('.sl-totp-codes code').first().waitFor()
  recovery = await dialog.locator('.sl-totp-codes code').allInnerTexts()
  await dialog.getByRole('button', { name: '我已保存' }).click()
  await panel.getByText('已启用').waitFor()
  await signOut()
  await field('用户名').fill('admin@acme')
  await field('密码').fill(adminPassword)
  await page.locator('button[type=submit]').click()
  await page.getByRole('heading', { name: '动态口令' }).waitFor()
  await field('动态口令或恢复码').fill('000000')
  await page.locator('button[type=submit]').click()
  await said('动态口令错误')
  await field('动态口令或恢复码').fill(recovery[0]!)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
  await waitForRest(page)
})

test('an identity provider is set up, linked and signs in; unlinked it signs in no longer', async () => {
  await page.goto('/system/security')
  await button(/新建身份提供方/).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('公司账号')
  await dialog.getByLabel('签发地址').fill(idp.issuer)
  await dialog.getByLabel('客户端 ID').fill(TEST_CLIENT.id)
  await dialog.getByLabel('客户端密钥').fill(TEST_CLIENT.secret)
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await button('测试 公司账号').click()
  await said(/连接正常/)
  await page.goto('/account/settings/binding')
  expect(guest.takeProblems()).toEqual([])
  await button('绑定“公司账号”').click()
  await passProvider('alice')
  await page.waitForURL(/\/account\/settings\/binding/)
  guest.takeProblems() // the provider's own pages ask the network for a font
  await said(/公司账号 · .*alice/)
  await signOut()
  await leaveForProvider()
  // The provider still knows the person; our own second factor is asked for all the same.
  await page.getByRole('heading', { name: '动态口令' }).waitFor()
  await field('动态口令或恢复码').fill(recovery[1]!)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
  await page.goto('/account/settings/binding')
  await page.getByRole('button', { name: /^解\s?绑$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^解\s?绑$/ })
    .click()
  await said('已解绑')
  await signOut()
  await leaveForProvider()
  await page.getByRole('heading', { name: '单点登录未成功' }).waitFor()
  await expect.poll(() => page.evaluate('localStorage.getItem("access_token")')).toBeNull()
})

/** From the sign-in page to the provider, who sends the browser back at once when it knows the person. */
async function leaveForProvider(): Promise<void> {
  await page.getByRole('link', { name: '单点登录' }).click()
  await field('公司编码').fill('acme')
  await button('查找登录方式').click()
  await button(/使用“公司账号”登录/).click()
}

/** The provider's own pages: name and consent, as far as it asks. */
async function passProvider(login: string): Promise<void> {
  await page.waitForURL(url => url.href.startsWith(idp.issuer))
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** By the form, so that the list of sign-ins names the browser. */
async function openSignedIn(): Promise<Visit> {
  const visitor = await visit(browser, product.url, { isSignedOut: true })
  await signInByForm(visitor.page)
  return visitor
}

test('a sign-in elsewhere is seen and ended from here', async () => {
  const [here, there] = [await openSignedIn(), await openSignedIn()]
  here.page.setDefaultTimeout(90_000)
  there.page.setDefaultTimeout(90_000)
  await here.page.goto('/account/settings/security')
  const rows = here.page.getByRole('row').filter({ hasText: 'Chrome' })
  await expect.poll(() => rows.count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  await here.page.getByRole('button', { name: '退出其他所有登录' }).click()
  await here.page.getByRole('dialog').getByRole('button', { name: '退出其他所有登录' }).click()
  await here.page.getByText(/已退出 \d+ 处登录/).waitFor()
  await there.page.goto('/workplace')
  await there.page.waitForURL(/\/user\/login/)
  await here.page.goto('/workplace')
  await waitForRest(here.page)
  expect(new URL(here.page.url()).pathname).toBe('/workplace')
  await here.close()
  await there.close()
})

test('the linked phone signs in by a new code', async () => {
  // One message a minute: what the tests before left of it.
  await page.waitForTimeout(Math.max(0, linkedAtMs + 61_000 - Date.now()))
  await signOut()
  await page.getByRole('tab', { name: '手机号登录' }).click()
  await field('手机号').fill('138 1234 5678')
  await proveHuman()
  await button('获取验证码').click()
  await field('短信验证码').fill(await readCode())
  await page.locator('button[type=submit]').click()
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
  await waitForRest(page)
  expect(guest.takeProblems()).toEqual([])
})

/** RFC 6238 by hand, as an authenticator does it. */
function writeCode(base32: string): string {
  const bits = [...base32].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const offset = mac[19]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1e6).padStart(6, '0')
}
