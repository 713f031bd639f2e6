import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEgress } from '../../guarded-egress.ts'
import { openTunnel, type Tunnel } from './tunnel.ts'

let echo: Server
let port = 0
let tunnel: Tunnel
const clients: Socket[] = []

beforeEach(async () => {
  echo = createServer(socket => socket.pipe(socket))
  await new Promise<void>(resolve => echo.listen(0, '127.0.0.1', resolve))
  port = (echo.address() as AddressInfo).port // it listens on a port
  tunnel = await openTunnel(createEgress({ allow: [{ host: '127.0.0.1' }] }))
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await tunnel.close()
  await new Promise(resolve => echo.close(resolve))
})

/** Sends piece by piece, each behind the answer to the one before. */
async function talk(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const socket = connect(tunnel.port, tunnel.host)
  clients.push(socket)
  socket.on('error', () => undefined)
  const answers: Buffer[] = []
  for (const piece of pieces) {
    socket.write(piece)
    const answer = await new Promise<Buffer>(resolve => {
      socket.once('data', resolve).once('close', () => resolve(Buffer.alloc(0)))
    })
    socket.removeAllListeners('close')
    answers.push(answer)
  }
  return answers
}

const text = (value: string): Buffer => Buffer.concat([Buffer.of(value.length), Buffer.from(value)])
const hello = Buffer.of(5, 1, 2)
const signIn = (password: string): Buffer => Buffer.concat([Buffer.of(1), text('sluice'), text(password)])
const toHost = (host: string, at: number): Buffer =>
  Buffer.concat([Buffer.of(5, 1, 0, 3), text(host), Buffer.of(at >> 8, at & 255)])

test('leads to what the egress opens, and carries the bytes both ways', async () => {
  const answers = await talk([hello, signIn(tunnel.password), toHost('127.0.0.1', port), Buffer.from('orders')])
  expect(answers.map(each => each.subarray(0, 2).toString('hex')).slice(0, 3)).toEqual(['0502', '0100', '0500'])
  expect(String(answers[3])).toBe('orders')
})

test('an address that the egress refuses is refused, and the reason is kept', async () => {
  const [, , answer] = await talk([hello, signIn(tunnel.password), toHost('169.254.169.254', 80)])
  expect(answer?.[1]).toBe(2)
  expect(tunnel.lastFailure).toMatchObject({ code: 'egress.blocked', value: '169.254.169.254:80' })
})

test('nobody passes without the password', async () => {
  const [, wrong] = await talk([hello, signIn('guessed')])
  expect(wrong?.[1]).not.toBe(0)
  const [open] = await talk([Buffer.of(5, 1, 0)])
  expect([...(open ?? [])]).toEqual([5, 255])
})

test('when it is closed, its lines are too', async () => {
  await talk([hello, signIn(tunnel.password), toHost('127.0.0.1', port)])
  const [client] = clients
  const closed = new Promise(resolve => client?.once('close', resolve))
  await tunnel.close()
  await closed
})
