import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createVault, type Database, type Vault } from '@sluice/db'
import { createTestDatabase } from '@sluice/db/testing'
import type { LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import {
  type CreatedTenant,
  createServer,
  createTenant,
  createUploadStore,
  type DemoPort,
  type Server,
  type ServerConfig,
  type UploadStore,
} from '../index.ts'
import { encodeCredentials, type LoginKey } from './encode-credentials.ts'
import { createFakeEngine } from './fake-engine.ts'

/** A whole server on a database of its own, with two tenants. Nothing listens: requests are injected. */
export interface TestServer extends Server {
  readonly database: Database
  readonly vault: Vault
  readonly uploads: UploadStore
  readonly engine: ReturnType<typeof createFakeEngine>
  readonly a: CreatedTenant
  readonly b: CreatedTenant
  /** Everything that was logged so far. */
  readLog(): string
  /** Moves the server's clock. */
  advance(ms: number): void
  signIn(username: string, password: string): Promise<string>
  call(method: string, path: string, options?: CallOptions): Promise<LightMyRequestResponse>
  drop(): Promise<void>
}

interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly ip?: string
}

export const PASSWORD = 'Correct-Horse-9'

const demo: DemoPort = {
  status: async () => ({ available: true, sandbox_running: false, shop_url: null, erp_url: null, strategy_id: null }),
  create: async () => ({ strategyId: crypto.randomUUID() }),
  switch: async () => {},
}

export async function startTestServer(overrides: Partial<ServerConfig> = {}): Promise<TestServer> {
  const { database, drop } = await createTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'sluice-api-'))
  let shiftMs = 0
  const now = () => Date.now() + shiftMs
  const vault = createVault(database, { current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }, now)
  const engine = createFakeEngine(database)
  const uploads = createUploadStore(directory)
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const website = { short_name: 'Sluice', host: 'localhost', record_number: '', authorized_company: 'Sluice' }
  const server = await createServer({
    database,
    engine: engine.engine,
    vault,
    uploads,
    demo,
    config: { version: '0.0.0', website, ...overrides },
    now,
    random: Math.random,
    log: pino({ level: 'debug' }, sink),
  })
  const a = await createTenant(database, { code: 'aa', name: 'A', adminUsername: 'admin-a', password: PASSWORD })
  const b = await createTenant(database, { code: 'bb', name: 'B', adminUsername: 'admin-b', password: PASSWORD })
  const call: TestServer['call'] = (method, path, { token, body, headers, ip } = {}) =>
    server.app.inject({
      method: method as 'GET', // inject wants the union, a route's method is one of it
      url: path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }), // JSON or text, as the test says
      remoteAddress: ip ?? '127.0.0.1',
    })
  return {
    ...server,
    database,
    vault,
    uploads,
    engine,
    a,
    b,
    call,
    readLog: () => lines.join(''),
    advance(ms) {
      shiftMs += ms
    },
    async signIn(username, password) {
      const key = (await call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
      const encodedata = encodeCredentials(key, { username, password })
      const answer = await call('POST', '/api/passport/login', { body: { encodedata } })
      return answer.json<{ content: { access_token: string } }>().content.access_token
    },
    async drop() {
      await server.close()
      await drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
