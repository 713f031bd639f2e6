import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { createEgress, type GuardedEgress } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import type { ParamValues } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectors } from '../src/index.ts'

/** Certificates as they are met: their authority is given to the connector, or is not. */
interface Identity {
  readonly key: string
  readonly cert: string
  readonly ca?: string
}
const identities: Record<string, Identity> = {}
let context: TestContext
let egress: GuardedEgress

beforeAll(() => {
  const place = mkdtempSync(join(tmpdir(), 'sluice-certificates-'))
  const run = (...words: string[]) => execFileSync('openssl', words, { cwd: place, stdio: 'ignore' })
  const read = (name: string) => readFileSync(join(place, name), 'utf8')
  const makeRoot = (name: string, subject: string) => {
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '9', '-subj', `/CN=${subject}`]
    run(...words, '-keyout', `${name}.key`, '-out', `${name}.pem`)
  }
  makeRoot('ca', 'House CA')
  writeFileSync(join(place, 'index.txt'), '')
  writeFileSync(join(place, 'serial'), '01')
  const policy =
    '[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\ncopy_extensions=copy\nunique_subject=no\n[p]\ncommonName=supplied\n'
  writeFileSync(join(place, 'ca.conf'), policy)
  const make = (name: string, host: string, dates: readonly string[]) => {
    const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
    run('req', '-newkey', 'rsa:2048', '-nodes', ...names, '-keyout', `${name}.key`, '-out', `${name}.csr`)
    const signer = ['-batch', '-config', 'ca.conf', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-notext']
    run('ca', ...signer, ...dates, '-in', `${name}.csr`, '-out', `${name}.pem`)
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) }
  }
  const ca = read('ca.pem')
  identities['expired'] = {
    ...make('expired', 'localhost', ['-startdate', '20240101000000Z', '-enddate', '20240301120000Z']),
    ca,
  }
  identities['good'] = { ...make('good', 'localhost', ['-days', '5']), ca }
  identities['otherHost'] = { ...make('other', 'db.shop.example', ['-days', '5']), ca }
  identities['unknown'] = make('unknown', 'localhost', ['-days', '5'])
  makeRoot('self', 'localhost')
  identities['self'] = { key: read('self.key'), cert: read('self.pem') }
  rmSync(place, { recursive: true })
  context = createTestContext()
  egress = createEgress({ allowPrivate: true })
})
afterAll(async () => {
  await egress.close()
  await context.dispose()
})

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** A server that begins to encrypt as `protocol` does, and shows this certificate. */
async function serve(
  protocol: 'postgresql' | 'mysql' | 'sqlserver' | 'tls',
  { key, cert }: Identity,
  onSecure?: (socket: Socket) => void,
): Promise<number> {
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const begin = (through: Socket = socket) => {
      const tls = new TLSSocket(through, { isServer: true, key, cert })
      tls.on('error', () => undefined).on('secure', () => onSecure?.(socket))
    }
    if (protocol === 'tls') return begin()
    if (protocol === 'sqlserver') return encryptMessages(socket, begin)
    // PostgreSQL is asked for encryption; MySQL greets, and is then told that encryption begins.
    if (protocol === 'mysql') socket.write(greet())
    socket.once('data', (bytes: Buffer) => {
      socket.removeAllListeners('data').pause()
      // The handshake may come at once with the word that it comes.
      const rest = protocol === 'mysql' ? bytes.subarray(4 + bytes.readUIntLE(0, 3)) : Buffer.alloc(0)
      if (rest.length > 0) socket.unshift(rest)
      if (protocol === 'postgresql') socket.write('S')
      begin()
    })
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Protocol 10 with encryption on offer. */
function greet(): Buffer {
  const payload = Buffer.concat([
    Buffer.from([10]),
    Buffer.from('8.0.0\0'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from('12345678\0'),
    Buffer.from([0xff, 0xff, 33, 2, 0, 0xff, 0xc1, 21]),
    Buffer.alloc(10),
    Buffer.from('123456789012\0mysql_native_password\0'),
  ])
  const head = Buffer.alloc(4)
  head.writeUIntLE(payload.length, 0, 3)
  return Buffer.concat([head, payload])
}

/** SQL Server: the handshake goes in packets of the protocol, each with a head of eight bytes. */
function encryptMessages(socket: Socket, begin: (through: Socket) => void): void {
  const pack = (type: number, bytes: Buffer): Buffer => {
    const head = Buffer.from([type, 1, 0, 0, 0, 0, 1, 0])
    head.writeUInt16BE(bytes.length + 8, 2)
    return Buffer.concat([head, bytes])
  }
  // Version and encryption, which is on.
  const options = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, 1])
  const far = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _, done) => void socket.write(pack(0x12, bytes), () => done()),
  })
  let isFirst = true
  socket.on('data', (bytes: Buffer) => {
    if (!isFirst) return void far.push(bytes.subarray(8))
    isFirst = false
    socket.write(pack(4, options))
    begin(far as Socket) // TLS asks for no more than a duplex
  })
}

/** What a connector says of it, before anything else. */
async function failureOf(name: string, params: ParamValues): Promise<unknown> {
  const connector = connectors.find(({ manifest }) => manifest.id === name)
  const connection = await connector!.open(params, { ...context, egress })
  return connection.describe('a', {}).then(
    () => null,
    (error: unknown) => error,
  )
}

const cases = [
  ['expired', 'The certificate of localhost:PORT (localhost) expired on 2024-03-01.', 'renewed'],
  ['otherHost', 'The certificate of localhost:PORT was made for db.shop.example, not for localhost.', 'host name'],
  ['unknown', 'The certificate of localhost:PORT (localhost) was issued by House CA, which is not known here.', '(CA)'],
  ['self', 'The certificate of localhost:PORT (localhost) is signed by itself.', '(CA)'],
] as const

describe.each([
  ['postgresql', 'postgresql'],
  ['mysql', 'mysql'],
  ['doris', 'mysql'],
  ['sqlserver', 'sqlserver'],
  ['oracle', 'tls'],
] as const)('%s', (name, protocol) => {
  test.each(cases)('says what is wrong with a certificate: %s', async (kind, message, advice) => {
    const identity = identities[kind]!
    const port = await serve(protocol, identity)
    const place = { host: 'localhost', port, database: 'd', username: 'u', password: 'p' }
    const failure = await failureOf(name, { ...place, ssl: 'verify', ...(identity.ca ? { ca: identity.ca } : {}) })
    expect(failure).toMatchObject({
      code: 'connector.tls',
      message: message.replace('PORT', String(port)),
      advice: expect.stringContaining(advice),
    })
  })
})

test.each([
  ['sqlserver', 'sqlserver'],
  ['oracle', 'tls'],
] as const)('%s takes a certificate of the authority that was given', async (name, protocol) => {
  const { ca = '', ...identity } = identities['good']!
  let isSecure = false
  const port = await serve(protocol, identity, socket => {
    isSecure = true
    // Nothing answers behind the encryption.
    socket.destroy()
  })
  const failure = await failureOf(name, {
    host: 'localhost',
    port,
    database: 'd',
    username: 'u',
    password: 'p',
    ssl: 'verify',
    ca,
  })
  expect(failure).not.toMatchObject({ code: 'connector.tls' })
  expect(isSecure).toBe(true)
})

describe('a broker', () => {
  test.each(cases)('as well: %s', async (kind, message) => {
    const identity = identities[kind]!
    const port = await serve('tls', identity)
    const place = { host: 'localhost', port, tls: 'verify', ...(identity.ca ? { ca: identity.ca } : {}) }
    expect(await failureOf('rabbitmq', place)).toMatchObject({
      code: 'egress.tls',
      message: message.replace('PORT', String(port)),
    })
  })
})

test('an interface over HTTPS as well', async () => {
  const port = await serve('tls', identities['unknown']!)
  await expect(egress.fetch(`https://localhost:${port}/`)).rejects.toMatchObject({
    code: 'egress.tls',
    message: `The certificate of localhost:${port} (localhost) was issued by House CA, which is not known here.`,
  })
})
