import { execFileSync } from 'node:child_process'
import { createHash, createHmac, randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { type Api, type Product, projectRoot, startProduct } from './product.ts'
import { type RunningNginx, runNginx } from './run-nginx.ts'

// What docs/operations.md prints for client certificates, with the very blocks that an operator copies.

const [CONSOLE, API] = ['sluice.example.com', 'api.example.com']
let dir: string
let product: Product
let api: Api
let nginx: RunningNginx
let strict: RunningNginx

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' })
const read = (file: string): string => readFileSync(join(dir, file), 'utf8')
const hashOf = (name: string): string =>
  new X509Certificate(read(`${name}.pem`)).fingerprint256.replaceAll(':', '').toLowerCase()
const escaped = (name: string): string => encodeURIComponent(read(`${name}.pem`))

/** The server's own, and those of programs, from an authority of their own. */
function makeCertificates(): void {
  const names = `subjectAltName=DNS:${CONSOLE},DNS:${API}`
  const alone = (name: string, ...more: string[]) =>
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/O=${name}/CN=${name}`, ...more],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
    )
  alone('server', '-addext', names)
  alone('authority')
  alone('self')
  writeFileSync(join(dir, 'index.txt'), '')
  const lines = ['[ca]', 'default_ca=x', '[x]', 'database=index.txt', 'new_certs_dir=.', 'rand_serial=yes', 'policy=p']
  writeFileSync(join(dir, 'ca.cnf'), [...lines, '[p]', 'CN=supplied', ''].join('\n'))
  for (const [name, from, until] of [
    ['own', '20250101000000Z', '20990101000000Z'],
    ['other', '20250101000000Z', '20990101000000Z'],
    ['old', '20200101000000Z', '20200201000000Z'],
  ] as const) {
    openssl(
      'req',
      '-new',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-subj',
      `/CN=${name}`,
      '-out',
      'x.csr',
    )
    openssl(
      ...[
        'ca',
        '-batch',
        '-notext',
        '-config',
        'ca.cnf',
        '-md',
        'sha256',
        '-cert',
        'authority.pem',
        '-keyfile',
        'authority.key',
      ],
      ...['-in', 'x.csr', '-out', `${name}.pem`, '-startdate', from, '-enddate', until],
    )
  }
}

async function startNginx(change: (block: string) => string = block => block): Promise<RunningNginx> {
  const page = await readFile(join(projectRoot, 'docs/operations.md'), 'utf8')
  const blocks = [...page.matchAll(/```\n(server \{[\s\S]*?\n)```/g)].map(([, block = '']) => block)
  if (blocks.length !== 2) throw new Error('docs/operations.md prints another number of server blocks')
  return runNginx(port =>
    change(blocks.join('\n'))
      .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll('/etc/ssl/sluice.pem', join(dir, 'server.pem'))
      .replaceAll('/etc/ssl/sluice.key', join(dir, 'server.key'))
      .replaceAll('http://127.0.0.1:8080', product.url),
  )
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sluice-certificates-'))
  makeCertificates()
  product = await startProduct({ env: { TRUSTED_PROXIES: '127.0.0.1', CLIENT_CERT_HEADER: 'X-Client-Cert' } })
  api = await product.signIn()
  nginx = await startNginx()
  strict = await startNginx(block =>
    block.replace(
      'ssl_verify_client optional_no_ca;',
      `ssl_client_certificate ${join(dir, 'authority.pem')}; ssl_verify_client optional;`,
    ),
  )
}, 180_000)
afterAll(async () => {
  await nginx?.stop()
  await strict?.stop()
  await product?.dispose()
  await rm(dir, { recursive: true, force: true })
})

interface Call {
  /** Whose certificate is shown. */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly host?: string
  readonly by?: RunningNginx
  readonly method?: string
  readonly path?: string
  readonly body?: string
}

interface Answer {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly access_token: string
}

async function call({ as, headers, host = API, by = nginx, path = '/v2/limits', method, body }: Call): Promise<Answer> {
  const sent = request({
    ...{ host: '127.0.0.1', port: by.port, servername: host, ca: read('server.pem'), agent: false, path },
    ...{ localAddress: '127.0.0.5', method: method ?? 'GET' },
    headers: { host, 'accept-language': 'en', ...headers } as Record<string, string | string[]>,
    ...(as !== undefined && { cert: read(`${as}.pem`), key: read(`${as}.key`) }),
  })
  sent.end(body)
  return tell(sent)
}

async function tell(sent: ReturnType<typeof request>): Promise<Answer> {
  const [answer] = await once(sent, 'response')
  const said = await text(answer)
  return { status: answer.statusCode, ...(said.startsWith('{') ? JSON.parse(said) : { message: said }) }
}

/** To the product itself, with that in the header. */
function past(
  from: string,
  headers: Readonly<Record<string, string>>,
  certificate: string | string[],
): Promise<Answer> {
  const { port } = new URL(product.url)
  const all = { 'accept-language': 'en', ...headers, 'x-client-cert': certificate }
  return tell(requestPlain({ host: '127.0.0.1', port, path: '/v2/limits', localAddress: from, headers: all }).end())
}

let counter = 0
async function make(use: 'beside' | 'alone', ...certificates: string[]) {
  const { content: made } = await api.application.create({
    body: {
      ...{ name: `伙伴 ${++counter}`, remark: '', expires_at: null, ip_allow: [], scopes: [], plan_id: null },
      ...{ rate_per_minute: 600, burst: 100, quota_per_day: null, quota_per_month: null, concurrency: null },
    },
  })
  const { id, version, app_key: key, app_secret: secret } = made
  await api.application.setCertificates({ params: { id }, body: { certificates, certificate_use: use, version } })
  // The gateway hears of it a moment later.
  const body = JSON.stringify({ app_key: key, app_secret: secret })
  const signIn = { method: 'POST', path: '/v2/oauth', headers: { 'content-type': 'application/json' }, body }
  if (certificates.length > 0) await expect.poll(async () => (await call(signIn)).message).toContain('and none came')
  return { id, key, secret, headers: { 'x-app-key': key } }
}

describe('a program whose certificate is proof enough', () => {
  test('comes in by it, issued by an authority or by itself, and by two while one takes over', async () => {
    const { headers } = await make('alone', read('own.pem'), read('self.pem'))
    expect((await call({ as: 'own', headers })).status).toBe(200)
    expect((await call({ as: 'self', headers })).status).toBe(200)
    expect((await call({ as: 'own', headers, by: strict })).status).toBe(200)
    // Where the operator lets in those of one authority alone, nginx refuses the others itself.
    expect(await call({ as: 'self', headers, by: strict })).toMatchObject({
      ...{ status: 400, message: expect.stringContaining('SSL certificate error') },
    })
  })

  test('does not with another, with none, or with one that ended, and is told why', async () => {
    const { headers, id } = await make('alone', read('own.pem'), hashOf('old'))
    const said = async (options: Call) => {
      const { status, code, message } = await call({ headers, ...options })
      return `${status} ${code} ${message}`
    }
    expect(await said({ as: 'other' })).toBe(
      `401 40101 The client certificate is none of the application’s; its SHA-256 is ${hashOf('other')}.`,
    )
    expect(await said({})).toBe('401 40101 This application calls with a client certificate, and none came.')
    // nginx refuses one that ended before it asks anybody; other proxies hand it on.
    expect(await call({ headers, as: 'old' })).toMatchObject({
      ...{ status: 400, message: expect.stringContaining('SSL certificate error') },
    })
    expect(await past('127.0.0.1', headers, escaped('old'))).toMatchObject({
      ...{ status: 401, code: 40101, message: 'The client certificate ended at 2020-02-01T00:00:00.000Z.' },
    })
    const rows = async () => {
      const { content } = await api.callLog.list({ query: { application_id: id } })
      return content.map(row => `${row.status} ${row.code} ${row.failure}`)
    }
    await expect
      .poll(rows)
      .toEqual(
        expect.arrayContaining(
          ['certificateOther', 'certificateMissing', 'certificateEnded'].map(why => `401 40101 ${why}`),
        ),
      )
  })

  test('is not whoever writes its certificate into the header: through either host, twice, spelled otherwise, or past the proxy', async () => {
    const { headers } = await make('alone', read('own.pem'))
    const forged = escaped('own')
    for (const header of [
      { 'X-Client-Cert': forged },
      { 'x-client-cert': [forged, forged] },
      { 'X-Client-Cert': `:${new X509Certificate(read('own.pem')).raw.toString('base64')}:` },
      { X_Client_Cert: forged },
      { 'x-client-cert ': forged },
    ])
      for (const [host, as] of [[API], [API, 'other'], [CONSOLE], [CONSOLE, 'own']] as const) {
        const name = Object.keys(header).join()
        const tried = call({ host, headers: { ...headers, ...header }, ...(as && { as }) }).then(
          answer => answer.status,
          () => 'not sent',
        )
        expect([name, host, as, await tried]).toEqual([name, host, as, expect.toBeOneOf([400, 401, 'not sent'])])
      }
    // Its own beside a forged one: what nginx saw counts.
    expect((await call({ as: 'own', headers: { ...headers, 'x-client-cert': escaped('other') } })).status).toBe(200)
    for (let tries = 0; tries < 3; tries++)
      expect(await past('127.0.0.9', headers, forged)).toMatchObject({
        code: 40101,
        message: expect.stringContaining('none came'),
      })
    // What the product writes arrives here a moment later.
    const warned = () => product.output().match(/headers of a proxy come from an address that is not trusted/g)
    await expect.poll(warned).toHaveLength(1)
    expect(product.output()).not.toContain(forged)
    // What a trusted neighbour hands on must be one certificate.
    expect((await past('127.0.0.1', headers, forged)).status).toBe(200)
    for (const wrong of [
      [forged, forged],
      '%E0%A4%A',
      '%2D%2D',
      'x'.repeat(10_000),
      escaped('own').replaceAll('%2B', '%20'),
    ])
      expect(await past('127.0.0.1', headers, wrong)).toMatchObject({
        code: 40101,
        message: expect.stringContaining('not one client certificate'),
      })
  })
})

test('a stolen secret, token or signature calls nothing without the certificate', async () => {
  const { key, secret } = await make('beside', read('own.pem'))
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ app_key: key, app_secret: secret })
  const signIn = (as?: string) => call({ method: 'POST', path: '/v2/oauth', headers: json, body, ...(as && { as }) })
  expect((await signIn()).code).toBe(40101)
  expect((await signIn('other')).code).toBe(40101)
  const headers = { authorization: `Bearer ${(await signIn('own')).access_token}` }
  const sign = () => {
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(12).toString('hex')]
    const lines = ['GET', '/v2/limits', '', createHash('sha256').digest('hex'), timestamp, nonce, key].join('\n')
    const signature = createHmac('sha256', secret).update(lines).digest('hex')
    return { 'x-app-key': key, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature }
  }
  for (const proof of [headers, sign()]) {
    expect([await call({ headers: proof }), await call({ headers: proof, as: 'other' })]).toMatchObject([
      ...[{ code: 40101 }, { code: 40101 }],
    ])
    expect((await call({ headers: proof, as: 'own' })).status).toBe(200)
  }
  expect((await call({ headers: { 'x-app-key': key }, as: 'own' })).code).toBe(40101)
})

test('the sample of the portal runs as it stands', async () => {
  const { id } = await make('alone', read('own.pem'))
  const { content: made } = await api.portal.create({ params: { id }, body: { title: 'x' } })
  const [, token = ''] = made.path.split('#')
  const origin = `https://${API}:${nginx.port}`
  const { content } = await api.portal.samples({
    params: { id: made.link.id },
    body: { token, origin, method: 'GET', path: '/v2/limits' },
  })
  expect(content.map(({ language, way }) => `${language} ${way}`)).toEqual([
    'curl certificate',
    'curl token',
    'curl signature',
  ])
  const [sample] = content
  execFileSync('cp', ['own.pem', 'client.crt'], { cwd: dir })
  execFileSync('cp', ['own.key', 'client.key'], { cwd: dir })
  writeFileSync(join(dir, '.curlrc'), `cacert=server.pem\nresolve=${API}:${nginx.port}:127.0.0.1\n`)
  const told = execFileSync('sh', ['-c', sample?.source ?? ''], { cwd: dir, env: { ...process.env, CURL_HOME: dir } })
  expect(JSON.parse(String(told))).toMatchObject({ code: 0 })
})

describe('in the console', () => {
  let browser: Browser
  let seen: Visit
  beforeAll(async () => {
    browser = await openBrowser()
    seen = await visit(browser, product.url)
  }, 60_000)
  afterAll(() => browser?.close())

  test('a certificate is pasted; what is wrong with one is named beside the field; the last is taken away after a question', async () => {
    const { id } = await make('beside')
    const { page } = seen
    await seen.go('/api-gateway/index')
    await page
      .locator('.ant-table-row', { hasText: `伙伴 ${counter}` })
      .getByRole('button', { name: `伙伴 ${counter}` })
      .first()
      .click()
    const drawer = page.locator('.ant-drawer:visible')
    await drawer.getByRole('tab', { name: '密钥' }).click()
    const field = drawer.getByLabel('证书（PEM）或 SHA-256 指纹')
    const add = drawer.getByRole('button', { name: '添加证书' })
    for (const [entered, said] of [
      ['', '请粘贴证书或指纹'],
      ['hello', '不是 PEM 证书'],
      [read('own.key'), '粘贴的内容含有私钥'],
      [read('own.pem') + read('authority.pem'), '粘贴了 2 个证书'],
      [read('old.pem'), '证书已于 2020-02-01 过期'],
    ] as const) {
      await field.fill(entered)
      await add.click()
      await drawer.getByRole('alert').filter({ hasText: said }).first().waitFor()
    }
    await field.fill(read('own.pem'))
    await add.click()
    await drawer.getByText(hashOf('own')).waitFor()
    expect(await field.inputValue()).toBe('')
    await drawer.getByLabel('证书加 app_key（X-App-Key）即可调用').click()
    const stored = async () => (await api.application.get({ params: { id } })).content
    await expect.poll(async () => (await stored()).certificate_use).toBe('alone')
    expect((await stored()).certificates).toMatchObject([{ fingerprint: hashOf('own'), subject: 'CN=own' }])
    await drawer.getByRole('button', { name: '删除证书' }).click()
    const question = page.locator('.ant-modal:visible').last()
    await question.getByText('这是最后一个证书').waitFor()
    await question.getByRole('button', { name: '删除证书' }).click()
    await expect.poll(async () => (await stored()).certificates).toEqual([])
  })
})
