import { type AddressInfo, createServer } from 'node:net'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { expect, test } from 'vitest'
import type { Params } from './manifest.ts'
import { ReplyParser } from './reply-parser.ts'
import { Session } from './session.ts'

const read = (texts: readonly string[], maxBytes = 1_000_000): string[] => {
  const replies: string[] = []
  const parser = new ReplyParser(reply => void replies.push(JSON.stringify(reply)), { maxBytes })
  for (const text of texts) parser.feed(Buffer.from(text))
  return replies
}

test('answers that are lists of lists are read as they are', () =>
  expect(read(['*2\r\n*1\r\n:1', '\r\n*1\r\n+x\r\n', '*0\r\n'])).toEqual(['[[1],["x"]]', '[]']))

test.each<[string, () => string[]]>([
  ['a list in a list in a list', () => ['*2\r\n'.repeat(10_000)]],
  ['a line', () => Array.from({ length: 100 }, () => 'x'.repeat(20_000))],
  [
    'a list of texts',
    () => ['*100000000\r\n', ...Array.from({ length: 100 }, () => `$20000\r\n${'x'.repeat(20_000)}\r\n`)],
  ],
  ['a list of nothing', () => ['*100000000\r\n', ...Array.from({ length: 100 }, () => '$-1\r\n'.repeat(4000))]],
])('%s without an end is given up', (_, make) => {
  expect(() => read(make())).toThrow(/^reading an answer: /)
})

test('a server that answers what nobody asked is left', async () => {
  const server = createServer(socket => {
    socket.on('error', () => undefined).on('data', () => socket.write('+PONG\r\n+more\r\n'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has one
  const context = createTestContext()
  const params = { host: '127.0.0.1', port, tls: 'off' } as Params
  const session = await Session.open(params, context)
  await expect.poll(() => session.isBroken).toBe(true)
  await session.close()
  await context.dispose()
  server.close()
})
