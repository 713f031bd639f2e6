import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireCertificate } from './client-certificate.ts'
import { Refusal } from './refusal.ts'
import {
  callWith,
  gateways,
  inTenant,
  makeApp,
  pathOf,
  send,
  sign,
  signIn,
  startGateways,
  stopGateways,
  tellChange,
  tokenOf,
} from './testing.ts'

const dir = mkdtempSync(join(tmpdir(), 'sluice-certificates-'))
/** Its own issuer, of the name; its base64 has a plus, which not every way of decoding leaves alone. */
function makeCertificate(name: string): string {
  const file = join(dir, `${name}.pem`)
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/CN=${name}`]
  execFileSync('openssl', [...made, '-keyout', join(dir, `${name}.key`), '-out', file], { stdio: 'ignore' })
  const pem = readFileSync(file, 'utf8')
  return pem.includes('+') ? pem : makeCertificate(name)
}
const own = makeCertificate('own')
const next = makeCertificate('next')
const other = makeCertificate('other')
const hashOf = (pem: string): string => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
const base64Of = (pem: string): string => new X509Certificate(pem).raw.toString('base64')
/** As `$ssl_client_escaped_cert` of nginx. */
const escaped = (pem: string): string => encodeURIComponent(pem)

beforeAll(startGateways)
afterAll(async () => {
  await stopGateways()
  rmSync(dir, { recursive: true })
})

const judge = (handed: string | null, nowMs = Date.now()): string => {
  const certificates = [own, next].map(pem => ({ fingerprint: hashOf(pem) }))
  try {
    requireCertificate({ certificates }, handed, nowMs)
    return 'in'
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 40101) throw error
    return error.said
  }
}

describe('what a proxy hands on', () => {
  const lines = own.trim().split('\n')
  test.each([
    ['PEM, escaped as nginx does', escaped(own), 'in'],
    [
      'escaped but for plus, slash and equals, as a balancer of AWS does',
      own.replaceAll('\n', '%0A').replaceAll(' ', '%20'),
      'in',
    ],
    ['escaped in small letters', escaped(own).replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()), 'in'],
    ['by RFC 9440', `:${base64Of(own)}:`, 'in'],
    ['bare base64, as HAProxy does', base64Of(own), 'in'],
    ['a chain, the own one first', escaped(own + other), 'in'],
    ['the next one while the own one still counts', escaped(next), 'in'],
    ['another', escaped(other), 'certificateOther'],
    ['a chain in which the own one is not first', escaped(other + own), 'certificateOther'],
    ['none', null, 'certificateMissing'],
    ['two of them, joined', `${escaped(own)}, ${escaped(own)}`, 'certificateUnread'],
    ['two of RFC 9440, joined', `:${base64Of(own)}:, :${base64Of(own)}:`, 'certificateUnread'],
    ['the fingerprint alone, which anybody knows', hashOf(own), 'certificateUnread'],
    ['half a certificate', escaped(lines.slice(0, 5).join('\n')), 'certificateUnread'],
    ['text before it', escaped(`x${own}`), 'certificateUnread'],
    ['a broken escape', '%E0%A4%A', 'certificateUnread'],
    ['an open end', `:${base64Of(own)}`, 'certificateUnread'],
    ['plus signs read as spaces', escaped(own.replaceAll('+', ' ')), 'certificateUnread'],
    ['a key', escaped(readFileSync(join(dir, 'own.key'), 'utf8')), 'certificateUnread'],
    ['nothing that could be one', '%00', 'certificateUnread'],
  ])('%s', (_, handed, expected) => {
    expect(judge(handed)).toBe(expected)
  })

  test('before it begins and from its end on it is refused, each with its reason', () => {
    const { validFrom, validTo } = new X509Certificate(own)
    const [fromMs, untilMs] = [Date.parse(validFrom), Date.parse(validTo)]
    expect([fromMs - 1, fromMs, untilMs - 1, untilMs].map(nowMs => judge(escaped(own), nowMs))).toEqual([
      ...['certificateEarly', 'in', 'in', 'certificateEnded'],
    ])
  })
})

type App = Awaited<ReturnType<typeof makeApp>>

async function bind(app: App, use: 'beside' | 'alone', ...pems: string[]): Promise<void> {
  const kept = JSON.stringify(pems.map(pem => ({ fingerprint: hashOf(pem), subject: null, expires_at: null })))
  await inTenant(tx =>
    tx.execute('update gateway_application set certificates = $2, certificate_use = $3 where id = $1', [
      app.id,
      kept,
      use,
    ]),
  )
  await tellChange()
}
const show = (pem: string) => ({ 'x-client-cert': escaped(pem) })
const sendWith = (app: App, headers: Record<string, string>, at = 0) => {
  const signed = sign(app)
  return send({ ...signed, headers: { ...signed.headers, ...headers } }, at)
}

test('beside another proof it is asked for at every call: token, signature and sign-in are worth nothing without it', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  await bind(app, 'beside', own)
  await expect.poll(async () => (await sendWith(app, {})).json().code).toBe(40101)
  const query = pathOf(app.strategyId, 'query')
  expect((await callWith(token, query, {})).json()).toMatchObject({
    code: 40101,
    message: '该应用须出示客户端证书，本次请求没有证书',
  })
  expect((await signIn(app)).json()).toMatchObject({ code: 40101 })
  expect((await callWith(token, query, {}, show(other))).json().message).toContain(hashOf(other))
  expect((await callWith(token, query, {}, show(own))).statusCode).toBe(200)
  expect((await sendWith(app, show(own))).statusCode).toBe(200)
  for (const url of ['/v2/limits', '/v2/openapi.json'])
    expect([
      (await callWith(token, url)).statusCode,
      (await callWith(token, url, undefined, show(own))).statusCode,
    ]).toEqual([401, 200])
  // The key with it is no proof as long as the application does not say so.
  const alone = {
    method: 'POST',
    url: query,
    body: '{}',
    headers: { 'x-app-key': app.key, 'content-type': 'application/json', ...show(own) },
  }
  expect((await send(alone)).json()).toMatchObject({ code: 40101, message: expect.stringContaining('认证失败') })
})

test('as the only proof, key and certificate call; key alone, another certificate, or the key of another do not', async () => {
  const [app, stranger] = [await makeApp(), await makeApp()]
  await bind(app, 'alone', own, next)
  const call = (headers: Record<string, string>) =>
    gateways[0]!.app.inject({
      method: 'POST',
      url: pathOf(app.strategyId, 'query'),
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{}',
    })
  const key = { 'x-app-key': app.key }
  await expect.poll(async () => (await call({ ...key, ...show(own) })).statusCode).toBe(200)
  expect((await call({ ...key, ...show(next) })).statusCode).toBe(200)
  for (const headers of [
    key,
    show(own),
    { ...key, ...show(other) },
    { 'x-app-key': stranger.key, ...show(own) },
    { 'x-app-key': 'unknown12345', ...show(own) },
    { ...key, ...show(own), 'x-nonce': 'n'.repeat(12) },
    { ...key, ...show(own), authorization: 'Bearer x' },
  ])
    expect([headers, (await call(headers)).json().code]).toEqual([headers, 40101])
  // It is a binding all the same: a secret is not enough.
  expect((await signIn(app)).json()).toMatchObject({ code: 40101 })
  await bind(app, 'alone')
  await expect.poll(async () => (await call({ ...key, ...show(own) })).json().code).toBe(40101)
})

test('what is refused for its certificate or its address has its row, and takes nothing of the limits', async () => {
  const app = await makeApp()
  await inTenant(tx => tx.execute("update gateway_application set ip_allow = '{10.0.0.0/8}' where id = $1", [app.id]))
  await bind(app, 'beside', own)
  const rows = () =>
    inTenant(tx =>
      tx.query<{ failure: string }>(
        'select operation, status, code, failure, sum(times)::int as times from gateway_call where application_id = $1 and failure is not null group by 1, 2, 3, 4 order by failure',
        [app.id],
      ),
    )
  const from = (remoteAddress: string) => {
    const { method, url, body, headers } = sign(app)
    return gateways[0]!.app.inject({ method: method as 'POST', url, payload: body, headers, remoteAddress })
  }
  await expect.poll(async () => (await from('192.0.2.1')).json().code).toBe(40301)
  await from('10.1.1.1')
  await from('192.0.2.1')
  await from('192.0.2.2')
  const query = { operation: 'query', status: 403, code: 40301 }
  await expect.poll(rows).toContainEqual({ ...query, failure: 'address', times: 3 })
  expect(await rows()).toContainEqual(
    expect.objectContaining({ ...query, status: 401, code: 40101, failure: 'certificateMissing' }),
  )
  const usage = await inTenant(tx =>
    tx.query<{ refused: string }>(
      'select coalesce(sum(refused), 0)::text as refused from gateway_usage where application_id = $1',
      [app.id],
    ),
  )
  expect(usage).toEqual([{ refused: '0' }])
})
