import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createEgress } from '../../guarded-egress.ts'
import { sendAfterContinue } from './send-after-continue.ts'

let stop = (): void => undefined
afterEach(() => stop())

/** A server that asks for the body and answers in its own way. */
async function ask(answer: (res: ServerResponse) => void) {
  const server = createServer((req, res) => req.resume().once('end', () => answer(res)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has one
  const egress = createEgress({ allowPrivate: true })
  stop = () => {
    server.closeAllConnections()
    server.close()
    void egress.close() // never rejects
  }
  const url = new URL(`http://127.0.0.1:${port}/load`)
  return sendAfterContinue(egress, { method: 'PUT', url, headers: {}, body: Buffer.from('row'), timeoutMs: 20_000 })
}

test('an answer is read to its end', async () => {
  expect(await ask(res => res.end('done'))).toMatchObject({ status: 200, text: 'done', sent: true })
})

test('an answer without an end is given up when it is too long to be one', async () => {
  const piece = Buffer.alloc(65_536, 'x')
  const pour = (res: ServerResponse): void => {
    res.on('error', () => undefined).on('drain', () => pour(res))
    while (!res.destroyed && res.write(piece));
  }
  const began = performance.now()
  await expect(ask(pour)).rejects.toMatchObject({ code: 'egress.tooLarge' })
  expect(performance.now() - began).toBeLessThan(15_000)
})
