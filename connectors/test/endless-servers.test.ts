import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createEgress, type GuardedEgress, parseParams } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import type { ParamValues } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectors } from '../src/registry.ts'

// Whatever listens at the address of a connector says something without an end: nothing is kept of it for long, and the
// connection is given up.

let context: TestContext
let egress: GuardedEgress
beforeAll(() => {
  context = createTestContext()
  egress = createEgress({ allowPrivate: true })
})
afterAll(async () => {
  await egress.close()
  await context.dispose()
})

let server: Server | undefined
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server?.close()
})

/** Bytes that the other side took. */
async function serve(piece: string): Promise<{ readonly port: number; readonly sent: () => number }> {
  let sent = 0
  const bytes = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)), 'latin1')
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const write = (): void => {
      while (!socket.destroyed && socket.write(bytes)) sent += bytes.length
    }
    socket.on('drain', write)
    write()
  })
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, sent: () => sent } // a TCP server has one
}

/** Every connector that is given an address, with its own switched to this one. */
// A robot is not asked anything before its first message.
const asked = connectors.filter(({ manifest }) => !manifest.id.endsWith('-robot'))
const addressed = asked.flatMap(connector => {
  const fields = connector.manifest.params.map(({ field }) => field)
  const place = (port: number): ParamValues => {
    if (fields.includes('host') && fields.includes('port')) return { host: '127.0.0.1', port }
    if (fields.includes('base_url')) return { base_url: `http://127.0.0.1:${port}` }
    if (fields.includes('url')) return { url: `http://127.0.0.1:${port}` }
    return fields.includes('brokers') ? { brokers: `127.0.0.1:${port}` } : {}
  }
  return Object.keys(place(1)).length === 0 ? [] : [[connector.manifest.id, connector, place] as const]
})

const fill = (params: (typeof connectors)[number]['manifest']['params'], place: ParamValues): ParamValues => {
  const values: Record<string, ParamValues[string]> = { ...place }
  for (const { field, type, options, is_required, ...param } of params) {
    if (field in values) continue
    const plain = options?.map(({ value }) => value).find(value => /^(off|none|plain|no|never)$/.test(String(value)))
    if (plain !== undefined) values[field] = plain
    else if (is_required && param.default === undefined)
      values[field] = options?.[0]?.value ?? (type === 'number' ? 1 : /mail|sender/.test(field) ? 'a@b.test' : 'x')
  }
  return values
}

const MOST = 100 * 2 ** 20
const PIECES = ['\0', '\x7f', '220-x\r\n', 'x']

test('most connectors are among them', () => expect(addressed.length).toBeGreaterThan(20))

test.each(addressed)('%s gives up', { timeout: 240_000 }, async (name, connector, place) => {
  for (const piece of PIECES) {
    const { port, sent } = await serve(piece)
    let said = 'nothing'
    try {
      const params = parseParams(connector.manifest.params, fill(connector.manifest.params, place(port)))
      const connection = await connector.open(params, { ...context, egress })
      for await (const step of connection.test()) said = step.ok ? `ok ${step.name}` : String(step.error?.code)
      await connection.close()
    } catch (error) {
      said = String((error as { code?: string }).code)
    }
    expect([name, piece, said, sent() < MOST]).toEqual([
      name,
      piece,
      expect.not.stringMatching(/^(ok p|nothing|undefined)/),
      true,
    ])
    for (const socket of sockets) socket.destroy()
    server?.close()
  }
})
