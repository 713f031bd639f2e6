import { BlockList, isIP } from 'node:net'

/** A place an operator has opened: a host name, an address or a CIDR block, on one port or on all. */
export interface AllowRule {
  readonly host: string
  readonly port?: number
}

export type AddressClass =
  /** Reachable by everyone. */
  | 'public'
  /** Loopback, RFC 1918, CGNAT, unique local: opened by rule or by `allowPrivate`. */
  | 'private'
  /** Metadata services, link-local, multicast, reserved and address-translating ranges: never opened. */
  | 'forbidden'

// Every range of the IANA special-purpose registries that is not globally reachable, and no network of a customer.
const forbidden4 = blockList('ipv4', [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata and host agents of clouds that sit in otherwise usable ranges (Alibaba, Azure).
  '100.100.100.200/32',
  '168.63.129.16/32',
])
const private4 = blockList('ipv4', ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'])
const global6 = blockList('ipv6', ['2000::/3'])
// Inside 2000::/3, the ranges that are special or carry an IPv4 address (Teredo, 6to4).
const forbidden6 = blockList('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  // Metadata of clouds inside unique local ranges: AWS, Google, Oracle, Scaleway, Akamai, Alibaba.
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
  'fd00:a9fe:a9fe::1/128',
  'fd00:100::100:200/128',
])
const private6 = blockList('ipv6', ['fc00::/7', '::1/128'])

/** What an address is. Texts that are no plain address (names, zone ids) are forbidden. */
export function classifyAddress(text: string): AddressClass {
  const ip = unmapAddress(text)
  const family = isIP(ip)
  if (family === 4) return forbidden4.check(ip) ? 'forbidden' : private4.check(ip) ? 'private' : 'public'
  if (family !== 6 || ip.includes('%') || forbidden6.check(ip, 'ipv6')) return 'forbidden'
  if (private6.check(ip, 'ipv6')) return 'private'
  return global6.check(ip, 'ipv6') ? 'public' : 'forbidden'
}

/** `::ffff:127.0.0.1` and `::ffff:7f00:1` are 127.0.0.1; everything else stays as it is. */
export function unmapAddress(text: string): string {
  if (isIP(text) !== 6 || text.includes('%')) return text
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (!match) return canonical
  const [high, low] = [Number.parseInt(match[1]!, 16), Number.parseInt(match[2]!, 16)] // both groups always match
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether one of the rules names this host, or this address, on this port. */
export function isNamed(rules: readonly AllowRule[], host: string, address: string, port: number): boolean {
  return rules.some(rule => (rule.port === undefined || rule.port === port) && matchesHost(rule.host, host, address))
}

function matchesHost(rule: string, host: string, address: string): boolean {
  const plain = unmapAddress(address)
  const [base = '', bits] = rule.split('/')
  const family = isIP(base)
  if (family === 0) return foldName(rule) === foldName(host)
  if (isIP(plain) !== family) return false
  if (bits === undefined) return unmapAddress(base) === plain
  return blockList(family === 4 ? 'ipv4' : 'ipv6', [rule]).check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** A dot at the end changes nothing about where a name leads. */
const foldName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

function blockList(family: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [base = '', bits] = block.split('/')
    list.addSubnet(base, Number(bits), family)
  }
  return list
}
