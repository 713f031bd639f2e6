import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionLimits, type HttpServer, openHttpServer } from './open-http-server.ts'

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const PIECE = Buffer.alloc(65_536, 'x')

let opened: HttpServer
const sockets: Socket[] = []
const told: object[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  opened.server.closeAllConnections()
  opened.server.close()
  told.length = 0
})

const wide: ConnectionLimits = { most: 1000, mostOfOne: 1000, isProxy: () => false }

async function open(handle: Parameters<typeof openHttpServer>[0], limits: Partial<ConnectionLimits> = {}) {
  opened = openHttpServer(handle, counts => told.push(counts), { ...wide, ...limits })
  opened.server.listen(0, '127.0.0.1')
  await once(opened.server, 'listening')
}

async function reach(text: string, from = '127.0.0.1'): Promise<Socket> {
  const { port } = opened.server.address() as AddressInfo // it listens on a port
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** 50 MB, made as they are taken. */
const large: Parameters<typeof openHttpServer>[0] = (_, res) => void Readable.from(Array(800).fill(PIECE)).pipe(res)

const isCut = async (socket: Socket): Promise<boolean> =>
  socket.closed || Promise.race([once(socket, 'close').then(() => true), delay(5000, false, { ref: false })])

test('thousands of requests on one connection that reads nothing are not carried out: the connection ends', async () => {
  let handled = 0
  // Never answered, so all are ahead.
  await open(() => {
    handled += 1
  })
  const socket = await reach(GET.repeat(2000))
  expect(await isCut(socket.resume())).toBe(true)
  expect(handled).toBe(8)
  opened.look()
  expect(told).toEqual([{ ahead: 1 }])
})

test('requests one after the other go on, as many as there are', async () => {
  await open((_, res) => void res.end('x'))
  const socket = await reach(GET)
  for (let at = 0; at < 30; at++) {
    await once(socket, 'data')
    socket.write(GET)
  }
  opened.look()
  expect(told).toEqual([])
})

test('who takes nothing of a large answer is ended at the second look, who takes it slowly but steadily is not', async () => {
  await open(large)
  const [stuck, slow] = [await reach(GET), await reach(GET)]
  stuck.pause()
  slow.pause()
  const isWaiting = async (): Promise<void> => {
    while ((await connections()) < 2) await delay(5)
    await delay(100)
  }
  await isWaiting()
  opened.look()
  expect(told).toEqual([])
  // As much as the system keeps for a reader, and more.
  let taken = 0
  slow.on('data', piece => {
    taken += piece.length
    if (taken > 12_000_000) slow.pause()
  })
  slow.resume()
  while (taken <= 12_000_000) await delay(5)
  await delay(50)
  opened.look()
  expect(told).toEqual([{ slow: 1 }])
  expect(await isCut(stuck.resume())).toBe(true)
  expect(slow.destroyed).toBe(false)
})

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    opened.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a stream that is quiet is not slow', async () => {
  await open((_, res) => void res.writeHead(200).write('event: one\n\n'))
  const socket = await reach(GET)
  await once(socket, 'data')
  for (let at = 0; at < 3; at++) opened.look()
  expect([told, socket.destroyed]).toEqual([[], false])
})

const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 50000000\r\n\r\n'
const read: Parameters<typeof openHttpServer>[0] = req => void req.resume()

test('who sends a body without getting on is ended at the second look, who sends it steadily is not', async () => {
  let begun = 0
  await open(req => {
    begun += 1
    if (begun < 3) req.resume()
  })
  const dribbling = await reach(`${HEAD}x`)
  while (begun < 1) await delay(2)
  const steady = await reach(HEAD)
  while (begun < 2) await delay(2)
  // What has come and nobody has read yet is our own delay.
  const unread = await reach(`${HEAD}${'x'.repeat(20_000)}`)
  while (begun < 3) await delay(2)
  opened.look()
  dribbling.write('x')
  await new Promise(resolve => steady.write(Buffer.alloc(40_000), resolve))
  await delay(50)
  opened.look()
  expect(told).toEqual([{ slow: 1 }])
  expect(await isCut(dribbling)).toBe(true)
  expect([steady.destroyed, unread.destroyed]).toEqual([false, false])
})

test('who opens more connections than one address may loses those that do nothing, and nobody else loses any', async () => {
  await open(read, { mostOfOne: 3 })
  const other = await reach('', '127.0.0.2')
  const idle = await reach('')
  const busy = [await reach(HEAD), await reach(HEAD)]
  await delay(20)
  const next = await reach(HEAD)
  expect(await isCut(idle.resume())).toBe(true)
  await delay(20)
  // All of this address have something under way: the newcomer goes.
  expect(await isCut((await reach(HEAD)).resume())).toBe(true)
  expect([other, ...busy, next].map(socket => socket.destroyed)).toEqual([false, false, false, false])
  opened.look()
  expect(told).toEqual([{ many: 2 }])
})

test('a place is free again when a connection has ended, and a proxy brings as many as there are places', async () => {
  await open((_, res) => void res.end('x'), {
    most: 6,
    mostOfOne: 2,
    isProxy: address => address.endsWith('127.0.0.9'),
  })
  for (let turn = 0; turn < 5; turn++) {
    const socket = await reach(GET)
    await once(socket, 'data')
    socket.destroy()
    while ((await connections()) > 0) await delay(2)
  }
  const kept: Socket[] = []
  for (let at = 0; at < 6; at++) {
    kept.push(await reach(GET, '127.0.0.9'))
    await once(kept.at(-1)!, 'data') // just pushed
  }
  expect(kept.some(socket => socket.destroyed)).toBe(false)
  // Beyond all places the one that is idle the longest gives way.
  await once(await reach(GET, '127.0.0.3'), 'data')
  expect(await isCut(kept[0]!.resume())).toBe(true) // six were kept
  opened.look()
  expect(told).toEqual([{ many: 1 }])
})
