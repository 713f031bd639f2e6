import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const ADDRESS = '/api/dh/lessee/gateway/application'
const dir = mkdtempSync(join(tmpdir(), 'sluice-certificates-'))
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' })
const read = (file: string): string => readFileSync(join(dir, file), 'utf8')
let server: TestServer
let admin: string
beforeAll(async () => {
  for (const name of ['own', 'next'])
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/O=Partner/CN=${name}`],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
    )
  writeFileSync(join(dir, 'index.txt'), '')
  writeFileSync(
    join(dir, 'ca.cnf'),
    '[ca]\ndefault_ca=x\n[x]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\npolicy=p\n[p]\nCN=supplied\n',
  )
  openssl('req', '-new', '-key', 'own.key', '-subj', '/CN=old', '-out', 'old.csr')
  openssl(
    ...[
      'ca',
      '-batch',
      '-config',
      'ca.cnf',
      '-md',
      'sha256',
      '-cert',
      'own.pem',
      '-keyfile',
      'own.key',
      '-in',
      'old.csr',
    ],
    ...['-out', 'old.pem', '-startdate', '20200101000000Z', '-enddate', '20200201000000Z'],
  )
  server = await startTestServer({ proxies: { addresses: [], header: 'x-forwarded', certificate: 'x-client-cert' } })
  admin = await server.signIn('admin-a', PASSWORD)
})
afterAll(async () => {
  await server.drop()
  rmSync(dir, { recursive: true })
})

const call = async (method: string, path: string, body?: object, token = admin) =>
  (await server.call(method, `${ADDRESS}${path}`, { token, ...(body && { body }) })).json()
let counter = 0
const make = async (): Promise<{ id: string; version: number }> =>
  (
    await call('POST', '', {
      ...{ name: `partner ${++counter}`, remark: '', expires_at: null, ip_allow: [], scopes: [], plan_id: null },
      ...{ rate_per_minute: 60, burst: 60, quota_per_day: null, quota_per_month: null, concurrency: null },
    })
  ).content
const hashOf = (file: string) => new X509Certificate(read(file)).fingerprint256

test('of a certificate its fingerprint, subject and end are kept, and stay when it is named by the first alone', async () => {
  const { id, version } = await make()
  const put = (certificates: string[], from: number, certificate_use = 'beside') =>
    call('PUT', `/${id}/certificates`, { certificates, certificate_use, version: from })
  const fingerprint = hashOf('own.pem').replaceAll(':', '').toLowerCase()
  const own = {
    fingerprint,
    subject: 'O=Partner, CN=own',
    expires_at: new Date(new X509Certificate(read('own.pem')).validTo).toISOString(),
  }
  const { content } = await put([`\r\n${read('own.pem')}`], version, 'alone')
  expect(content).toMatchObject({ certificates: [own], certificate_use: 'alone', version: version + 1 })
  expect(JSON.stringify(content)).not.toContain('BEGIN')
  const two = await put([`sha256 Fingerprint=${hashOf('own.pem')}`, fingerprint, 'AB'.repeat(32)], version + 1)
  expect(two.content.certificates).toEqual([own, { fingerprint: 'ab'.repeat(32), subject: null, expires_at: null }])
  expect((await put([], version)).code).toBe('conflict.version')
  expect((await put([], version + 2, 'alone')).content).toMatchObject({ certificates: [], certificate_use: 'beside' })
})

test('what is wrong with one is named, and a private key is refused whatever stands around it', async () => {
  const { id, version } = await make()
  const put = (text: string) =>
    call('PUT', `/${id}/certificates`, { certificates: [text], certificate_use: 'beside', version })
  const [own, key] = [read('own.pem'), read('own.key')]
  for (const [text, code] of [
    [key, 'invalid.certificateKey'],
    [own + key, 'invalid.certificateKey'],
    ['-----BEGIN EC PRIVATE KEY-----', 'invalid.certificateKey'],
    [own + read('next.pem'), 'invalid.certificateChain'],
    [read('old.pem').slice(read('old.pem').indexOf('-----BEGIN')), 'invalid.certificateEnded'],
    ['', 'invalid.certificateForm'],
    ['hello', 'invalid.certificateForm'],
    ['ab'.repeat(20), 'invalid.certificateForm'],
    [own.split('\n').slice(1).join('\n'), 'invalid.certificateForm'],
    [own.replace(/^MII/m, 'AAA'), 'invalid.certificateForm'],
    [read('old.csr'), 'invalid.certificateForm'],
  ] as const)
    expect([text.slice(0, 40), (await put(text)).code]).toEqual([text.slice(0, 40), code])
  expect((await call('GET', `/${id}`)).content).toMatchObject({ certificates: [], version })
})

test('another tenant sets none, and a change of the rest leaves them as they are', async () => {
  const { id, version } = await make()
  const certificates = ['ab'.repeat(32)]
  const foreign = await server.signIn('admin-b', PASSWORD)
  const body = { certificates, certificate_use: 'beside', version }
  expect((await call('PUT', `/${id}/certificates`, body, foreign)).code).toBe('notFound.gatewayApplication')
  await call('PUT', `/${id}/certificates`, body)
  const { name, remark, expires_at, ip_allow, rate_per_minute, burst } = (await call('GET', `/${id}`)).content
  const changed = await call('PUT', `/${id}`, {
    ...{ name, remark, expires_at, ip_allow, rate_per_minute, burst, scopes: [], plan_id: null, version: version + 1 },
    ...{ quota_per_day: null, quota_per_month: null, concurrency: null },
  })
  expect(changed.content.certificates).toMatchObject([{ fingerprint: certificates[0] }])
  expect((await server.call('GET', '/api/dh/lessee/gateway/address', { token: admin })).json().content).toEqual({
    ...{ origin: null, hears_certificates: true },
  })
})
