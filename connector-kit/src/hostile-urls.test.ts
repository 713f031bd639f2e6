import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { classifyAddress } from './address-rules.ts'
import { createEgress, type EgressPolicy, type GuardedEgress } from './guarded-egress.ts'

const publicAddresses = ['93.184.215.14', '2606:2800:21f:cb07::1']
const network = vi.hoisted(() => ({ dialled: [] as string[] }))

// Nothing leaves this machine: a public address refuses, every other one is really dialled and would be counted.
vi.mock('node:net', async importOriginal => {
  const net = await importOriginal<typeof import('node:net')>()
  const connect = (options: { host: string; port: number }): InstanceType<typeof net.Socket> => {
    network.dialled.push(options.host)
    if (!publicAddresses.includes(options.host)) return net.connect(options)
    const socket = new net.Socket()
    setImmediate(() => socket.destroy(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })))
    return socket
  }
  return { ...net, default: net, connect }
})

let visits = 0
let inside: Server
let insidePort = 0
let shop: Server
let shopPort = 0
const opened: GuardedEgress[] = []

beforeAll(async () => {
  inside = createServer((_, res) => res.end('secret')).on('connection', () => visits++)
  // `/3?http://…` answers with three hops on its own host and then sends on to the address.
  shop = createServer((req, res) => {
    const [, left = '', target = ''] = /^\/(\d+)\?(.*)$/.exec(req.url ?? '') ?? []
    if (left === '') return res.end('shop')
    const next = left === '0' ? decodeURIComponent(target) : `/${Number(left) - 1}?${target}`
    return res.writeHead(Number(left) % 2 === 0 ? 302 : 307, { location: next }).end()
  })
  insidePort = await listen(inside)
  shopPort = await listen(shop)
})
afterAll(() => {
  inside.close()
  shop.close()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(egress => egress.close()))
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '::', resolve))
  return (server.address() as AddressInfo).port // a TCP server has an AddressInfo
}

function make(policy: EgressPolicy): GuardedEgress {
  const egress = createEgress(policy)
  opened.push(egress)
  network.dialled.length = 0
  visits = 0
  return egress
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Failure ? error.code : `not a Failure: ${error}`),
  )

/** One IPv4 address in every notation that some client reads as it. */
function spell(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (part: number) => part.toString(16)
  const octal = (part: number) => `0${part.toString(8)}`
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)]
  const wide = (text: string, zero: number) => text.replace(/\d/g, digit => String.fromCodePoint(zero + Number(digit)))
  return [
    ...[address, `${address}.`, `${whole}`, `0x${hex(whole)}`, `0X${hex(whole).toUpperCase()}`, octal(whole)],
    ...[parts.map(part => `0x${hex(part)}`).join('.'), parts.map(octal).join('.'), `0x${hex(a)}.${b}.${octal(c)}.${d}`],
    ...[
      `${a}.${b}.${c * 256 + d}`,
      `${a}.${(b * 256 + c) * 256 + d}`,
      parts.map(part => `000${octal(part)}`).join('.'),
    ],
    ...[address.replaceAll('.', '%2e'), address.replaceAll('.', '%2E'), encodeDigits(address)],
    ...[wide(address, 0xff10), wide(address, 0x1d7d8), wide(address, 0x1d7f6), address.replaceAll('.', '。')],
    ...[address.replaceAll('.', '．'), address.replaceAll('.', '｡'), `${address}%00`, `${address}%09`],
    ...[`[::ffff:${address}]`, `[::ffff:${high}:${low}]`, `[0:0:0:0:0:FFFF:${high}:${low}]`, `[::${address}]`],
    ...[
      `[::ffff:0:${high}:${low}]`,
      `[64:ff9b::${address}]`,
      `[64:ff9b:1::${high}:${low}]`,
      `[2002:${high}:${low}::1]`,
    ],
    `[2001:0:4136:e378:8000:63bf:${hex(0xffff ^ (a * 256 + b))}:${hex(0xffff ^ (c * 256 + d))}]`,
    ...[
      `public.example@${address}`,
      `user:pass@${address}`,
      `${address}\\@public.example`,
      `${address}#@public.example`,
    ],
  ]
}

const encodeDigits = (text: string): string => text.replace(/\d/g, digit => `%3${digit}`)

const spelled = [
  ...['127.0.0.1', '169.254.169.254', '10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1', '100.100.100.200'],
  ...['0.0.0.0', '255.255.255.255', '198.18.0.1', '192.0.2.1', '224.0.0.1'],
].flatMap(spell)

/** Addresses and names that are hostile as they stand. */
const single = [
  // Shorter than four parts, and odd signs.
  ...[
    '0',
    '00',
    '0x0',
    '127.1',
    '127.0.1',
    '0x7f.1',
    '0177.1',
    '10.1',
    '①②⑦.⓪.⓪.①',
    '1₂7.0.0.1',
    '127.0.0.1%2f',
    '127.0.0.1%23',
  ],
  // The ends of private and reserved ranges.
  ...['127.255.255.255', '10.255.255.255', '172.31.255.255', '192.168.255.255', '100.127.255.255', '169.254.0.0'],
  ...[
    '0.255.255.255',
    '192.0.0.8',
    '192.88.99.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.255',
    '239.255.255.255',
    '240.0.0.1',
  ],
  // Metadata of clouds, host agents, container credentials.
  ...['169.254.170.2', '169.254.170.23', '169.254.0.23', '169.254.42.42', '168.63.129.16', '192.0.0.192'],
  ...[
    '[fd00:ec2::254]',
    '[fd00:ec2::23]',
    '[fd20:ce::254]',
    '[fd00:c1::a9fe:a9fe]',
    '[fd00:42::42]',
    '[fd00:a9fe:a9fe::1]',
  ],
  ...['[fe80::a9fe:a9fe]', '[fd00:100::100:200]'],
  // IPv6: unspecified, loopback, link-local with and without zone, site-local, unique local, multicast, documentation.
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::1%25lo]', '[::1%lo]'],
  ...['[fe80::1]', '[fe80::1%25eth0]', '[fe80::1%eth0]', '[febf:ffff::1]', '[fec0::1]', '[fc00::1]', '[fdff:ffff::1]'],
  ...[
    '[ff02::1]',
    '[ff05::2]',
    '[ff0e::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[100::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[5f00::1]',
  ],
  // Names that mean this machine, here or by a public service.
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'localhost.localdomain',
    'ip6-localhost',
  ],
  ...[
    '127.0.0.1.nip.io',
    '7f000001.nip.io',
    'localtest.me',
    'xn--lclhst-bta.example',
    'metadata.google.internal',
    'metadata',
  ],
  ...['kubernetes.default.svc', 'host.docker.internal', 'instance-data', 'rancher-metadata'],
]

/** No place at all, or not by HTTP. */
const malformed = [
  ...[
    'file:///etc/passwd',
    'file://127.0.0.1/c$',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:6379/_INFO',
    'dict://127.0.0.1:11211/',
  ],
  ...[
    'ldap://127.0.0.1/',
    'jar:http://127.0.0.1!/',
    'data:text/plain,x',
    'javascript:1',
    'unix:/run/x.sock',
    'ws://127.0.0.1/',
  ],
  ...['http+unix://%2Frun%2Fx.sock/', 'blob:http://127.0.0.1/1', 'about:blank', 'view-source:http://127.0.0.1/'],
  ...[
    'http://',
    'http:///',
    '//127.0.0.1/',
    '/etc/passwd',
    '',
    ' ',
    'http://[::1',
    'http://::1]/',
    'http://127.0.0.1:99999/',
  ],
  ...[
    'http://[::ffff:127.0.0.1',
    'http://256.256.256.256/',
    'http://127.0.0.1.0.0/',
    'http://1.2.3.4.5/',
    'http://0x100000000/',
  ],
  ...[
    'http://exa mple/',
    'http://a%zz/',
    'http://\u0000/',
    'http://user@/',
    'http://xn--a/',
    'http://[v1.x]/',
    'http://99999999999/',
  ],
]

/** Every name there is leads inside. */
const lookup = async (host: string) => [{ address: host.includes('6') ? '::1' : '127.0.0.1', family: 4 }]

describe('addresses that aim inside', () => {
  const hosts = [...new Set([...spelled, ...single])]

  test(`none of ${hosts.length + malformed.length} is connected to, by HTTP or by socket`, async () => {
    expect(hosts.length + malformed.length).toBeGreaterThanOrEqual(150)
    const egress = make({ lookup })
    const refused = ['egress.blocked', 'egress.dns']
    for (const host of hosts) {
      expect(refused, host).toContain(await codeOf(egress.fetch(`http://${host}:${insidePort}/`)))
      expect(refused, host).toContain(await codeOf(egress.fetch(`http://${host}/`)))
      expect(refused, host).toContain(await codeOf(egress.dial(host.replace(/^\[|\]$/g, ''), insidePort)))
    }
    for (const url of malformed) expect(refused, url).toContain(await codeOf(egress.fetch(url)))
    expect(network.dialled).toEqual([])
    expect(visits).toBe(0)
  })

  test('a name server that answers with anything but a plain public address is not followed', async () => {
    for (const address of [
      '127.1',
      '0x7f000001',
      'localhost',
      '',
      '::1%lo',
      '[::1]',
      '127.0.0.1 ',
      '::ffff:7f00:1',
      '::127.0.0.1',
    ]) {
      const egress = make({ lookup: async () => [{ address, family: 4 }] })
      expect(await codeOf(egress.fetch(`http://odd.example:${insidePort}/`)), address).toBe('egress.blocked')
    }
    expect(network.dialled).toEqual([])
  })

  test.each([
    ...['169.254.169.254', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe'],
    ...[
      'fd00:42::42',
      'fd00:a9fe:a9fe::1',
      'fd00:100::100:200',
      'fe80::a9fe:a9fe',
      '0.0.0.0',
      '::',
      '64:ff9b::a9fe:a9fe',
    ],
  ])('%s stays shut although everything private is open and it is named', async address => {
    expect(classifyAddress(address)).toBe('forbidden')
    const egress = make({
      allowPrivate: true,
      allow: [{ host: address }, { host: 'inside.example' }],
      lookup: async () => [{ address, family: 4 }],
    })
    expect(await codeOf(egress.fetch(`http://inside.example/`))).toBe('egress.blocked')
    expect(await codeOf(egress.dial(address, 80))).toBe('egress.blocked')
    expect(network.dialled).toEqual([])
  })

  test('a place that is shut by its name is not opened by a dot after it', async () => {
    const egress = make({ allowPrivate: true, deny: [{ host: 'store.internal' }], lookup })
    for (const host of ['store.internal', 'STORE.internal', 'store.internal.'])
      expect(await codeOf(egress.fetch(`http://${host}:${insidePort}/`)), host).toBe('egress.blocked')
    expect(visits).toBe(0)
  })
})

describe('redirects', () => {
  const allow = [{ host: 'shop.example' }]
  const targets = (port: number): string[] => [
    ...[
      '127.0.0.1',
      'localhost',
      '[::1]',
      '2130706433',
      '0x7f.1',
      '[::ffff:7f00:1]',
      '%EF%BC%9127.0.0.1',
      'other.example',
    ].map(host => `http://${host}:${port}/`),
    ...[`//127.0.0.1:${port}/`, `/\\127.0.0.1:${port}/`, `\\\\127.0.0.1:${port}\\`, `http:\\\\127.0.0.1:${port}/`],
    ...[
      `http://shop.example@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}#@shop.example/`,
      `https://127.0.0.1:${port}/`,
    ],
    ...[
      'http://169.254.169.254/latest/',
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      '\thttp://0/',
      'ftp://shop.example/',
    ],
  ]

  test('chains of one to five hops never end inside', async () => {
    const egress = make({ allow: allow.map(rule => ({ ...rule, port: shopPort })), lookup })
    for (const [index, target] of targets(insidePort).entries()) {
      const url = `http://shop.example:${shopPort}/${index % 5}?${encodeURIComponent(target)}`
      expect(await codeOf(egress.fetch(url)), target).toBe('egress.blocked')
    }
    expect(visits).toBe(0)
    expect(await codeOf(egress.fetch(`http://shop.example:${shopPort}/`))).toBe('answered')
  })

  test('a private host answers only under the name and port that the operator opened', async () => {
    const ask = (url: string, policy: EgressPolicy) => codeOf(make({ lookup, ...policy }).fetch(url))
    const named = { allow: [{ host: 'erp.internal', port: insidePort }] }
    expect(await ask(`http://erp.internal:${insidePort}/`, named)).toBe('answered')
    expect(await ask(`http://ERP.internal:${insidePort}/`, named)).toBe('answered')
    for (const host of ['127.0.0.1', 'localhost', 'erp.internal.example', 'x.erp.internal', 'erp-internal'])
      expect(await ask(`http://${host}:${insidePort}/`, named), host).toBe('egress.blocked')
    expect(await ask(`http://erp.internal:${shopPort}/`, named)).toBe('egress.blocked')
    expect(await ask(`http://erp.internal:${insidePort}/`, {})).toBe('egress.blocked')
  })
})

test('1,000 names that change from public to private between answers, in every order, lead nowhere inside', async () => {
  const inner = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '127.1',
    'fd20:ce::254',
  ]
  const pairs = inner.flatMap((one, at) => inner.slice(at + 1).map(other => [one, other]))
  const mixes = pairs.flatMap(pair => permute([...publicAddresses, ...pair]))
  const answers = new Map<string, (readonly string[])[]>()
  const egress = make({
    lookup: async host => (answers.get(host)?.shift() ?? inner).map(address => ({ address, family: 4 })),
  })
  const askFourTimes = async (host: string): Promise<void> => {
    // The fourth answer is private alone.
    for (let round = 0; round < 4; round += 1) {
      const code = await codeOf(egress.fetch(`http://${host}:${insidePort}/`))
      expect(['egress.refused', 'egress.blocked'], host).toContain(code)
    }
  }
  let tries = 0
  for (const [index, mix] of mixes.slice(0, 500).entries()) {
    const hosts = [publicAddresses, mix].map(first => {
      const host = `r${tries++}.example`
      answers.set(host, [first, index % 2 === 0 ? mix : publicAddresses, mix.toReversed()])
      return host
    })
    await Promise.all(hosts.map(askFourTimes))
  }
  expect(tries).toBe(1000)
  expect([...new Set(network.dialled)].sort()).toEqual([...publicAddresses].sort())
  expect(visits).toBe(0)
})

const permute = (items: readonly string[]): string[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permute([...items.slice(0, at), ...items.slice(at + 1)]).map(rest => [item, ...rest]))
