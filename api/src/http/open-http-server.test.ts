import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type HttpServer, openHttpServer } from './open-http-server.ts'

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

async function open(handle: Parameters<typeof openHttpServer>[0]): Promise<void> {
  opened = openHttpServer(handle, counts => told.push(counts))
  opened.server.listen(0, '127.0.0.1')
  await once(opened.server, 'listening')
}

async function reach(text: string): Promise<Socket> {
  const { port } = opened.server.address() as AddressInfo // it listens on a port
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** 50 MB, made as they are taken. */
const large: Parameters<typeof openHttpServer>[0] = (_, res) => void Readable.from(Array(800).fill(PIECE)).pipe(res)

const isCut = (socket: Socket): Promise<boolean> =>
  Promise.race([once(socket, 'close').then(() => true), delay(5000, false, { ref: false })])

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
