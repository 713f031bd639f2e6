import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from 'hucre'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signInByForm, type Visit, visit, waitForRest } from './browser.ts'
import { listChoices } from './choices.ts'
import { findBarriers } from './find-barriers.ts'
import { type Product, projectRoot, startProduct } from './product.ts'

let product: Product
let browser: Browser
let admin: Visit
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  admin = await visit(browser, product.url, { settings: { multiTab: false }, isUnopened: true })
  page = admin.page
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

const dialog = () => page.locator('.ant-modal:visible, .ant-drawer-content-wrapper:visible').last()
const rowOf = (text: string) => page.locator('.ant-table-row', { hasText: text })

test('a role is made from a preset with a scope, copied, and not deleted while somebody has it', async () => {
  await admin.go('/system/role')
  await page.getByRole('button', { name: '新建角色' }).click()
  await dialog().getByLabel('角色名称').fill('华东运维')
  await dialog().getByLabel('集成方案：全选').check()
  await dialog().getByLabel('集成方案 删除').uncheck()
  await dialog().getByLabel('新增：全选').check()
  await dialog().getByText('指定分组').click()
  // Before the list of groups opens: antd leaves the hidden listbox behind it without a name.
  expect(await findBarriers(page)).toEqual([])
  await dialog().getByLabel('选择或输入分组').fill('华东')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await dialog().getByRole('button', { name: '保存' }).click()
  await rowOf('华东运维').first().waitFor()
  await expect.poll(() => rowOf('华东运维').first().innerText()).toContain('华东')
  await rowOf('华东运维').getByRole('button', { name: '复制' }).click()
  await dialog().getByRole('button', { name: '保存' }).click()
  await rowOf('华东运维 副本').waitFor()
  await rowOf('华东运维 副本').getByRole('button', { name: '删除' }).click()
  await dialog().getByRole('button', { name: '删除' }).click()
  await rowOf('华东运维 副本').waitFor({ state: 'detached' })
  // The administrators' role cannot be deleted, and the button says why.
  const remove = rowOf('内置').getByRole('button', { name: '删除' })
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true')
  await remove.hover()
  await page.getByText('内置的管理员角色不能修改或删除').waitFor()
})

test('a sub-account is made, signs in with the password shown once, sees what its role allows, and is put out', async () => {
  await admin.go('/system/user')
  await page.getByRole('button', { name: '新建子账号' }).click()
  await dialog().getByLabel('用户名').fill('x')
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().getByText('请输入 3–60 位').waitFor()
  await dialog().getByLabel('用户名').fill('zhang.san')
  await dialog().getByLabel('角色').click()
  await listChoices(page).filter({ hasText: '华东运维' }).click()
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().getByText('一次性密码', { exact: true }).first().waitFor()
  const password = await dialog().locator('dd code').last().innerText()
  await dialog().getByRole('button', { name: '我已转告' }).click()
  const clerk = await visit(browser, product.url, { isSignedOut: true })
  await clerk.page.goto('/user/login')
  await clerk.page.getByLabel('用户名').fill('zhang.san')
  await clerk.page.locator('input[type=password]').fill(password)
  await clerk.page.keyboard.press('Enter')
  await clerk.page.getByText('首次登录请先修改密码').waitFor()
  await page.reload()
  await rowOf('zhang.san').getByRole('button', { name: '停用' }).click()
  await dialog().getByRole('button', { name: '停用' }).click()
  await rowOf('zhang.san').getByText('停用', { exact: true }).first().waitFor()
  await clerk.page.goto('/workplace')
  await clerk.page.waitForURL(/\/user\/login/)
  // Whole before it is closed: a profile that is closed while its page is still loading sometimes never ends.
  await clerk.page.getByLabel('用户名').waitFor()
  await waitForRest(clerk.page)
  await clerk.close()
})

test('sub-accounts come from a file; faults are shown by line and saved as a file', async () => {
  await admin.go('/system/user')
  await page.getByRole('button', { name: '批量导入' }).click()
  // The same as a workbook: what a spreadsheet saves is judged alike.
  const rows = [
    ['用户名', '角色', '手机'],
    ['li.si', '只读', '13900000001'],
    ['wang.wu', '没有的角色', ''],
  ]
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'People', rows }] })),
    })
  await dialog().getByText('1 行可以导入，1 行有问题').waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '批量导入' }).click()
  const text = '用户名,角色,手机\r\nli.si,只读,13900000001\r\nzhang.san,只读,\r\nwang.wu,没有的角色,\r\n'
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog().getByText('1 行可以导入，2 行有问题').waitFor()
  const download = page.waitForEvent('download')
  await dialog().getByRole('button', { name: '下载错误文件' }).click()
  const errors = await readFile(await (await download).path(), 'utf8')
  expect(errors).toContain('没有的角色')
  expect(errors).not.toContain('li.si')
  await dialog().getByRole('button', { name: '导入 1 行' }).click()
  await dialog().getByText('已新建 1 个账号').waitFor()
  await dialog().getByRole('button', { name: '关闭' }).last().click()
  await rowOf('li.si').waitFor()
})

test('the log tells by readable names, shows what changed, verifies, and its file verifies without the product', async () => {
  await admin.go('/system/log?action=subAccount.disable')
  await rowOf('停用子账号').waitFor()
  await rowOf('停用子账号').getByRole('button').click()
  await dialog().getByText('改动的字段').waitFor()
  await dialog().getByText('"disabled"').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '校验' }).click()
  await dialog()
    .getByText(/行全部吻合/)
    .waitFor()
  await dialog().getByRole('button', { name: '关闭' }).last().click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByText('导出整条链').click()
  const file = join(product.dataDir, 'log.jsonl')
  await (await download).saveAs(file)
  const check = async () => {
    const { spawnSync } = await import('node:child_process')
    return spawnSync(process.execPath, ['main/src/main.ts', 'verify-log', file], { cwd: projectRoot, encoding: 'utf8' })
  }
  expect((await check()).stdout).toMatch(/All \d+ rows fit/)
  await writeFile(file, (await readFile(file, 'utf8')).replace('zhang.san', 'zhang.sam'))
  const found = await check()
  expect([found.status, found.stderr]).toEqual([1, expect.stringMatching(/Line \d+ does not fit: the row was changed/)])
})

test('who sees a part of the log is not offered what needs the whole of it, and reads why', async () => {
  const api = await product.signIn()
  const permissions = ['own:add', 'own:delete', 'log:query', 'log:export', 'log:delete']
  const role = (await api.role.create({ body: { name: '部分日志', permissions, groups: ['华东'] } })).content
  const username = 'part.reader'
  const { content } = await api.subAccount.save({ body: { username, role_id: role.id } })
  const oldpassword = content.one_time_password ?? ''
  const own = await product.signIn(username, oldpassword)
  const password = 'Reads-a-part-1'
  const { user_id } = (await own.user.profile()).content
  await own.system.setPassword({ body: { user_id, oldpassword, password, password2: password } })
  const reader = await visit(browser, product.url, { settings: { multiTab: false }, isSignedOut: true })
  await signInByForm(reader.page, username, password)
  await reader.go('/system/log')
  const clean = reader.page.getByRole('button', { name: '清理' })
  await expect.poll(() => clean.getAttribute('aria-disabled')).toBe('true')
  await clean.hover()
  await reader.page.getByRole('tooltip', { name: '你的角色限定了数据范围' }).waitFor()
  await reader.page.getByRole('button', { name: '导出' }).click()
  const chain = reader.page.getByRole('menuitem', { name: '导出整条链' })
  await expect.poll(() => chain.getAttribute('aria-disabled')).toBe('true')
  expect(await reader.page.getByRole('menuitem', { name: /CSV/ }).getAttribute('aria-disabled')).toBeNull()
  expect(reader.takeProblems()).toEqual([])
  await reader.close()
})

test('names of the website show in the footer of everybody at once; permissions and quota are there to read', async () => {
  await admin.go('/system/website')
  await page.getByLabel('备案号').fill('沪ICP备12345号')
  await page.getByLabel('隐私政策链接').fill('nowhere')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请输入以 http://').waitFor()
  await page.getByLabel('隐私政策链接').fill('https://acme.example/privacy')
  await page.getByRole('button', { name: '保存' }).click()
  await page.locator('footer').getByText('沪ICP备12345号').waitFor()
  const stranger = await visit(browser, product.url, { isSignedOut: true })
  await stranger.page.goto('/user/login')
  await stranger.page.getByText('沪ICP备12345号').waitFor()
  expect(await stranger.page.locator('footer a').first().getAttribute('href')).toBe('https://acme.example/privacy')
  await stranger.close()
  for (const [path, text] of [
    ['/system/permission', 'strategy:delete'],
    ['/system/quota', '尚未测量'],
    ['/system/tenant', '申请注销'],
  ] as const) {
    await admin.go(path)
    await page.getByText(text).first().waitFor()
    await waitForRest(page)
    expect([path, await findBarriers(page)]).toEqual([path, []])
  }
  expect(admin.takeProblems()).toEqual([])
})
