import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose } from './choices.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** From an application made in the console to a record that a stranger's program sent, found again from the log. */
let world: FilesVisit
let page: Page
let strategy: string
let key: string
let secret: string
let configOf: (inbox: string) => Parameters<FilesVisit['api']['strategy']['create']>[0]['body']['config']

beforeAll(async () => {
  world = await visitFiles({ target: 'create table orders (id text primary key, amount text not null, phone text)' })
  ;({ page } = world)
  const target = await world.connect('target')
  const self = (await world.api.connector.create({ body: { platform_id: 'self', name: '本平台', params: {} } })).content
    .id
  configOf = inbox => ({
    source: { connector_id: self, resource: 'passive.receive', options: { inbox }, key: ['id'] },
    target: { connector_id: target, resource: 'orders', mode: 'upsert' as const },
    mapping: { copyAll: true, fields: [] },
  })
  const config = configOf('partner')
  strategy = (await world.api.strategy.create({ body: { name: '合作方订单', config } })).content.id
  await world.api.strategy.start({ params: { id: strategy } })
}, 120_000)
afterAll(() => world.close())

const dialog = () => page.locator('.ant-modal:visible').last()
const drawer = () => page.locator('.ant-drawer:visible').last()

/** Of all answers together. */
interface Answer {
  readonly code: number
  readonly access_token: string
  readonly content: {
    readonly status: string
    readonly items: readonly [{ readonly content: object }]
    readonly results: readonly [{ readonly receipt: string }]
  }
}

async function call(path: string, options: { token?: string; body?: object; headers?: Record<string, string> } = {}) {
  const { token, body, headers } = options
  const answer = await fetch(`${world.product.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'accept-language': 'zh-CN',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { json: (await answer.json()) as Answer } // of the gateway
}

const business = (operation: string): string => `/v2/open-api/business/${strategy}/${operation}`

test('an application is made and its secret shown once', async () => {
  await world.seen.go('/api-gateway/index')
  await page.getByRole('button', { name: '新建应用' }).first().click()
  await dialog().getByLabel('应用名称').fill('合作方 ERP')
  await dialog().getByRole('button', { name: '添加方案' }).click()
  await choose(dialog().getByLabel('方案', { exact: true }), '合作方订单')
  await dialog().getByLabel('推送记录').check()
  const fields = dialog().getByLabel('返回字段')
  for (const name of ['id', 'amount']) {
    await fields.fill(name)
    await fields.press('Enter')
  }
  await dialog().getByRole('button', { name: '保存', exact: true }).click()
  await dialog().getByText('请立即复制保存，关闭后不再显示。').waitFor()
  ;[key = '', secret = ''] = await dialog().locator('code').allInnerTexts()
  expect([key.length, secret.length]).toEqual([12, 20])
  await dialog().getByRole('button', { name: '已保存' }).click()
  await page.getByRole('cell', { name: key }).waitFor()
  expect(await page.content()).not.toContain(secret)
})

test('a program signs in, sends a batch with one bad record, and reads what became of it', async () => {
  const signed = await call('/v2/oauth', { body: { app_key: key, app_secret: secret } })
  expect(signed.json).toMatchObject({ expires_in: 7200 })
  const token = signed.json.access_token
  const content = [{ id: 'A-1', amount: '12.50', phone: '13900000000' }, { amount: '1' }]
  const stored = await call(business('store'), { token, body: { content }, headers: { 'idempotency-key': 'batch-1' } })
  expect(stored.json.content).toMatchObject({
    staged: 1,
    rejected: 1,
    results: [{}, { errors: [{ path: 'content.1.id' }] }],
  })
  const receipt = business(`receipt/${stored.json.content.results[0].receipt}`)
  await expect
    .poll(async () => (await call(receipt, { token })).json.content.status, { timeout: 30_000 })
    .toBe('written')
  const rows = (await call(business('query'), { token, body: { CONTENT_id: 'A-1' } })).json.content.items
  expect(rows).toMatchObject([{ key: 'A-1', content: { id: 'A-1', amount: '12.50' } }])
  expect(rows[0].content).not.toHaveProperty('phone')
  const target = world.open('target')
  expect(target.prepare('select id, amount from orders').all()).toEqual([{ id: 'A-1', amount: '12.50' }])
  target.close()
})

test('a signed call needs no token', async () => {
  const body = '{"pageSize":10}'
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(12).toString('hex')]
  const hash = createHash('sha256').update(body).digest('hex')
  const text = ['POST', business('query'), '', hash, timestamp, nonce, key].join('\n')
  const headers = {
    'x-app-key': key,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': createHmac('sha256', secret).update(text).digest('hex'),
  }
  const first = await call(business('query'), { body: JSON.parse(body), headers })
  expect(first.json).toMatchObject({ code: 0 })
  expect((await call(business('query'), { body: JSON.parse(body), headers })).json).toMatchObject({ code: 40101 })
})

test('the log leads from a call to the record that it brought', async () => {
  await world.seen.go('/api-gateway/log')
  const row = page.locator('.ant-table-row', { hasText: '推送记录' }).first()
  await row.getByRole('button').click()
  await drawer().getByRole('link', { name: 'A-1' }).click()
  await page.getByText('13900000000').first().waitFor()
})

test('a key that callers do not send is told with whose calls it breaks, before it is saved', async () => {
  await world.seen.go(`/strategy/detail/${strategy}?tab=source`)
  const keys = page.getByRole('combobox', { name: '主键字段' })
  await keys.fill('order_no')
  await keys.press('Enter')
  await keys.press('Escape')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await dialog().getByText('这一修改会影响调用方').waitFor()
  const told = await dialog().innerText()
  expect(told).toContain('合作方 ERP')
  expect(told).toMatch(/不能再按此字段查询 id[\s\S]*1 次调用/)
  expect(told).toMatch(/推送的数据缺少主键字段 order_no[\s\S]*1 条推送的数据/)
  await dialog().getByRole('button', { name: '返回修改' }).click()
  const read = async () => (await world.api.strategy.get({ params: { id: strategy } })).content
  const { config, version } = await read()
  expect(version).toBe(1)
  // Whoever saves all the same, and finds that somebody else was quicker, is asked about both together.
  const body = { version, config: { ...config, retry: { ...config.retry, maxAttempts: 3 } } }
  await world.api.strategy.update({ params: { id: strategy }, body })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await dialog().getByRole('button', { name: '仍然保存' }).click()
  await dialog().getByRole('button', { name: '合并并保存' }).click()
  await dialog().getByText('推送的数据缺少主键字段').waitFor()
  await dialog().getByRole('button', { name: '返回修改' }).click()
  await dialog().getByRole('button', { name: '继续编辑' }).click()
  expect((await read()).version).toBe(2)
  await page.getByRole('button', { name: '撤销修改' }).click()
})

test('taking a field away says what breaks and who called; the old version goes on and says until when', async () => {
  const { access_token: token } = (await call('/v2/oauth', { body: { app_key: key, app_secret: secret } })).json
  await world.seen.go('/api-gateway/index')
  await page.getByRole('row', { name: key }).getByRole('button', { name: '编辑' }).click()
  await dialog()
    .locator('.ant-select-selection-item', { hasText: 'amount' })
    .locator('.ant-select-selection-item-remove')
    .click()
  await dialog().getByRole('button', { name: '保存', exact: true }).click()
  await dialog().getByText('不再返回').waitFor()
  expect(await dialog().innerText()).toMatch(/近 30 天调用 \d+ 次/)
  await dialog().getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('已保存，立即生效').waitFor()
  const ask = async (version: string) => {
    const { items } = (await call(`/v2/open-api/business/${strategy}${version}/query`, { token, body: {} })).json
      .content
    return Object.keys(items[0].content)
  }
  await expect.poll(() => ask('/v2').catch(() => [])).toEqual(['id'])
  expect(await ask('')).toEqual(['id', 'amount'])
  await page.getByRole('row', { name: key }).getByRole('button').first().click()
  await drawer().getByRole('tab', { name: '版本' }).click()
  await drawer().getByRole('row', { name: 'v2 当前' }).waitFor()
  await drawer().getByRole('row', { name: 'v1 已弃用' }).getByRole('button', { name: '设置时间' }).click()
  await dialog().getByLabel('最后可用日期').waitFor()
  await dialog().getByRole('button', { name: '取消' }).click()
})

test('a failed intake is kept by policy, read in the log without what is masked, and sent again once', async () => {
  const { content: app } = await world.api.application.get({
    params: { id: (await world.api.application.list({ query: {} })).content[0]!.id },
  })
  const {
    name,
    remark,
    expires_at,
    ip_allow,
    plan_id,
    rate_per_minute,
    burst,
    quota_per_day,
    quota_per_month,
    concurrency,
    version,
  } = app
  const scopes = app.scopes.map(({ strategy_name: _name, version: _version, ...scope }) => scope)
  const limits = { plan_id, rate_per_minute, burst, quota_per_day, quota_per_month, concurrency }
  const closed = (await world.api.strategy.create({ body: { name: '未启动的方案', config: configOf('later') } }))
    .content.id
  await world.api.application.update({
    params: { id: app.id },
    body: {
      ...{ name, remark, expires_at, ip_allow, ...limits, version, body_policy: 'error' },
      scopes: [...scopes, { strategy_id: closed, operations: ['store'], fields: ['id'] }],
    },
  })
  const { access_token: token } = (await call('/v2/oauth', { body: { app_key: key, app_secret: secret } })).json
  const send = () =>
    call(`/v2/open-api/business/${closed}/store`, { token, body: { content: [{ id: 'B-1', phone: '13911112222' }] } })
  await expect.poll(async () => (await send()).json.code).toBe(40001)
  await world.api.strategy.start({ params: { id: closed } })
  await world.seen.go('/api-gateway/log')
  await page.locator('.ant-table-row', { hasText: '未启动的方案' }).first().getByRole('button').click()
  await drawer().getByText('"phone": "****"').waitFor()
  expect(await drawer().innerText()).not.toContain('13911112222')
  await drawer().getByRole('button', { name: '重放' }).click()
  await dialog().getByRole('button', { name: '重放' }).click()
  await drawer().getByText('新回执').waitFor()
  expect(await drawer().getByRole('button', { name: '重放' }).count()).toBe(0)
})

test('an application that is switched off is refused at once', async () => {
  const { access_token: token } = (await call('/v2/oauth', { body: { app_key: key, app_secret: secret } })).json
  await world.seen.go('/api-gateway/index')
  await page.getByRole('row', { name: key }).getByRole('button', { name: '停用' }).click()
  await page.getByRole('row', { name: key }).getByRole('button', { name: '启用' }).waitFor()
  expect((await call(business('query'), { token, body: {} })).json).toMatchObject({ code: 40101 })
})
