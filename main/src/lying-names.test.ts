import { type AddressInfo, createServer, type Server } from 'node:net'
import { createEgress } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testPlace, withoutAddress } from './testing/aim-connector.ts'
import { watchSystemNames } from './testing/watch-system-names.ts'

// A name server that lies: who asks first is told a place that is open, and whoever asks again one that is not. A driver
// that looks a name up for itself asks the system's resolver, which here always leads inside.

const LIAR = 'liar.example'
const [OPEN, INSIDE] = ['127.0.0.1', '127.0.0.2']
let system: ReturnType<typeof watchSystemNames>
const visits = { open: 0, inside: 0 }
const servers: Server[] = []
const context = createTestContext()
let port = 0

beforeAll(async () => {
  port = await listen(OPEN, 0, () => void visits.open++)
  await listen(INSIDE, port, () => void visits.inside++)
  system = watchSystemNames(INSIDE)
})
afterAll(async () => {
  await context.dispose()
  system.stop()
  for (const server of servers) server.close()
})
beforeEach(() => {
  system.asked.length = 0
  Object.assign(visits, { open: 0, inside: 0 })
})

/** Says nothing that any protocol knows, so that a driver gives up and perhaps begins anew. */
async function listen(host: string, wanted: number, note: () => void): Promise<number> {
  const server = createServer(socket => {
    note()
    socket.on('error', () => undefined).end('what?\r\n')
  })
  servers.push(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, host, resolve))
  return (server.address() as AddressInfo).port // it listens on a port
}

const doors = connectors.map(each => each.manifest.id).filter(id => !withoutAddress.has(id))

test.each(doors)(
  '%s dials the address that was judged, and asks for the name by no way of its own',
  async id => {
    const connector = connectors.find(each => each.manifest.id === id)!
    let asked = 0
    const egress = createEgress({
      allow: [{ host: OPEN, port }],
      lookup: async name => [{ address: name === LIAR && asked++ === 0 ? OPEN : INSIDE, family: 4 }],
    })
    const steps = await testPlace(connector, { host: LIAR, port }, { ...context, egress })
    await egress.close()
    expect(visits).toEqual({ open: 1, inside: 0 })
    expect(system.asked).toEqual([])
    expect(JSON.stringify(steps)).not.toContain(INSIDE)
  },
  60_000,
)
