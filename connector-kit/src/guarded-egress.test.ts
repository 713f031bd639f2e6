import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Failure } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEgress, type EgressPolicy, type GuardedEgress, wasSent } from './guarded-egress.ts'

let hits = 0
let seen: IncomingMessage | undefined
let server: Server
let other: Server
let port = 0
let otherPort = 0
const opened: GuardedEgress[] = []

beforeAll(async () => {
  server = createServer(answer)
  other = createServer((req, res) => {
    seen = req
    res.end('other')
  })
  port = await listen(server)
  otherPort = await listen(other)
})
afterAll(() => {
  server.close()
  other.close()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(egress => egress.close()))
})

async function listen(target: Server): Promise<number> {
  await new Promise<void>(resolve => target.listen(0, '::', resolve))
  return (target.address() as AddressInfo).port // a TCP server has an AddressInfo
}

function make(policy: EgressPolicy): GuardedEgress {
  const egress = createEgress(policy)
  opened.push(egress)
  return egress
}
const loopback = (): GuardedEgress => make({ allow: [{ host: '127.0.0.1' }] })

async function failureOf(work: Promise<unknown>, what = 'the call'): Promise<Failure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error, `${what} fails`).toBeInstanceOf(Failure)
  return error as Failure // proved by the line above
}

const gbk = Buffer.from([0xb6, 0xa9, 0xb5, 0xa5]) // 订单
const endless = async function* (piece: string, afterMs: number) {
  for (;;) yield await pause(afterMs, piece)
}
const packed = gzipSync('x'.repeat(10_000))
const replies: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse) => void>> = {
  '/ok': (_, res) => res.end('ok'),
  '/gbk': (_, res) => res.setHeader('content-type', 'text/plain; charset=GBK').end(gbk),
  '/not-utf8': (_, res) => res.setHeader('content-type', 'application/json').end(gbk),
  '/gzip': (_, res) => res.setHeader('content-encoding', 'gzip').end(packed),
  '/gzip-cut': (_, res) => res.setHeader('content-encoding', 'gzip').end(packed.subarray(0, 20)),
  '/gzip-bomb': (_, res) => res.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000))),
  '/zstd': (_, res) => res.setHeader('content-encoding', 'zstd').end('x'),
  '/long': (_, res) => res.end(Buffer.alloc(100_000)),
  '/pour': (_, res) => Readable.from(endless('{"kty":"RSA"},'.repeat(5000), 0)).pipe(res),
  '/drip': (_, res) => Readable.from(endless('x', 10)).pipe(res),
  '/short': (_, res) => {
    res.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => res.destroy(), 20)
  },
  '/chunk-cut': (_, res) => {
    res.write('half')
    setTimeout(() => res.destroy(), 20)
  },
  '/reset': (_, res) => res.destroy(),
  '/silent': () => undefined,
  '/loop': (_, res) => res.writeHead(302, { location: '/loop' }).end(),
  '/to-v6': (_, res) => res.writeHead(302, { location: `http://[::1]:${port}/ok` }).end(),
  '/to-metadata': (_, res) => res.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  '/to-file': (_, res) => res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-other': (_, res) => res.writeHead(302, { location: `http://127.0.0.1:${otherPort}/` }).end(),
  '/to-other-307': (_, res) => res.writeHead(307, { location: `http://127.0.0.1:${otherPort}/` }).end(),
  '/see-other': (_, res) => res.writeHead(303, { location: '/echo' }).end(),
  '/echo': (req, res) => res.end(`${req.method} ${req.headers['x-secret'] ?? 'none'}`),
}
function answer(req: IncomingMessage, res: ServerResponse): void {
  hits++
  const reply = replies[req.url ?? '']
  if (reply) reply(req, res)
  else res.writeHead(404).end('nothing here')
}

// Every way to write loopback, private, metadata and reserved places that we know of.
const hostileHosts = [
  ...[
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
  ],
  ...[
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '0x7F.0x0.0x0.0x1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
  ],
  ...[
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::a9fe:a9fe]',
  ],
  ...[
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:7f00:1::1]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '１２７.0.0.1',
    '127%2e0%2e0%2e1',
  ],
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
  ],
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.170.2',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
  ],
  ...[
    '[::ffff:a9fe:a9fe]',
    '[fe80::1]',
    '[fe80::1%25lo]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
  ],
  ...[
    '[3fff::1]',
    '[100::1]',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
  ],
  ...[
    '240.0.0.1',
    '255.255.255.255',
    '192.88.99.1',
    'public.example@127.0.0.1',
    '127.0.0.1#@public.example',
    '127.0.0.1\\@public.example',
  ],
]
const hostileUrls = [
  ...[
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:6379/_INFO',
    'javascript:1',
    'data:text/plain,x',
    'unix:/run/x.sock',
  ],
  ...[
    'http://',
    'http:///',
    '//127.0.0.1/',
    '',
    'not a url',
    'http://user:canary-pass@shop.invalid/',
    'ws://127.0.0.1/',
    'http://[::1',
    'http://127.0.0.1:99999/',
  ],
]

describe('what a tenant aims at us', () => {
  test(`refuses ${hostileHosts.length + hostileUrls.length} hostile addresses and reaches nothing`, async () => {
    const egress = make({})
    const before = hits
    for (const host of hostileHosts) {
      const failure = await failureOf(egress.fetch(`http://${host}:${port}/ok`, { timeoutMs: 2000 }), host)
      expect(['egress.blocked', 'egress.dns'], host).toContain(failure.code)
      expect(wasSent(failure), host).toBe(false)
    }
    for (const url of hostileUrls) {
      const failure = await failureOf(egress.fetch(url, { timeoutMs: 2000 }), url)
      expect(failure.code, url).toBe('egress.blocked')
      expect(JSON.stringify(failure.toDetail())).not.toContain('canary-pass')
    }
    expect(hits).toBe(before)
  })

  test('refuses the same hosts for raw sockets', async () => {
    const egress = make({})
    for (const host of hostileHosts) {
      const failure = await failureOf(egress.dial(host.replace(/^\[|\]$/g, ''), port, { timeoutMs: 2000 }), host)
      expect(['egress.blocked', 'egress.dns'], host).toContain(failure.code)
    }
  })

  test('never calls metadata and link-local addresses, even where everything private is open', async () => {
    const egress = make({
      allowPrivate: true,
      allow: [{ host: '169.254.0.0/16' }, { host: '169.254.169.254' }, { host: 'fd00:ec2::254' }],
    })
    for (const host of [
      '169.254.169.254',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '100.100.100.200',
      '[::ffff:a9fe:a9fe]',
      '0.0.0.0',
    ])
      expect((await failureOf(egress.fetch(`http://${host}/`))).code, host).toBe('egress.blocked')
  })

  test('a name that turns private after it was checked is refused: one lookup serves check and dial', async () => {
    // An opened address stands for the public one, so that nothing leaves this machine.
    let lookups = 0
    const lookup = async () => [{ address: lookups++ % 2 === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    const egress = make({ lookup, allow: [{ host: '127.0.0.1', port }] })
    const before = hits
    for (let round = 0; round < 6; round++) {
      // Each round has a name of its own, or the pooled connection of the round before would serve it.
      const answer = egress.fetch(`http://rebind${round}.example:${port}/ok`)
      if (round % 2 === 0) expect((await answer).status).toBe(200)
      else expect((await failureOf(answer)).code).toBe('egress.blocked')
    }
    expect(lookups).toBe(6)
    expect(hits).toBe(before + 3)
  })

  test('a name with a public and a private address never reaches the private one', async () => {
    const lookup = async () => ['10.0.0.1', '127.0.0.1', '169.254.169.254'].map(address => ({ address, family: 4 }))
    expect((await failureOf(make({ lookup }).fetch(`http://mixed.example:${port}/ok`))).code).toBe('egress.blocked')
  })

  test('every hop of a redirect is checked', async () => {
    for (const path of ['/to-v6', '/to-metadata', '/to-file']) {
      const failure = await failureOf(loopback().fetch(`http://127.0.0.1:${port}${path}`))
      expect(failure.code, path).toBe('egress.blocked')
      expect(wasSent(failure), path).toBe(true)
    }
  })

  // CVE-2020-12725: what a service in the network said first stood in the error, and told what it is.
  test('what another protocol says is not told', async () => {
    const other = createTcpServer(socket => socket.on('error', () => undefined).end('SSH-2.0-canary banner\r\n'))
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const { port: there } = other.address() as AddressInfo // it listens on a port
    for (const scheme of ['http', 'https']) {
      const failure = await failureOf(loopback().fetch(`${scheme}://127.0.0.1:${there}/`))
      expect(JSON.stringify([failure.message, failure.toDetail()])).not.toContain('canary')
    }
    other.close()
  })

  test('rules open one host, one block or one port, and deny wins', async () => {
    const ask = (policy: EgressPolicy) =>
      make(policy)
        .fetch(`http://127.0.0.1:${port}/ok`)
        .then(
          answer => answer.status,
          error => (error as Failure).code,
        )
    expect(await ask({ allow: [{ host: '127.0.0.0/8', port }] })).toBe(200)
    expect(await ask({ allow: [{ host: '127.0.0.1', port: port + 1 }] })).toBe('egress.blocked')
    expect(await ask({ allowPrivate: true })).toBe(200)
    expect(await ask({ allowPrivate: true, deny: [{ host: '127.0.0.0/8', port }] })).toBe('egress.blocked')
    expect(await ask({ allowPrivate: true, ports: [443] })).toBe('egress.blocked')
    const named = make({ allow: [{ host: 'erp.internal' }], lookup: async () => [{ address: '127.0.0.1', family: 4 }] })
    expect((await named.fetch(`http://erp.internal:${port}/ok`)).status).toBe(200)
    expect((await failureOf(named.fetch(`http://127.0.0.1:${port}/ok`))).code).toBe('egress.blocked')
  })
})

describe('what a far server answers', () => {
  const get = (path: string, init = {}) => loopback().fetch(`http://127.0.0.1:${port}${path}`, init)

  test('text is decoded by its charset, GBK too, and never guessed wrong', async () => {
    expect((await get('/gbk')).text()).toBe('订单')
    const answer = await get('/not-utf8')
    expect(() => answer.text()).toThrow(/not text in utf-8/)
  })

  test('packed answers are unpacked; cut, oversized and unknown ones are refused', async () => {
    expect((await get('/gzip')).text()).toHaveLength(10_000)
    expect((await failureOf(get('/gzip-cut'))).code).toBe('egress.broken')
    expect((await failureOf(get('/gzip-bomb', { maxBytes: 1_000_000 }))).code).toBe('egress.tooLarge')
    expect((await failureOf(get('/zstd'))).code).toBe('egress.broken')
    expect((await failureOf(get('/long', { maxBytes: 50_000 }))).code).toBe('egress.tooLarge')
  })

  test('an answer cut short is broken, heals later, and its request counts as sent', async () => {
    for (const path of ['/short', '/chunk-cut', '/reset']) {
      const failure = await failureOf(get(path))
      expect([failure.code, failure.retry, wasSent(failure)], path).toEqual(['egress.broken', 'later', true])
    }
  })

  test('an answer without an end is given up by its length, and one that drips by its time', async () => {
    expect((await failureOf(get('/pour', { maxBytes: 1_000_000 }))).code).toBe('egress.tooLarge')
    expect((await failureOf(get('/drip', { timeoutMs: 300 }))).code).toBe('egress.timeout')
  })

  test('silence ends at the limit or at the abort, as sent', async () => {
    const late = await failureOf(get('/silent', { timeoutMs: 100 }))
    expect([late.code, wasSent(late)]).toEqual(['egress.timeout', true])
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    const stopped = await failureOf(get('/silent', { signal: stop.signal }))
    expect([stopped.code, wasSent(stopped)]).toEqual(['egress.aborted', true])
  })

  test('a closed port, an unknown name and a filtered place are told apart, as not sent', async () => {
    const closed = createTcpServer()
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
    const closedPort = (closed.address() as AddressInfo).port // a TCP server has an AddressInfo
    await new Promise(resolve => closed.close(resolve))
    const refused = await failureOf(loopback().fetch(`http://127.0.0.1:${closedPort}/`))
    expect([refused.code, refused.retry, wasSent(refused)]).toEqual(['egress.refused', 'later', false])
    const lookup = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    const unknown = await failureOf(make({ lookup }).fetch('http://nowhere.example/'))
    expect([unknown.code, wasSent(unknown)]).toEqual(['egress.dns', false])
    const slow = await failureOf(
      make({ lookup: () => new Promise(() => undefined) }).fetch('http://slow.example/', { timeoutMs: 100 }),
    )
    expect([slow.code, wasSent(slow)]).toEqual(['egress.timeout', false])
  })

  test('plain HTTP where TLS is expected is a TLS failure with an advice', async () => {
    const failure = await failureOf(loopback().fetch(`https://127.0.0.1:${port}/ok`))
    expect(failure.code).toBe('egress.tls')
    expect(failure.advice).toBeTruthy()
  })

  test('redirects end after five, keep secrets at home, and turn into GET as HTTP says', async () => {
    expect((await failureOf(get('/loop'))).code).toBe('egress.broken')
    await get('/to-other', { headers: { Authorization: 'Bearer canary', 'X-Api-Key': 'canary', accept: 'text/x' } })
    expect(JSON.stringify(seen?.headers)).not.toContain('canary')
    expect(seen?.headers.accept).toBe('text/x')
    expect((await get('/see-other', { method: 'POST', body: 'x', headers: { 'x-secret': 'kept' } })).text()).toBe(
      'GET kept',
    )
    expect((await failureOf(get('/to-other-307', { method: 'POST', body: 'secret' }))).code).toBe('egress.broken')
  })
})

describe('raw sockets', () => {
  test('gives a connected, checked socket', async () => {
    const socket = await loopback().dial('127.0.0.1', port)
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  test('an abort while dialling ends at once', async () => {
    const stop = new AbortController()
    const waiting = failureOf(
      make({ lookup: () => new Promise(() => undefined) }).dial('slow.example', 1, { signal: stop.signal }),
    )
    stop.abort()
    expect((await waiting).code).toBe('egress.aborted')
  })
})
