import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { createEgress } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAddressOfHttp, testPlace, withoutAddress } from './testing/aim-connector.ts'

// One place is opened by its address. Whatever a connector's form is given, written or sent on to, no other place of this
// machine hears from it.

const OPEN = '127.0.0.1'
const visits = { open: 0, closed: 0 }
const servers: Server[] = []
const context = createTestContext()
let [closedPort, openPort] = [0, 0]

beforeAll(async () => {
  const closed = createTcpServer(socket => {
    visits.closed++
    socket.on('error', () => undefined).end('what?\r\n')
  })
  closedPort = await listen(closed, '::') // every address of this machine, by IPv4 and IPv6
  const sender = createServer((req, answer) => {
    visits.open++
    req.resume()
    answer.writeHead(307, { location: `http://127.0.0.2:${closedPort}/inside` }).end()
  })
  openPort = await listen(sender, OPEN)
})
afterAll(async () => {
  await context.dispose()
  for (const server of servers) server.close()
})
beforeEach(() => {
  Object.assign(visits, { open: 0, closed: 0 })
})

async function listen(server: Server, host: string): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  return (server.address() as AddressInfo).port // it listens on a port
}

const manifests = connectors.map(each => each.manifest).filter(each => !withoutAddress.has(each.id))
const doors = manifests.map(each => each.id)
// A look at these sends nothing by HTTP: messages and tokens alone go that way, and rows of Doris (doris.test.ts).
const silent = ['dingtalk-robot', 'feishu-robot', 'wecom-robot', 'smtp', 'imap', 'doris']
const httpDoors = manifests
  .filter(({ id, params }) => params.some(({ field }) => isAddressOfHttp(field)) && !silent.includes(id))
  .map(each => each.id)

async function tryPlace(id: string, host: string, port: number) {
  const egress = createEgress({ allow: [{ host: OPEN, port: openPort }] })
  const steps = await testPlace(
    connectors.find(each => each.manifest.id === id)!,
    { host, port },
    { ...context, egress },
  )
  await egress.close()
  return steps
}

/** 127.0.0.2 and this machine by IPv6, as some client or other reads them. */
const spellings = [
  ...['127.0.0.2', '2130706434', '0x7f.0.0.2', '017700000002', '127.2', '0', 'localhost', '127.0.0.2.', '127。0。0。2'],
  ...['::1', '::', '::ffff:127.0.0.2', '::ffff:7f00:2', '64:ff9b::7f00:2', '2002:7f00:2::', '0:0:0:0:0:ffff:127.0.0.2'],
]

test.each(doors)(
  '%s reaches a closed place by no spelling of its address',
  async id => {
    for (const host of spellings) {
      const steps = await tryPlace(id, host, closedPort)
      expect([host, steps.length > 0 && steps.every(step => step.ok)]).toEqual([host, false])
    }
    expect(visits.closed).toBe(0)
  },
  60_000,
)

test.each(httpDoors)(
  '%s is not sent on to a closed place by one that is open',
  async id => {
    await tryPlace(id, OPEN, openPort)
    expect(visits).toEqual({ open: expect.toSatisfy(count => count > 0), closed: 0 })
  },
  60_000,
)
