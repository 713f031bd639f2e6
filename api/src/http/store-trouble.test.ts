import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@sluice/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ answerWithinMs: 3000 })
  token = await server.signIn('admin-a', PASSWORD)
  // Remembered, so that who asks is known without the database.
  await server.call('GET', '/api/user', { token })
})
afterAll(() => server.drop())

/** Every transaction of a tenant ends like this, for one request. */
const failing = (error: Error, headers: Record<string, string> = {}) => answeredBy(() => Promise.reject(error), headers)

async function answeredBy(work: () => Promise<never>, headers: Record<string, string> = {}) {
  const database = server.database as { -readonly [K in keyof Database]: Database[K] }
  const real = database.withTenant
  database.withTenant = work
  try {
    return await server.call('GET', '/api/dh/lessee/storage', { token, headers })
  } finally {
    database.withTenant = real
  }
}
const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code })

test('a full disk is 507 with a sentence that says what to do, in the caller’s language', async () => {
  const full = coded('53100', 'could not extend file "base/16384/16500": No space left on device')
  const answer = await failing(full, { 'accept-language': 'en' })
  expect(answer.statusCode).toBe(507)
  expect(answer.json()).toMatchObject({ success: false, code: 'unavailable.storageFull' })
  expect(answer.json().message).toMatch(/storage is full/)
  expect(answer.headers['retry-after']).toBe('5')
  expect((await failing(coded('ENOSPC', 'write'))).json().message).toContain('存储空间已满')
})

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['57P03', 'the database system is shutting down'],
  ['08006', 'connection failure'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['', 'Connection terminated unexpectedly'],
])('a database that is away (%s) is 503 without a word about its address', async (code, message) => {
  const answer = await failing(coded(code, message))
  expect(answer.statusCode).toBe(503)
  expect(answer.json().code).toBe('unavailable.database')
  expect(answer.body).not.toMatch(/5432|127\.0/)
})

test('an error of our own stays one', async () => {
  expect((await failing(coded('42P01', 'relation "nothing" does not exist'))).statusCode).toBe(500)
  expect((await failing(new Error('no space left to think'))).statusCode).toBe(500)
})

test('a database that never answers keeps nobody waiting', async () => {
  const answer = await answeredBy(() => new Promise<never>(() => undefined))
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable.late'])
})

test.each([
  ['application/json', 'x'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na'],
])(
  'a caller who leaves in the middle of a body of %s is neither trouble of the store nor an error of ours',
  async (type, body) => {
    const { app } = server
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo // it listens on a port
    const path = type.startsWith('multipart') ? '/api/dh/lessee/file' : '/api/dh/lessee/connector'
    const before = server.readLog().length
    const socket = connect(port, '127.0.0.1')
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${token}`,
      `content-type: ${type}`,
      'content-length: 9999',
      '',
      body,
    ]
    socket.write(head.join('\r\n'))
    const [req] = (await once(app.server, 'request')) as [IncomingMessage]
    while (req.listenerCount('data') === 0) await delay(1)
    const closed = new Promise(resolve => req.once('close', resolve))
    socket.destroy()
    await closed
    // What became of it is told before the next one is answered, or not at all.
    await server.call('GET', '/api/user', { token })
    const lines = server.readLog().slice(before).split('\n')
    expect(lines.join()).toContain('answered')
    expect(lines.filter(line => line.includes('"err"'))).toEqual([])
  },
)
