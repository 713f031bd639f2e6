import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { startSandbox } from '../start-sandbox.ts'
import { type SignedParts, sign, writeCanonicalRequest } from './signature.ts'

let clockMs = Date.UTC(2026, 0, 1)
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ orders: 60, faults: 'none', tokenTtlMs: 5_000, now: () => clockMs })
})
afterAll(() => sandbox.stop())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${sandbox.shop.url}${path}`, { headers })
  return { status: answer.status, code: ((await answer.json()) as { code: number }).code }
}
const ok = { status: 200, code: 0 }

let nonces = 0
function signHeaders(query: string, changed: Partial<SignedParts> = {}): Record<string, string> {
  nonces += 1
  const parts = { method: 'GET', path: '/signed/orders', query, appKey: sandbox.appKey, body: '', ...changed }
  const full = { timestamp: String(clockMs), nonce: `n${nonces}`, ...parts }
  const signature = sign(full, sandbox.appSecret)
  return { 'X-App-Key': full.appKey, 'X-Timestamp': full.timestamp, 'X-Nonce': full.nonce, 'X-Sign': signature }
}

test('the canonical text sorts by name and then value and percent-encodes strictly', () => {
  const parts = { method: 'get', path: '/signed/orders', query: 'a1=2&a=b+c&a=%E4%B8%AD!', appKey: 'k', body: '' }
  expect(writeCanonicalRequest({ ...parts, timestamp: '1', nonce: 'n' }).split('\n')).toEqual([
    'GET',
    '/signed/orders',
    'a=%E4%B8%AD%21&a=b%20c&a1=2',
    'k',
    '1',
    'n',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ])
})

test('a right signature is let in, whatever the order of the query', async () => {
  const query = 'page_size=5&page=2&updated_from=2025-09-01%2000%3A00%3A00'
  expect(await get(`/signed/orders?${query}`, signHeaders(query))).toEqual(ok)
  const shuffled = query.split('&').reverse().join('&')
  expect(await get(`/signed/orders?${query}`, signHeaders(shuffled))).toEqual(ok)
  expect(await get('/signed/orders', signHeaders('', { timestamp: String(clockMs / 1000) }))).toEqual(ok)
})

test('a changed query, a stranger, an old clock, a missing header and a used nonce are refused', async () => {
  expect(await get('/signed/orders?page=3', signHeaders('page=2'))).toEqual({ status: 401, code: 40113 })
  expect(await get('/signed/orders', signHeaders('', { appKey: 'other' }))).toEqual({ status: 401, code: 40111 })
  const old = signHeaders('', { timestamp: String(clockMs - 301_000) })
  expect(await get('/signed/orders', old)).toEqual({ status: 401, code: 40112 })
  expect(await get('/signed/orders')).toEqual({ status: 401, code: 40110 })
  const headers = signHeaders('')
  expect(await get('/signed/orders', headers)).toEqual(ok)
  expect(await get('/signed/orders', headers)).toEqual({ status: 401, code: 40114 })
})

test('an API key opens by header or query, Basic by user and password, and nothing else does', async () => {
  expect(await get('/apikey/orders', { 'X-Api-Key': sandbox.apiKey })).toEqual(ok)
  expect(await get(`/apikey/orders?api_key=${sandbox.apiKey}`)).toEqual(ok)
  expect(await get('/apikey/orders')).toEqual({ status: 401, code: 40120 })
  expect(await get('/apikey/orders?api_key=x')).toEqual({ status: 401, code: 40121 })
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  expect(await get('/basic/orders', basic(`${sandbox.username}:${sandbox.password}`))).toEqual(ok)
  expect(await get('/basic/orders', basic(`${sandbox.username}:wrong`))).toEqual({ status: 401, code: 40131 })
  expect(await get('/basic/orders')).toEqual({ status: 401, code: 40130 })
})

test('a token lives its time, then 401 with code 40102, and a new one goes on', async () => {
  const grant = async (secret: string, asJson = false) => {
    const fields = { grant_type: 'client_credentials', client_id: sandbox.clientId, client_secret: secret }
    const body = asJson ? JSON.stringify(fields) : new URLSearchParams(fields)
    const answer = await fetch(`${sandbox.shop.url}/oauth/token`, { method: 'POST', body })
    return { status: answer.status, ...((await answer.json()) as { access_token: string; expires_in: number }) }
  }
  expect((await grant('wrong')).status).toBe(401)
  const { access_token: token, expires_in: expiresIn } = await grant(sandbox.clientSecret)
  expect(expiresIn).toBe(5)
  const headers = { authorization: `Bearer ${token}` }
  expect(await get('/api/orders?page=1', headers)).toEqual(ok)
  clockMs += 5_001
  expect(await get('/api/orders?page=2', headers)).toEqual({ status: 401, code: 40102 })
  expect(await get('/api/orders')).toEqual({ status: 401, code: 40100 })
  expect(await get('/api/orders', { authorization: 'Bearer x' })).toEqual({ status: 401, code: 40101 })
  const next = await grant(sandbox.clientSecret, true)
  expect(await get(`/api/orders?page=2&access_token=${next.access_token}`)).toEqual(ok)
})
