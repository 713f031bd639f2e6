import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, createTenant } from '@sluice/api'
import { createLineStore, createUploadStore } from '@sluice/api/background'
import { encodeCredentials, type LoginKey } from '@sluice/api/testing/encode-credentials.ts'
import { fileOfPackage } from '@sluice/api/testing/package-objects.ts'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { newId, type SolutionPackage } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import { createTestDatabase } from '@sluice/db/testing'
import { createAdapterTokens, createEngine, type Engine } from '@sluice/engine'
import { packagesDir, readPackage, readPackages } from '@sluice/packages'
import { pino } from 'pino'
import { bindTenant, type Far, type PackageTenant } from './package-tenant.ts'

const PASSWORD = 'Weir-4711-gate!'

export interface PackageWorld {
  readonly engine: Engine
  /** The engine's clock goes on from there; that of the API is left alone. */
  setClock(moment: string): void
  passHours(count: number): void
  allowDirectory(directory: string): void
  /** A new tenant with a package, one of the product by its name, its slots connected; nothing of it is applied yet. */
  bind(wanted: string | SolutionPackage, far?: Readonly<Record<string, Far>>): Promise<PackageTenant>
  stop(): Promise<void>
}

/** Keeps everything as it is given. */
const vault = {
  open: async (_tenant: string, _place: string, sealed: string) => sealed,
  seal: async (_tenant: string, _place: string, plain: string) => plain,
}

/** A database, an engine with every connector and the API before it. */
export async function startPackageWorld(): Promise<PackageWorld> {
  const { database, drop } = await createTestDatabase({ poolSize: 8 })
  const directory = await mkdtemp(join(tmpdir(), 'sluice-packages-'))
  // Nobody waits for the pace of a vendor.
  const context = createTestContext({ sleep: async () => undefined })
  let shiftMs = 0
  const engine = startEngine(database, context, () => Date.now() + shiftMs)
  await engine.start()
  const server = await createServer({
    ...{ database, engine, vault: vault as unknown as Vault }, // it asks the vault for no more
    ...{ uploads: createUploadStore(directory), archive: createUploadStore(join(directory, 'archive')) },
    packages: readPackages(),
    config: {
      version: '0.1.0',
      website: { short_name: 'Sluice', host: 'localhost', record_number: '', authorized_company: 'Sluice' },
    },
    now: Date.now,
    random: Math.random,
    log: pino({ level: 'silent' }),
  })
  const call = async (method: 'GET' | 'POST', url: string, body?: object, token?: string): Promise<unknown> => {
    const headers = { 'accept-language': 'en', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    const answer = await server.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
    if (answer.statusCode !== 200) throw new Error(`${method} ${url}: ${answer.body}`)
    return answer.json<{ content: unknown }>().content
  }
  const signIn = async (username: string): Promise<string> => {
    const key = (await call('GET', '/api/passport/login-key')) as LoginKey // as its contract has it
    const encodedata = encodeCredentials(key, { username, password: PASSWORD })
    const tokens = (await call('POST', '/api/passport/login', { encodedata })) as { access_token: string }
    return tokens.access_token
  }
  return {
    engine,
    setClock(moment) {
      shiftMs = Date.parse(moment) - Date.now()
    },
    passHours(count) {
      shiftMs += count * 3_600_000
    },
    allowDirectory: path => context.allowDirectory(path),
    async bind(wanted, far = {}) {
      const document = typeof wanted === 'string' ? readPackage(join(packagesDir, wanted)) : wanted
      const { name } = document.manifest
      const code = `t${newId().replaceAll('-', '').slice(-12)}`
      const adminUsername = `admin-${code}`
      const { tenantId } = await createTenant(database, { code, name, adminUsername, password: PASSWORD })
      const token = await signIn(adminUsername)
      const post = (path: string, body: object) => call('POST', path, body, token)
      const ref =
        typeof wanted === 'string'
          ? `delivered:${name}`
          : ((await post('/api/dh/lessee/market/upload', { text: fileOfPackage(wanted) })) as { ref: string }).ref
      return bindTenant({ database, engine, post, ref }, tenantId, document, far)
    },
    async stop() {
      await engine.stop({ timeoutMs: 2000 })
      await server.close()
      await context.dispose()
      await drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function startEngine(database: Database, context: TestContext, now: () => number): Engine {
  const tokens = createAdapterTokens({ database, vault, now: Date.now })
  return createEngine({
    database,
    connectors,
    vault,
    makeContext: (tenant, connector, env = '') => ({
      ...context,
      lines: createLineStore(database, tenant),
      tokens: tokens.lend(tenant, connector, env),
    }),
    now,
    random: () => 0.5,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    roles: { worker: true, scheduler: false, replays: false },
    limits: { pollMs: 25, pauseMs: 5 },
  })
}
