import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createEgress } from '@sluice/connector-kit'
import { createVault, type Database, type Vault } from '@sluice/db'
import { createTestDatabase } from '@sluice/db/testing'
import { createGrants, type Grants } from '@sluice/engine'
import type { LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { createUploadStore, type Mail, type MailSender, type UploadStore } from '../background.ts'
import {
  type CreatedTenant,
  createServer,
  createTenant,
  type DemoPort,
  type Server,
  type ServerConfig,
} from '../index.ts'
import './cheap-passwords.ts'
import { codesTemplate } from './codes-template.ts'
import { encodeCredentials, type LoginKey } from './encode-credentials.ts'
import { createFakeEngine } from './fake-engine.ts'

/** A whole server on a database of its own, with two tenants. Nothing listens: requests are injected. */
export interface TestServer extends Server {
  readonly database: Database
  readonly vault: Vault
  readonly grants: Grants
  /** For other processes on the same database. */
  readonly databaseUrl: string
  readonly masterKey: Buffer
  readonly uploads: UploadStore
  /** Where archives lie. */
  readonly archive: UploadStore
  /** Where files of exports lie. */
  readonly exports: UploadStore
  readonly engine: ReturnType<typeof createFakeEngine>
  readonly a: CreatedTenant
  readonly b: CreatedTenant
  /** Codes that were sent to phones so far. */
  readonly messages: readonly { readonly phone: string; readonly code: string }[]
  /** Mails that were sent so far. */
  readonly mails: readonly Mail[]
  /** An answer to a computing question. */
  /** `bits`: of the question; else the easiest. */
  solve(purpose: 'login' | 'sms' | 'register', bits?: number): Promise<{ id: string; answer: string }>
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
const WORK_BITS = 4

/** As one browser does it: it is known from the second time on. */
async function signIn(
  call: TestServer['call'],
  cookies: Map<string, string>,
  username: string,
  password: string,
): Promise<string> {
  const key = (await call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
  const encodedata = encodeCredentials(key, { username, password })
  const kept = cookies.get(username)
  const headers = kept === undefined ? {} : { cookie: kept }
  const answer = await call('POST', '/api/passport/login', { body: { encodedata }, headers })
  const given = [answer.headers['set-cookie']].flat()[0]
  if (given !== undefined) cookies.set(username, String(given).split(';')[0] ?? '')
  return answer.json<{ content: { access_token: string } }>().content.access_token
}

async function solve(
  call: TestServer['call'],
  purpose: string,
  wantedBits?: number,
): Promise<{ id: string; answer: string }> {
  const answer = await call('GET', `/message/captcha/work?purpose=${purpose}${wantedBits ? `&bits=${wantedBits}` : ''}`)
  const { id, bits } = answer.json<{ content: { id: string; bits: number } }>().content
  return { id, answer: findWork(id, bits) }
}

/** As a browser does it, only less of it. */
function findWork(id: string, bits: number): string {
  for (let answer = 0; ; answer++) {
    const digest = createHash('sha256').update(`${id}.${answer}`).digest()
    if (Math.clz32(digest.readUInt32BE(0)) >= bits) return String(answer)
  }
}

const demo: DemoPort = {
  status: async () => ({ available: true, sandbox_running: false, shop_url: null, erp_url: null, strategy_id: null }),
  create: async () => ({ strategyId: crypto.randomUUID() }),
  switch: async () => {},
}

const website = { short_name: 'Sluice', host: 'localhost', record_number: '', authorized_company: 'Sluice' }

function collectLines(): { readonly lines: string[]; readonly sink: Writable } {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, sink }
}

/** Calls that are injected: nothing listens. */
function callOf(app: Server['app']): TestServer['call'] {
  return (method, path, { token, body, headers, ip } = {}) =>
    app.inject({
      method: method as 'GET', // inject wants the union, a route's method is one of it
      url: path,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }), // JSON or text, as the test says
      remoteAddress: ip ?? '127.0.0.1',
    })
}

const keepMails = (mails: Mail[], send: MailSender['send']): MailSender => ({
  async send(mail) {
    mails.push(mail)
    return send(mail)
  },
})

const openStores = (directory: string) => ({
  uploads: createUploadStore(directory),
  exports: createUploadStore(join(directory, 'exports')),
  archive: createUploadStore(join(directory, 'archive')),
})

export async function startTestServer(
  overrides: Partial<ServerConfig> = {},
  sendMail: MailSender['send'] | null = async () => ({ kind: 'taken' }),
): Promise<TestServer> {
  const { database, url: databaseUrl, drop } = await createTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'sluice-api-'))
  let shiftMs = 0
  const now = () => Date.now() + shiftMs
  const masterKey = randomBytes(32)
  const vault = createVault(database, { current: 'k1', keys: new Map([['k1', masterKey]]) }, now)
  const engine = createFakeEngine(database)
  const stores = openStores(directory)
  const { lines, sink } = collectLines()
  const messages: { phone: string; code: string }[] = []
  const mails: Mail[] = []
  const egress = createEgress({ allowPrivate: true })
  const grants = createGrants({ database, vault, egress, now })
  const server = await createServer({
    templates: [codesTemplate],
    database,
    engine: engine.engine,
    vault,
    ...stores,
    demo,
    outgoing: egress,
    grants,
    sms: { send: async (phone, code) => void messages.push({ phone, code }) },
    ...(sendMail ? { mail: keepMails(mails, sendMail) } : {}),
    config: { version: '0.0.0', website, registration: true, captchaWorkBits: WORK_BITS, ...overrides },
    now,
    random: Math.random,
    log: pino({ level: 'debug' }, sink),
  })
  const a = await createTenant(database, { code: 'aa', name: 'A', adminUsername: 'admin-a', password: PASSWORD })
  const b = await createTenant(database, { code: 'bb', name: 'B', adminUsername: 'admin-b', password: PASSWORD })
  const call = callOf(server.app)
  const cookies = new Map<string, string>()
  return {
    ...server,
    database,
    vault,
    grants,
    databaseUrl,
    masterKey,
    ...stores,
    engine,
    a,
    b,
    call,
    messages,
    mails,
    solve: (purpose, bits) => solve(call, purpose, bits),
    readLog: () => lines.join(''),
    advance(ms) {
      shiftMs += ms
    },
    signIn: (username, password) => signIn(call, cookies, username, password),
    async drop() {
      await server.close()
      await egress.close()
      await drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
