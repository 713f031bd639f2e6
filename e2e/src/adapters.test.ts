import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, setLook, takeCompletion, type Visit, visit, waitForRest } from './browser.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { startQuirkyApi } from './quirky-api.ts'
import { runNewStrategy } from './run-strategy.ts'

const ORDERS = 30
const LIST = '/api-assets/adapter'
let product: Product
let browser: Browser
let api: Api
let seen: Visit

beforeAll(async () => {
  product = await startProduct({ env: { EGRESS_ALLOW: 'private' } })
  browser = await openBrowser()
  api = await product.signIn()
  seen = await visit(browser, product.url, { settings: { multiTab: false, layout: 'side' } })
})
afterAll(async () => {
  await seen.close()
  await browser.close()
  await product.dispose()
})

/** The habits of the quirky far system, programmed: everything is signed, tokens end early, refusals come as 200. */
const SCRIPT = `type Signed = { url: string }

export async function connect(ctx: Context) {
  const time = String(Math.floor(ctx.now() / 1000))
  const secret = ctx.params.client_secret
  const sign = ctx.hash('md5', secret + 'keyK1time' + time + secret).toUpperCase()
  const answer = await ctx.call({
    method: 'POST',
    path: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: \`key=K1&time=\${time}&sign=\${sign}\`,
  })
  ctx.log('signed in', answer.body.code)
  return { values: { token: answer.body.data.token }, lifeSeconds: 3600 }
}

export function beforeRequest(request: any, ctx: any) {
  ctx.log('signs', request.method, request.path)
  request.query.token = ctx.auth.token
  const names = Object.keys(request.query).sort()
  const text = names.map(name => name + request.query[name]).join('')
  const body = request.body === null ? '' : JSON.stringify(request.body)
  request.headers['X-Sign'] = ctx.hmac('sha256', ctx.params.client_secret, text + body)
}

export function handleError(answer: any) {
  return String(answer.body?.code) === '41' ? 'credential' : null
}
`

const words = (text: string) => ({ zh: text, en: text })

async function createFarSide(name: string, address: string, secret: string) {
  const { content: platform } = await api.platform.create({
    body: {
      base: 'http',
      code: name,
      name: `My ${name}`,
      group: 'erp',
      icon: { text: 'M', color: '#13C2C2' },
      params: [
        { field: 'address', label: words('Address'), type: 'text', is_required: true },
        { field: 'client_secret', label: words('Secret'), type: 'password', is_required: true, encryption: true },
      ],
      settings: { base_url: '{{address}}' },
      oauth2: null,
    },
  })
  const params = { address, client_secret: secret }
  const { content: connector } = await api.connector.create({ body: { platform_id: platform.id, name, params } })
  return { platform, connector }
}

test('a script is written in the console, told where it is wrong, tried, published, and moves every record', async () => {
  const far = await startQuirkyApi(ORDERS)
  try {
    const { platform, connector } = await createFarSide('scripted', far.url, far.secret)
    const { page, go } = seen
    await go(`${LIST}/new?platform=${platform.id}`)
    await page.getByText('TypeScript 脚本').first().click()
    await page.getByLabel('名称').first().fill('Quirky by script')
    const editor = page.getByRole('textbox', { name: '脚本', exact: true })
    await editor.fill('export function connect() {\n  return {,}\n}')
    // Judged while it is written: nothing is pressed for it.
    await page.getByRole('button', { name: '转到第 2 行' }).first().click()
    await page.locator('.cm-lintRange-error').waitFor()
    await page.keyboard.type('!')
    expect(await editor.innerText()).toMatch(/return .*!/)
    await editor.fill('export function connect(ctx: Context) {\n  const sign = ')
    await page.keyboard.type('ctx.hm')
    await page.getByRole('option', { name: 'ctx.hmac' }).waitFor()
    await page.getByText('带密钥的摘要，默认十六进制。').waitFor()
    await takeCompletion(page)
    expect(await editor.innerText()).toContain('const sign = ctx.hmac(')
    await editor.fill(SCRIPT)
    await page.getByRole('button', { name: '检查脚本' }).click()
    await page.getByText('脚本可用，会调用：connect, beforeRequest, handleError').waitFor()
    await page
      .getByRole('button', { name: /保\s?存/ })
      .first()
      .click()
    await page.waitForURL(/adapter\/[0-9a-f-]{36}/)
    const id = /adapter\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    const { content: adapter } = await api.adapter.get({ params: { id } })
    expect(adapter).toMatchObject({ kind: 'script', version: 1 })

    const trial = (
      await api.adapter.try({
        body: {
          connector_id: connector.id,
          platform_id: platform.id,
          doc: adapter.doc,
          request: { api: '/orders', listPath: 'list' },
        },
      })
    ).content
    expect(trial.problem).toBeNull()
    expect(trial.logs[0]).toEqual({ hook: 'connect', level: 'info', text: 'signed in 0' })
    for (const secret of [far.secret, 'quirky-token']) expect(JSON.stringify(trial)).not.toContain(secret)
    await api.adapter.publish({ params: { id } })

    const pagination = { mode: 'page', pageField: 'p', sizeField: 'n', pageSize: 10, totalPath: 'total' } as const
    const success = { path: 'code', values: ['0'], messagePath: 'msg' }
    const assets = [
      { name: 'Orders', type: 'QUERY', method: 'GET', api: '/orders', listPath: 'list', pagination, success },
      { name: 'Bills', type: 'EXECUTE', method: 'POST', api: '/bills', success, write: { idempotencyHeader: 'x-key' } },
    ] as const
    const resources: string[] = []
    for (const doc of assets) {
      const made = await api.apiAsset.create({
        body: { platform_id: platform.id, doc: { ...doc, id: ['id'], adapter: id } },
      })
      resources.push((await api.apiAsset.publish({ params: { id: made.content.id } })).content.resource)
    }
    const [from, to] = resources as [string, string]
    const { run, id: strategy } = await runNewStrategy(api, 'By script', {
      source: { connector_id: connector.id, resource: from, key: ['id'], pageSize: 10 },
      target: { connector_id: connector.id, resource: to },
      mapping: { copyAll: true, fields: [] },
    })
    expect(run.failure).toBeNull()
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: ORDERS, written: ORDERS } })
    expect(far.bills.size).toBe(ORDERS)
    const named = { id, name: 'Quirky by script', version: 1, level: 'api', kind: 'script' }
    expect(run.adapters.toSorted((a, b) => (a.role < b.role ? -1 : 1))).toEqual([
      { role: 'source', ...named },
      { role: 'target', ...named },
    ])
    const { content: log } = await api.run.logs({ params: { id: run.id }, query: {} })
    expect(JSON.stringify(log)).toContain('signs POST /bills')
    await go(`/strategy/detail/${strategy}?tab=runs&run=${run.id}`)
    await page.getByText('Quirky by script，版本 1').first().waitFor()
  } finally {
    await far.stop()
  }
})

test('a query and a statement of a database are resources of a strategy', async () => {
  const database = `sluice_e2e_${Date.now()}`
  const admin = new pg.Client({ host: '127.0.0.1', user: 'postgres', database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${database}`)
  const client = new pg.Client({ host: '127.0.0.1', user: 'postgres', database })
  try {
    await client.connect()
    await client.query(`create table orders (id int primary key, state text, amount numeric(12,2));
      create table stock (sku text primary key, qty int not null);
      insert into orders select n, case when n % 2 = 0 then 'paid' else 'open' end, n * 1.10 from generate_series(1, 40) n;
      insert into stock select 'S' || n, 0 from generate_series(1, 40) n`)
    const params = { host: '127.0.0.1', port: 5432, database, username: 'postgres', password: 'x' }
    const { content: connector } = await api.connector.create({
      body: { platform_id: 'postgresql', name: 'db', params },
    })
    const { page, go } = seen
    await go(`${LIST}/new?platform=postgresql`)
    await page.getByText('SQL', { exact: true }).first().click()
    await page.getByLabel('名称').first().fill('Paid orders')
    await page.getByRole('combobox', { name: '平台' }).click()
    await page.keyboard.type('PostgreSQL')
    await page.keyboard.press('Enter')
    await page
      .getByRole('textbox', { name: 'SQL 语句' })
      .fill('select id, amount, state from orders where state = {{state}}')
    await page
      .getByRole('button', { name: /添\s?加/ })
      .last()
      .click()
    await page.getByLabel('参数 1 名称').fill('state')
    await page.getByLabel('参数 1 默认值').fill('paid')
    await page
      .getByRole('button', { name: /保\s?存/ })
      .first()
      .click()
    await page.waitForURL(/adapter\/[0-9a-f-]{36}/)
    const id = /adapter\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    await go(`${LIST}/${id}?tab=try`)
    await page.getByRole('combobox', { name: /连接器/ }).click()
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: /运\s?行/ })
      .last()
      .click()
    await page.getByText('10 行').or(page.getByText('20 行')).first().waitFor()
    await page.getByText('2.20').first().waitFor()
    await api.adapter.publish({ params: { id } })
    const statement = await api.adapter.create({
      body: {
        platform_id: 'postgresql',
        doc: {
          name: 'Add to stock',
          kind: 'sql',
          sql: {
            direction: 'target',
            text: 'update stock set qty = {{qty}} where sku = {{sku}}',
            isRepeatable: true,
            values: [{ name: 'qty', type: 'int' }],
          },
        },
      },
    })
    await api.adapter.publish({ params: { id: statement.content.id } })
    const offered = (await api.connector.resources({ params: { id: connector.id } })).content
    expect(offered.filter(each => each.id.startsWith('sql:')).map(each => [each.label, each.direction])).toEqual([
      ['Add to stock', 'target'],
      ['Paid orders', 'source'],
    ])
    const { run } = await runNewStrategy(api, 'By statements', {
      source: { connector_id: connector.id, resource: `sql:${id}`, key: ['id'], pageSize: 7 },
      target: { connector_id: connector.id, resource: `sql:${statement.content.id}` },
      mapping: {
        copyAll: false,
        fields: [
          { target: 'sku', value: { kind: 'template', template: 'S{{id}}' } },
          { target: 'qty', value: { kind: 'constant', value: 5 } },
        ],
      },
    })
    expect(run.failure).toBeNull()
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: 20, written: 20 } })
    expect(run.adapters.map(each => [each.role, each.name, each.version]).toSorted()).toEqual([
      ['source', 'Paid orders', 1],
      ['target', 'Add to stock', 1],
    ])
    const [row] = (await client.query('select count(*)::int as count from stock where qty = 5')).rows
    expect(row).toEqual({ count: 20 })
    const uses = (await api.adapter.references({ params: { id } })).content
    expect(uses).toMatchObject([{ kind: 'strategy', role: 'source', is_in_force: true }])
  } finally {
    await client.end()
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
  }
})

test('what was exported is imported elsewhere, with its faults at their fields', async () => {
  const { page, go } = seen
  await go(LIST)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /导\s?出/ }).click()
  await page.getByText('JSON', { exact: true }).last().click()
  const text = await readFile(await (await saved).path(), 'utf8')
  await page
    .getByRole('button', { name: /导\s?入/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('粘贴导出的 JSON，或选择文件').fill(text.replace('"kind": "sql"', '"kind": "none"'))
  await dialog.getByRole('button', { name: /预\s?览/ }).click()
  await dialog.getByText('.doc.kind').first().waitFor()
  await dialog.getByLabel('粘贴导出的 JSON，或选择文件').fill(text)
  await dialog.getByRole('combobox', { name: '同名时' }).click()
  await page.getByText('同名时: 另存一份').last().click()
  await dialog.getByRole('button', { name: /预\s?览/ }).click()
  await dialog.getByRole('button', { name: '导入 3 项' }).click()
  await page.getByText('已导入为草稿').waitFor()
  await page.getByRole('link', { name: 'Paid orders (2)' }).waitFor()
})

test('adapters of the product are read and copied, in every language', async () => {
  const { page, go } = seen
  for (const [language, origin] of [
    ['pt-BR', 'Do produto'],
    ['zh-TW', '產品自帶'],
    ['zh-CN', '产品自带'],
  ] as const) {
    await setLook(page, language, 'light')
    await go(LIST)
    await page.getByText(origin).first().click()
    await waitForRest(page)
  }
  await page
    .getByRole('button', { name: /^复制为我的/ })
    .first()
    .click()
  await page.getByText('已复制为草稿').waitFor()
  await page.waitForURL(/adapter\/[0-9a-f-]{36}/)
})
