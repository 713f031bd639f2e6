import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

/** Where a message ends is read by everybody between a browser and us in one way, or it is refused. */
let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
  port = Number(new URL(await server.listen('127.0.0.1', 0)).port)
})
afterAll(() => server.drop())

const send = (lines: readonly string[], body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`))
    socket.on('data', chunk => {
      answer += String(chunk)
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })

const HEAD = ['POST /api/passport/refresh HTTP/1.1', 'Host: x', 'Content-Type: application/json']
/** A second message that one who believes the other length would see. */
const HIDDEN = 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n'
const countAnswers = (answer: string): number => answer.match(/HTTP\/1\.1 \d/g)?.length ?? 0

test.each<[string, readonly string[], string]>([
  ['both lengths', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`],
  ['both lengths, the other way round', ['Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${HIDDEN}`],
  ['two lengths', ['Content-Length: 2', `Content-Length: ${2 + HIDDEN.length}`], `{}${HIDDEN}`],
  ['a length with a sign', ['Content-Length: +2'], `{}${HIDDEN}`],
  ['a length with a blank before its colon', ['Content-Length : 2'], `{}${HIDDEN}`],
  ['a coding that is none', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${HIDDEN}`],
  ['chunked twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${HIDDEN}`],
  [
    'a folded header',
    ['X-A: b', ' Transfer-Encoding: chunked', 'Transfer-Encoding:', ' chunked'],
    `0\r\n\r\n${HIDDEN}`,
  ],
])('a message with %s is refused, and nothing behind it is answered', async (_, headers, body) => {
  const answer = await send([...HEAD, ...headers], body)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(countAnswers(answer)).toBe(1)
})

const GET = ['GET /api/health/live HTTP/1.1']
test.each<[string, readonly string[]]>([
  ['two hosts', [...GET, 'Host: x', 'Host: evil.test']],
  ['the same host twice, in another spelling', [...GET, 'Host: x', 'hOST: x']],
  ['a host that is none', [...GET, 'Host: x/<y>']],
  ['a user before its host', [...GET, 'Host: me@x']],
  ['another host in its target', ['GET http://evil.test/api/health/live HTTP/1.1', 'Host: x']],
  ['a user in its target', ['GET http://me@x/api/health/live HTTP/1.1', 'Host: x']],
  ...[
    'Authorization: Bearer a',
    'Proxy-Authorization: Basic a',
    'Content-Type: application/json',
    'Origin: https://x.test',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Mode: navigate',
    'User-Agent: x',
    'X-Time-Zone: UTC',
  ].map((line): [string, string[]] => [`two lines ${line}`, [...GET, 'Host: x', line, line]]),
])('a head with %s is refused, and nothing behind it is answered', async (_, lines) => {
  const answer = await send(lines, HIDDEN)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(countAnswers(answer)).toBe(1)
})

test.each<[string, readonly string[]]>([
  ['a host with a port', [...GET, 'Host: x:8080']],
  ['an address of IPv6', [...GET, 'Host: [::1]:8080']],
  ['no host, which an empty line says', [...GET, 'Host:']],
  ['its host in its target', ['GET http://x/api/health/live HTTP/1.1', 'Host: x']],
  ['a list in two lines', [...GET, 'Host: x', 'X-Forwarded-For: 10.0.0.1', 'X-Forwarded-For: 10.0.0.2']],
  ['two lines of cookies', [...GET, 'Host: x', 'Cookie: a=b', 'Cookie: c=d']],
])('a head with %s is answered', async (_, lines) => {
  expect(await send([...lines, 'Connection: close'], '')).toMatch(/^HTTP\/1\.1 200 /)
})

test('one length is believed', async () => {
  const answer = await send([...HEAD, 'Content-Length: 2', 'Connection: close'], '{}')
  expect(answer).toMatch(/^HTTP\/1\.1 422 /)
})

test('who sends too much hears of it although more is under way, and is heard again', async () => {
  const bytes = 3 * 2 ** 20
  const answers = await new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${[...HEAD, `Content-Length: ${bytes}`].join('\r\n')}\r\n\r\n`),
    )
    socket.on('data', chunk => {
      answer += String(chunk)
      if (countAnswers(answer) === 2) socket.end()
      else if (answer.endsWith('}')) socket.write(Buffer.concat([Buffer.alloc(bytes, 'x'), Buffer.from(HIDDEN)]))
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test('a proxy that closes after each answer hears of a body that is too large, while it is still sending it', async () => {
  const bytes = 3 * 2 ** 20
  const answer = await new Promise<string>((resolve, reject) => {
    let answer = ''
    const head = [...HEAD, 'Connection: close', `Content-Length: ${bytes}`].join('\r\n')
    let isSent = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, async () => {
      socket.write(`${head}\r\n\r\n`)
      // In pieces, as a proxy passes on what it gets: a closed connection refuses one of them.
      for (let sent = 0; sent < bytes; sent += bytes / 48) {
        socket.write(Buffer.alloc(bytes / 48, 'x'))
        await new Promise(next => setTimeout(next, 5))
      }
      isSent = true
      socket.end()
    })
    socket.on('data', chunk => {
      answer += String(chunk)
    })
    socket.on('close', () => resolve(`${isSent} ${answer}`))
    socket.on('error', reject)
  })
  expect(answer).toMatch(/^true HTTP\/1\.1 413 /)
  expect(answer).toContain('"success":false')
})
