import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { Failure } from '@sluice/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leadOut } from './driver.ts'
import { Params } from './manifest.ts'
import { Session } from './session.ts'

// The real driver, against listeners that are none.

let context: TestContext
const servers: Server[] = []
beforeEach(() => {
  context = createTestContext()
})
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise(resolve => server.close(resolve))
  await context.dispose()
})

async function listen(take: (socket: Socket) => void): Promise<number> {
  const server = createServer(socket => take(socket.on('error', () => undefined)))
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // it listens on a port
}

const params = (host: string, port: number): Params =>
  Params.parse({ host, port, database: 'XE', username: 'u', password: 'p', ssl: 'disable' })

test('the driver dials nothing itself: the egress does, by the name that was given', async () => {
  const dialled: string[] = []
  const egress = {
    ...context.egress,
    dial: async (host: string, port: number) => {
      dialled.push(`${host}:${port}`)
      throw new Failure({ code: 'egress.blocked', message: 'Not there.' })
    },
  }
  await expect(Session.open(params('localhost', 1521), { ...context, egress })).rejects.toMatchObject({
    code: 'egress.blocked',
  })
  expect(new Set(dialled)).toEqual(new Set(['localhost:1521']))
  await expect(leadOut.call({}, { host: '127.0.0.1' })).rejects.toThrow('no way out')
})

/** A REDIRECT of the listener: its head, the length of the text, the text. */
function makeRedirect(text: string): Buffer {
  const packet = Buffer.alloc(10 + text.length)
  packet.writeUInt16BE(packet.length, 0)
  packet[4] = 5
  packet.writeUInt16BE(text.length, 8)
  packet.write(text, 10, 'latin1')
  return packet
}

test('a listener that sends the driver on is followed through the egress only', async () => {
  const to = '(ADDRESS=(PROTOCOL=tcp)(HOST=169.254.169.254)(PORT=80))'
  const port = await listen(socket => socket.once('data', () => socket.end(makeRedirect(to))))
  await expect(Session.open(params('127.0.0.1', port), context)).rejects.toMatchObject({
    code: 'egress.blocked',
    value: '169.254.169.254:80',
  })
})

test('a listener cannot give the driver another proxy', async () => {
  let isReached = false
  const spy = await listen(socket => {
    isReached = true
    socket.destroy()
  })
  const to = `(DESCRIPTION=(HTTPS_PROXY=127.0.0.1)(HTTPS_PROXY_PORT=${spy})(ADDRESS=(HTTPS_PROXY=127.0.0.1)(HTTPS_PROXY_PORT=${spy})(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=1)))`
  const port = await listen(socket => socket.once('data', () => socket.end(makeRedirect(to))))
  await expect(Session.open(params('127.0.0.1', port), context)).rejects.toBeInstanceOf(Failure)
  expect(isReached).toBe(false)
})

test('an address with a bracket is refused before it is used', async () => {
  await expect(Session.open(params('h)(HOST=x', 1521), context)).rejects.toMatchObject({
    code: 'params.invalid',
    field: 'host',
  })
})

test.each<[string, (socket: Socket) => unknown, string]>([
  ['nothing', () => undefined, 'connector.timeout'],
  ['half a packet', socket => socket.write(Buffer.from([0, 0x20, 0, 0, 2, 0, 0])), 'connector.timeout'],
  ['"say it again" for ever', socket => socket.write(Buffer.from([0, 8, 0, 0, 11, 0, 0, 0])), 'connector.timeout'],
  ['something else', socket => socket.write(Buffer.alloc(100_000, 65)), 'connector.protocol'],
])('a server that takes the connection and says %s ends the sign-in with the reason', async (_, say, code) => {
  const port = await listen(socket => socket.on('data', () => say(socket)))
  const startedMs = performance.now()
  await expect(Session.open(params('127.0.0.1', port), context, 500)).rejects.toMatchObject({ code })
  expect(performance.now() - startedMs).toBeLessThan(5000)
})
