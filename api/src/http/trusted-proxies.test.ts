import { describe, expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'
import { createProxyReader, type TrustedProxies } from './trusted-proxies.ts'

const trusted = (header: TrustedProxies['header'] = 'x-forwarded'): TrustedProxies => ({
  addresses: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
  header,
})

/** What is left of the headers. */
function settle(headers: Record<string, string>, neighbour: string, proxies: TrustedProxies | null = trusted()) {
  const left: Record<string, string> = { ...headers }
  const warned: string[] = []
  createProxyReader(proxies, each => void warned.push(each)).settle(left, neighbour)
  return { left, warned }
}

describe('X-Forwarded-*', () => {
  test.each([
    ['one proxy', '203.0.113.7', '127.0.0.1', '203.0.113.7'],
    ['a forged entry stands further left', '198.51.100.1, 203.0.113.7', '127.0.0.1', '203.0.113.7'],
    ['proxies in a row', '198.51.100.1, 203.0.113.7, 10.1.1.1, 10.2.2.2', '127.0.0.1', '203.0.113.7'],
    ['a forged address of a proxy', '10.9.9.9, 203.0.113.7', '127.0.0.1', '203.0.113.7'],
    ['nobody but proxies', '10.1.1.1', '127.0.0.1', '10.1.1.1'],
    ['a neighbour in IPv4 shown as IPv6', '203.0.113.7', '::ffff:10.0.0.1', '203.0.113.7'],
    ['IPv6', '2001:db8::7', 'fd00::1', '2001:db8::7'],
    ['with a port', '203.0.113.7:4711', '127.0.0.1', '203.0.113.7'],
    ['with brackets and port', '[2001:db8::7]:4711', '127.0.0.1', '2001:db8::7'],
    ['what is no address ends it', '203.0.113.7, unknown, 10.1.1.1', '127.0.0.1', '10.1.1.1'],
    ['nothing but rubbish', '<script>', '127.0.0.1', '127.0.0.1'],
    ['an empty list', ' , ,', '127.0.0.1', '127.0.0.1'],
  ])('%s', (_, list, neighbour, ip) => {
    expect(settle({ 'x-forwarded-for': list }, neighbour).left).toEqual({ 'x-forwarded-for': ip })
  })

  test('of protocol and host the nearest proxy is heard, and only what can be one', () => {
    const said = {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'http, HTTPS',
      'x-forwarded-host': 'a.test, b.test:8443',
    }
    expect(settle(said, '127.0.0.1').left).toEqual({
      ...said,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'b.test:8443',
    })
    const wrong = { ...said, 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'a b' }
    expect(settle(wrong, '127.0.0.1').left).toEqual({ 'x-forwarded-for': '203.0.113.7' })
    expect(settle({ 'x-forwarded-proto': 'https' }, '127.0.0.1').left).toEqual({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    })
  })

  test('Forwarded, which such a proxy passes on as it came, is not heard', () => {
    const headers = { forwarded: 'for=198.51.100.1;proto=https', 'x-forwarded-for': '203.0.113.7' }
    expect(settle(headers, '127.0.0.1').left).toEqual({ 'x-forwarded-for': '203.0.113.7' })
  })
})

describe('Forwarded', () => {
  test.each([
    ['for=203.0.113.7;proto=https;host=sluice.test', { ip: '203.0.113.7', proto: 'https', host: 'sluice.test' }],
    ['For="[2001:db8::7]:4711" ; Proto=HTTP', { ip: '2001:db8::7', proto: 'http' }],
    [
      'for=198.51.100.1;proto=https, for=203.0.113.7;proto=http, for=10.1.1.1;proto=https',
      { ip: '203.0.113.7', proto: 'http' },
    ],
    ['for="198.51.100.1, 10.1.1.1", for=203.0.113.7', { ip: '203.0.113.7' }],
    ['for=_hidden;proto=https', { ip: '127.0.0.1', proto: 'https' }],
    ['for="203.0.113.7', { ip: '127.0.0.1' }],
  ])('%s', (forwarded, { ip, proto, host }: { ip: string; proto?: string; host?: string }) => {
    const headers = { forwarded, 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'gopher' }
    expect(settle(headers, '127.0.0.1', trusted('forwarded')).left).toEqual({
      'x-forwarded-for': ip,
      ...(proto ? { 'x-forwarded-proto': proto } : {}),
      ...(host ? { 'x-forwarded-host': host } : {}),
    })
  })
})

test('nobody is trusted unless named; the first who tries is told of, once', () => {
  const headers = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https', forwarded: 'for=198.51.100.1' }
  for (const [neighbour, proxies] of [
    ['127.0.0.1', null],
    ['203.0.113.9', trusted()],
    ['203.0.113.9', trusted('forwarded')],
  ] as const)
    expect(settle(headers, neighbour, proxies)).toEqual({ left: {}, warned: [neighbour] })
  const warned: string[] = []
  const reader = createProxyReader(null, each => void warned.push(each))
  for (const neighbour of ['192.0.2.1', '192.0.2.2']) reader.settle({ ...headers }, neighbour)
  reader.settle({}, '192.0.2.3')
  expect(warned).toEqual(['192.0.2.1'])
})

test('a certificate is heard from a trusted neighbour alone, whatever else that one says', () => {
  const proxies = { ...trusted(), certificate: 'x-client-cert' }
  const headers = { 'x-client-cert': 'abc' }
  expect(settle(headers, '10.0.0.1', proxies).left).toMatchObject(headers)
  expect(settle({ ...headers, 'x-forwarded-for': '203.0.113.7, 10.1.1.1' }, '10.0.0.1', proxies).left).toMatchObject(
    headers,
  )
  for (const said of [headers, { ...headers, 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1' }])
    expect(settle(said, '203.0.113.9', proxies)).toEqual({ left: {}, warned: ['203.0.113.9'] })
})

test('a server without proxies of its own goes by the connection; with them, by what they say', async () => {
  const forged = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https', forwarded: 'for=198.51.100.1' }
  const refused = '/api/user'
  const alone = await startTestServer()
  const behind = await startTestServer({ proxies: trusted() })
  try {
    const ask = (server: typeof alone, ip: string) => server.call('GET', refused, { headers: forged, ip })
    expect((await ask(alone, '127.0.0.1')).headers['strict-transport-security']).toBeUndefined()
    expect(alone.readLog()).toContain('"ip":"127.0.0.1"')
    expect(alone.readLog()).not.toContain('198.51.100.1')
    expect(alone.readLog()).toContain('TRUSTED_PROXIES')
    expect((await ask(behind, '10.1.1.1')).headers['strict-transport-security']).toContain('max-age=')
    expect(behind.readLog()).toContain('"ip":"198.51.100.1"')
    expect(behind.readLog()).not.toContain('TRUSTED_PROXIES')
    expect((await ask(behind, '203.0.113.9')).headers['strict-transport-security']).toBeUndefined()
    expect(behind.readLog()).toContain('"ip":"203.0.113.9"')
  } finally {
    await Promise.all([alone.drop(), behind.drop()])
  }
})
