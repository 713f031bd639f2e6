import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEgress, type GuardedEgress } from './guarded-egress.ts'

// Protocols and ciphers of yesterday, as far systems may still offer them, certificates aside.

let egress: GuardedEgress
let identity: { readonly key: string; readonly cert: string }
const servers: Server[] = []
beforeAll(() => {
  const place = mkdtempSync(join(tmpdir(), 'sluice-old-tls-'))
  const [key, cert] = [join(place, 'key.pem'), join(place, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  identity = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(place, { recursive: true })
  egress = createEgress({ allowPrivate: true })
})
afterAll(async () => {
  await egress.close()
  for (const server of servers) server.close()
})

async function ask(options: ServerOptions): Promise<number> {
  const server = createServer({ ...identity, ...options }, (_, answer) => answer.end('{}'))
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return (await egress.fetch(`https://127.0.0.1:${port}/`, { skipTlsVerify: true })).status
}

test.each<[string, ServerOptions]>([
  ['TLS 1.3', { minVersion: 'TLSv1.3' }],
  ['TLS 1.2', { maxVersion: 'TLSv1.2' }],
])('a server that speaks %s is talked to', async (_, options) => {
  expect(await ask(options)).toBe(200)
})

test.each<[string, ServerOptions]>([
  ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
  ['TLS 1.0', { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }],
  ['no encryption', { maxVersion: 'TLSv1.2', ciphers: 'NULL-SHA256:@SECLEVEL=0' }],
  ['ciphers without a certificate', { maxVersion: 'TLSv1.2', ciphers: 'AECDH-AES128-SHA:@SECLEVEL=0' }],
])('a server that speaks %s is not', async (_, options) => {
  await expect(ask(options)).rejects.toMatchObject({ code: expect.stringMatching(/^egress\.(tls|broken|refused)$/) })
})
