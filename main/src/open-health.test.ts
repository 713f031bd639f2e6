import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Health, type HealthOptions, openHealth } from './open-health.ts'

let health: Health
const sockets: Socket[] = []
const told: object[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  told.length = 0
  await health.close()
})

async function open(options: Partial<HealthOptions> = {}): Promise<void> {
  health = await openHealth({
    database: { ping: async () => undefined },
    host: '127.0.0.1',
    port: 0,
    connections: { most: 100, mostOfOne: 100 },
    log: { warn: (counts: object) => void told.push(counts) } as HealthOptions['log'], // one of its spellings
    ...options,
  })
}

async function reach(lines: readonly string[], rest = ''): Promise<Socket> {
  const socket = connect({ port: Number(new URL(health.url).port), host: '127.0.0.1' })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\n\r\n${rest}`)
  return socket
}

async function read(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  if (!socket.closed) await new Promise(resolve => socket.once('close', resolve))
  return text
}

const LIVE = ['GET /api/health/live HTTP/1.1', 'Host: x']
const READY = ['GET /api/health/ready HTTP/1.1', 'Host: x']

test('it says live and ready, and nothing of a request is believed that others could read in another way', async () => {
  await open()
  expect(await read(await reach(LIVE))).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"live"/)
  expect(await read(await reach(READY))).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ready"/)
  expect(await read(await reach([...LIVE, 'Host: y']))).toMatch(/^HTTP\/1\.1 400 /)
})

test('it has no bodies: other methods are refused, and what follows their head is not read', async () => {
  await open()
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    const head = [`${method} /api/health/live HTTP/1.1`, 'Host: x', 'Content-Length: 1000000000']
    expect(await read(await reach(head, 'x'))).toMatch(/^HTTP\/1\.1 405 /)
  }
})

test('one address holds so many connections as elsewhere, and the idle ones give way', async () => {
  await open({ connections: { most: 100, mostOfOne: 3 } })
  const idle = await Promise.all([reach([]), reach([]), reach([])])
  while (idle.some(socket => socket.connecting)) await delay(2)
  expect(await read(await reach(LIVE))).toMatch(/^HTTP\/1\.1 200 /)
  expect(await Promise.race(idle.map(read))).toBe('')
})

test('requests sent ahead on one connection end it', async () => {
  // Never answered, so all are ahead.
  await open({ database: { ping: () => new Promise(() => undefined) } })
  const socket = await reach(READY, `${READY.join('\r\n')}\r\n\r\n`.repeat(2000))
  expect(await read(socket)).toBe('')
})

test('the database is asked once, however many ask', async () => {
  let asked = 0
  let answer = (): void => undefined
  await open({
    database: {
      ping() {
        asked += 1
        return new Promise(resolve => {
          answer = resolve
        })
      },
    },
  })
  const waiting = await Promise.all(Array.from({ length: 20 }, () => reach(READY)))
  await delay(200)
  const answers = waiting.map(read)
  answer()
  expect((await Promise.all(answers)).filter(text => text.startsWith('HTTP/1.1 200'))).toHaveLength(20)
  expect(asked).toBe(1)
})
