import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { adminPassword, type Product, projectRoot, type StartOptions, startProduct } from './product.ts'

const products: Product[] = []
const start = async (options: StartOptions = {}): Promise<Product> => {
  const product = await startProduct(options)
  products.push(product)
  return product
}
afterAll(async () => {
  // Several have lived over one directory: nobody writes any more when the first of them removes it.
  for (const product of products) await product.stop()
  for (const product of products) await product.dispose()
})

test('a first start on an empty directory makes one administrator, answers its health routes and ends cleanly', async () => {
  const product = await start({ isFirstStart: true, env: { ADMIN_PASSWORD: '' } })
  const password = /one-time password\s+(\S+)/.exec(product.output())?.[1] ?? ''
  const api = await product.signIn('admin', password)
  const { content: profile } = await api.user.profile()
  expect(profile).toMatchObject({ username: 'admin', must_change_password: true })
  expect((await fetch(`${product.url}/api/health/live`)).status).toBe(200)
  expect((await fetch(`${product.url}/api/health/ready`)).status).toBe(200)
  expect(await (await fetch(`${product.url}/`)).text()).toContain('<div id="root">')
  expect(await product.stop()).toBe(0)
  const again = await start({ dataDir: product.dataDir })
  expect(again.output()).not.toContain('one-time')
  await expect(again.signIn('admin', password)).resolves.toBeDefined()
})

test('a first start whose port is taken makes no administrator; the next one tells the password', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-taken-'))
  try {
    const { port } = holder.address() as AddressInfo // it listens on a port
    const refused = runMain([], { DATA_DIR: dataDir, PORT: String(port), ADMIN_PASSWORD: '' })
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(`port ${port} is taken`)])
  } finally {
    holder.close()
  }
  const product = await start({ dataDir, env: { ADMIN_PASSWORD: '' } })
  const password = /one-time password\s+(\S+)/.exec(product.output())?.[1] ?? ''
  await expect(product.signIn('admin', password)).resolves.toBeDefined()
})

test('an operator gives a user another one-time password while the product runs; their sign-ins end', async () => {
  const product = await start()
  const before = await product.signIn()
  const reset = (...args: string[]) => runMain(['admin', 'reset-password', ...args], { DATA_DIR: product.dataDir })
  const password = /one-time password\s+(\S+)/.exec(reset().stdout)?.[1] ?? ''
  const api = await product.signIn('admin', password)
  expect((await api.user.profile()).content.must_change_password).toBe(true)
  await expect(product.signIn()).rejects.toThrow()
  await expect
    .poll(
      () =>
        before.user.profile().then(
          () => 'open',
          () => 'ended',
        ),
      { timeout: 10_000 },
    )
    .toBe('ended')
  expect(reset('--user', 'nobody')).toMatchObject({ status: 1, stderr: expect.stringContaining('no user nobody') })
})

test('killed in the middle of its life it starts again over the same directory with nothing lost', async () => {
  const product = await start()
  const api = await product.signIn()
  await api.connector.create({ body: { platform_id: 'self', name: 'kept', params: {} } })
  await product.kill()
  const again = await start({ dataDir: product.dataDir })
  const { content } = await (await again.signIn()).connector.list({ query: {} })
  expect(content.map(connector => connector.name)).toEqual(['kept'])
})

test('every wrong setting is named at once and nothing starts', () => {
  const result = runMain([], { PORT: 'many', HOST: 'everywhere', DATABASE_URL: 'mysql://x' })
  expect(result.status).toBe(1)
  for (const name of ['PORT', 'HOST', 'DATABASE_URL']) expect(result.stderr).toContain(name)
  expect(result.stderr).not.toContain('    at ')
})

test('a directory of a newer version is refused with the way out', async () => {
  const product = await start()
  await product.stop()
  const client = await openEmbedded(product.dataDir)
  await client.query("insert into schema_migration (name, checksum) values ('9999-of-a-newer-version', 'x')")
  await client.end()
  const result = runMain(['migrate'], { DATA_DIR: product.dataDir })
  expect(result.status).toBe(1)
  expect(result.stderr).toMatch(/newer/i)
})

test('a tenant made by the command line has an administrator of its own who sees nothing of the others', async () => {
  const product = await start()
  const api = await product.signIn()
  await api.connector.create({ body: { platform_id: 'self', name: 'of the first', params: {} } })
  const made = await promisify(execFile)(
    process.execPath,
    [join(projectRoot, 'main/src/main.ts'), 'tenant', 'add', '--code', 'acme', '--name', 'Acme'],
    { env: { ...process.env, DATA_DIR: product.dataDir } },
  )
  const password = /one-time password\s+(\S+)/.exec(made.stdout)?.[1] ?? ''
  const other = await product.signIn('acme-admin', password)
  await other.system.setPassword({
    body: {
      user_id: (await other.user.profile()).content.user_id,
      oldpassword: password,
      password: adminPassword,
      password2: adminPassword,
    },
  })
  const acme = await product.signIn('acme-admin', adminPassword)
  expect((await acme.user.profile()).content.lessee.name).toBe('Acme')
  expect((await acme.connector.list({ query: {} })).content).toEqual([])
})

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const isServerThere = await canConnect(server)

test.skipIf(!isServerThere && !process.env['CI'])(
  'DATABASE_URL puts the same product on a PostgreSQL server, which no connector reaches by whatever name',
  async () => {
    const name = `sluice_start_${process.pid}`
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    try {
      const product = await start({ env: { DATABASE_URL: url.href, EGRESS_ALLOW: 'private' } })
      const api = await product.signIn()
      expect((await api.user.profile()).content.username).toBe('admin')
      const addresses = Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(each => each.address))
      const dbPort = Number(url.port || 5432)
      for (const host of [url.hostname, 'localhost', '2130706433', '::ffff:127.0.0.1', '127.7.7.7', ...addresses]) {
        const params = { host, port: dbPort, database: name, username: url.username, password: '', ssl: 'disable' }
        const { content } = await api.connector.testParams({ body: { platform_id: 'postgresql', params } })
        expect(content.find(step => !step.ok)?.error, host).toMatchObject({ code: 'egress.blocked' })
      }
      for (const base_url of [product.url, product.url.replace('127.0.0.1', '0x7f000001')]) {
        const { content } = await api.connector.testParams({ body: { platform_id: 'http', params: { base_url } } })
        expect(content.find(step => !step.ok)?.error?.message).toContain('belongs to Sluice itself')
      }
      expect(product.output()).toMatch(new RegExp(`connectors never reach port ${new URL(product.url).port} of this`))
      expect(product.output()).toContain(`:${dbPort}`)
      expect(await product.stop()).toBe(0)
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  },
)

test('a copy of the data directory is a whole installation', async () => {
  const product = await start()
  await (await product.signIn()).connector.create({ body: { platform_id: 'self', name: 'copied', params: {} } })
  await product.stop()
  const copy = await mkdtemp(join(tmpdir(), 'sluice-copy-'))
  await cp(product.dataDir, copy, { recursive: true })
  const restored = await start({ dataDir: copy })
  const { content } = await (await restored.signIn()).connector.list({ query: {} })
  expect(content.map(connector => connector.name)).toEqual(['copied'])
  await rm(copy, { recursive: true, force: true }).catch(() => undefined)
})

function runMain(args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, [join(projectRoot, 'main/src/main.ts'), ...args], {
    env: { ...process.env, PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })
}

/** The embedded database of a stopped product, started for a moment. */
async function openEmbedded(dataDir: string): Promise<pg.Client> {
  const { startEmbedded } = await import('@sluice/db')
  const embedded = await startEmbedded({ dataDir })
  afterAll(() => embedded.stop())
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  return client
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
